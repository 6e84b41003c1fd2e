import type { CuaDriverLike } from "@trycua/cua-driver";
import { z } from "zod";
import {
  driverTool,
  raceDeadline,
  TransportFailure,
  type DriverCallOptions,
  type DriverReply,
  type DriverTool,
  type DriverTransport,
} from "./transport.js";

/** Longest wait for the library to end its own threads. */
const SHUTDOWN_MS = 1_000;

/**
 * Settings the library reads from the process environment when it is created. A value the user gave stays, except for
 * telemetry and update checks, which are always off. Names: cua-driver 0.28 documentation.
 */
const FORCED = {
  CUA_DRIVER_RS_TELEMETRY_ENABLED: "0",
  CUA_TELEMETRY_ENABLED: "0",
  CUA_DRIVER_RS_UPDATE_CHECK: "0",
} as const;
/** The driver ends an idle session after 300 s and then refuses every call; a day is longer than a pause in the work. */
const DEFAULTS = { CUA_DRIVER_RS_SESSION_IDLE_TTL_SECS: "86400" } as const;

/** The settings above merged over `env`; the stdio transport gives them to its child. */
export function driverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...DEFAULTS, ...env, ...FORCED };
}

const toolList = z.object({ tools: z.array(z.unknown()) });

/**
 * Loads cua-driver's library into this process. `env` must be the real process environment: the library reads it natively.
 * Rejects with `not_sent` when the library cannot be loaded here.
 */
export async function openSdkTransport(env: NodeJS.ProcessEnv, options: DriverCallOptions): Promise<DriverTransport> {
  Object.assign(env, driverEnvironment(env));
  return raceDeadline(options, async () => {
    const driver = await createDriver();
    const metadata = await driver.metadata().catch(() => undefined);
    return new SdkTransport(driver, metadata?.driverVersion ?? null);
  });
}

async function createDriver(): Promise<CuaDriverLike> {
  try {
    const { CuaDriver } = await import("@trycua/cua-driver");
    return CuaDriver.create(undefined);
  } catch (error) {
    throw new TransportFailure(
      "not_sent",
      `cua-driver's library could not be loaded (${error instanceof Error ? error.name : "no error"}): it needs macOS, ` +
        "Windows or Linux with glibc and the optional packages of @trycua/cua-driver. Install without --omit=optional, " +
        "or set CUA_DRIVER_BIN to a cua-driver executable.",
    );
  }
}

class SdkTransport implements DriverTransport {
  readonly name = "sdk";
  readonly closed: Promise<void>;
  #markClosed: () => void = () => undefined;
  #ended = false;

  constructor(
    private readonly driver: CuaDriverLike,
    readonly driverVersion: string | null,
  ) {
    this.closed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  async listTools(options: DriverCallOptions): Promise<DriverTool[]> {
    return await this.#run(options, async () => {
      const { tools } = toolList.parse(JSON.parse(await this.driver.listToolsJson()));
      return tools.flatMap((tool) => {
        const parsed = driverTool.safeParse(tool);
        return parsed.success ? [parsed.data] : [];
      });
    });
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>, options: DriverCallOptions): Promise<DriverReply> {
    return await this.#run(options, async () => {
      const result = await this.driver.callTool(tool, JSON.stringify(args));
      return {
        structured: result.structuredJson === undefined ? null : parseJson(result.structuredJson),
        text: result.text,
        images: result.images.map(({ mimeType, dataBase64 }) => ({
          mimeType,
          bytes: Buffer.from(dataBase64, "base64"),
        })),
        isError: result.isError,
        code: result.errorCode ?? null,
      };
    });
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const stop = new AbortController();
    // A library that hangs in one call hangs in its shutdown too; the process is not held up by it.
    await raceDeadline({ signal: stop.signal, timeoutMs: SHUTDOWN_MS }, () => this.driver.shutdown()).catch(
      () => undefined,
    );
    this.#markClosed();
  }

  /**
   * Gives up waiting at the deadline or when the caller aborts, and leaves the library's call to end by itself. The
   * library's own cancellation is never used: version 0.28.2 can lock up the whole thread in it.
   */
  async #run<T>(options: DriverCallOptions, work: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new TransportFailure("not_sent", "The driver's library was shut down.");
    try {
      return await raceDeadline(options, work);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): TransportFailure {
    if (error instanceof TransportFailure) return error;
    const tag = errorTag(error);
    switch (tag) {
      case "InvalidArguments":
      case "Configuration":
        return new TransportFailure("not_sent", `The driver's library did not accept the call (${tag}).`);
      case "Shutdown":
        this.#ended = true;
        this.#markClosed();
        return new TransportFailure("lost", "The driver's library was shut down.");
      default:
        return new TransportFailure("protocol", `The driver's library failed (${tag}).`);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransportFailure("protocol", "The driver's structured answer is not JSON.");
  }
}

const tagged = z.object({ tag: z.string().max(64) });

function errorTag(error: unknown): string {
  const parsed = tagged.safeParse(error);
  if (parsed.success) return parsed.data.tag;
  return error instanceof Error ? error.name : "unknown error";
}
