import { homedir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import {
  driverTool,
  raceDeadline,
  TransportFailure,
  type DriverCallOptions,
  type DriverImage,
  type DriverReply,
  type DriverTool,
  type DriverTransport,
} from "./transport.js";
import { driverEnvironment } from "./transport-sdk.js";

/** A picture of 64 MiB in base64, with room for the rest of the message. */
const MAX_MESSAGE_BYTES = 96 * 1024 * 1024;
/** More pages than any driver has tools; a driver that never stops paging is broken. */
const MAX_TOOL_PAGES = 50;
/** Keys of services that are none of the driver's business. */
const SECRETS = ["JEV_API_KEY", "TYPESAFE_API_KEY"];
/** Far longer than any call: the deadline that counts is `raceDeadline`'s, which also tells a time-out from an abort. */
const NO_SDK_TIMEOUT_MS = 24 * 3_600_000;

/** Time for a driver to end by itself once its input is closed. */
const GRACE_MS = 500;

const connectionClosed: number = ErrorCode.ConnectionClosed;
/** Answers to a request that was not understood, so that nothing came of it. */
const notAccepted: ReadonlySet<number> = new Set<number>([
  ErrorCode.InvalidParams,
  ErrorCode.MethodNotFound,
  ErrorCode.InvalidRequest,
]);

/** Output schemas are not checked: the driver's answers are read field by field, and its schemas change with releases. */
const anyResult = z.looseObject({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});
const toolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const textPart = z.object({ type: z.literal("text"), text: z.string() });
const imagePart = z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() });

/** The environment a driver child gets: ours without the keys, with the driver's own settings. */
export function childEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(driverEnvironment(env));
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === undefined || SECRETS.includes(name) ? [] : [[name, value]])),
  );
}

/** `~` and `~/…` with the home directory in its place; any other path as it is. */
export function expandHome(path: string, home: string = homedir()): string {
  return path === "~" ? home : path.startsWith("~/") ? join(home, path.slice(2)) : path;
}

/** What to start: the executable and its arguments, `["mcp"]` for cua-driver itself. */
export interface DriverCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Starts a driver as a child process and speaks MCP over its standard streams. The child ends when its input closes. */
export async function openMcpTransport(
  { command, args }: DriverCommand,
  env: NodeJS.ProcessEnv,
  options: DriverCallOptions,
): Promise<DriverTransport> {
  const stdio = new StdioClientTransport({
    command,
    args: [...args],
    env: childEnvironment(env),
    // The driver's diagnostics may quote window texts.
    stderr: "ignore",
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const client = new Client({ name: "beans-picker", version: "0.1.0" });
  const transport = new McpTransport(client, stdio);
  try {
    await raceDeadline(options, (signal) => client.connect(stdio, { signal, timeout: NO_SDK_TIMEOUT_MS }));
  } catch (error) {
    await transport.close();
    if (error instanceof TransportFailure) throw error;
    throw new TransportFailure(
      "not_sent",
      "The driver executable could not be started or did not answer as an MCP server. Check that CUA_DRIVER_BIN names a " +
        "cua-driver executable that may be run.",
    );
  }
  return transport;
}

class McpTransport implements DriverTransport {
  readonly name = "mcp-stdio";
  readonly closed: Promise<void>;
  #lost = false;

  constructor(
    private readonly client: Client,
    private readonly stdio: StdioClientTransport,
  ) {
    this.closed = new Promise((resolve) => {
      client.onclose = () => {
        this.#lost = true;
        resolve();
      };
    });
  }

  get driverVersion(): string | null {
    return this.client.getServerVersion()?.version ?? null;
  }

  async listTools(options: DriverCallOptions): Promise<DriverTool[]> {
    return await this.#run(options, async (signal) => {
      const tools: DriverTool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_TOOL_PAGES; page += 1) {
        const answer = await this.client.request(
          { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
          toolPage,
          { signal, timeout: NO_SDK_TIMEOUT_MS },
        );
        for (const tool of answer.tools) {
          const parsed = driverTool.safeParse(tool);
          if (parsed.success) tools.push(parsed.data);
        }
        if (answer.nextCursor === undefined) return tools;
        cursor = answer.nextCursor;
      }
      throw new TransportFailure("protocol", "The driver's tool list does not end.");
    });
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>, options: DriverCallOptions): Promise<DriverReply> {
    return await this.#run(options, async (signal) => {
      const result = await this.client.request(
        { method: "tools/call", params: { name: tool, arguments: { ...args } } },
        anyResult,
        {
          signal,
          timeout: NO_SDK_TIMEOUT_MS,
        },
      );
      return {
        structured: result.structuredContent ?? null,
        text: result.content.flatMap((part) => textPart.safeParse(part).data?.text ?? []).join("\n"),
        images: result.content.flatMap((part) => readImage(part)),
        isError: result.isError,
        code: null,
      };
    });
  }

  async close(): Promise<void> {
    const { pid } = this.stdio;
    // The official client waits two seconds before each harder step, longer than this process has to end.
    const harder = setTimeout(() => {
      if (pid !== null && !this.#lost) end(pid);
    }, GRACE_MS);
    try {
      // Closes the child's input, which is how it learns that it should end.
      await this.stdio.close();
      await this.client.close();
    } catch {
      // Whatever it answers, it is gone or about to be.
    } finally {
      clearTimeout(harder);
    }
  }

  async #run<T>(options: DriverCallOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#lost) throw new TransportFailure("not_sent", "The driver process has ended.");
    try {
      return await raceDeadline(options, work);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): TransportFailure {
    if (error instanceof TransportFailure) return error;
    if (this.#lost) return new TransportFailure("lost", "The driver process ended during the call.");
    if (error instanceof McpError) {
      if (error.code === connectionClosed)
        return new TransportFailure("lost", "The driver process ended during the call.");
      return notAccepted.has(error.code)
        ? new TransportFailure("not_sent", `The driver did not accept the request (${error.code}).`)
        : new TransportFailure("protocol", `The driver failed (${error.code}).`);
    }
    return new TransportFailure("protocol", "The driver's answer does not have the shape of a tool result.");
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

function readImage(part: unknown): DriverImage[] {
  const image = imagePart.safeParse(part);
  return image.success ? [{ mimeType: image.data.mimeType, bytes: Buffer.from(image.data.data, "base64") }] : [];
}
