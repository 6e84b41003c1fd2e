import { z } from "zod";

/** A tool as the driver lists it; only what is used here is read, the rest may change with any release. */
export const driverTool = z.object({
  name: z.string().min(1).max(128),
  inputSchema: z.record(z.string(), z.unknown()).catch({ type: "object" }),
});
export type DriverTool = z.infer<typeof driverTool>;

export interface DriverImage {
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the driver answered, in the one shape both transports give it. */
export interface DriverReply {
  /** The parsed structured content, not yet validated; `null` when there is none. */
  readonly structured: unknown;
  readonly text: string;
  readonly images: readonly DriverImage[];
  readonly isError: boolean;
  /** The refusal code the transport itself found, if any. */
  readonly code: string | null;
}

export interface DriverCallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** One connection to a driver. It is used up when it is lost: open another one then. */
export interface DriverTransport {
  /** `sdk` or `mcp-stdio`. */
  readonly name: string;
  readonly driverVersion: string | null;
  listTools(options: DriverCallOptions): Promise<DriverTool[]>;
  /** Rejects with {@link TransportFailure} only. */
  call(tool: string, args: Readonly<Record<string, unknown>>, options: DriverCallOptions): Promise<DriverReply>;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Why a call brought no answer.
 * - `not_sent`: the call never left; repeating it is safe.
 * - `lost`: the connection ended while the call was under way.
 * - `timeout`, `aborted`: the driver may still carry the call out.
 * - `protocol`: the driver answered something that is no answer.
 */
export type FailureKind = "not_sent" | "lost" | "timeout" | "aborted" | "protocol";

export class TransportFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
    this.name = "TransportFailure";
  }
}

/** Opens connections; called again after one was lost. */
export type OpenTransport = (options: DriverCallOptions) => Promise<DriverTransport>;

/**
 * Ends the wait for `work` at the deadline or when the caller gives up, whether or not `work` itself honours the signal.
 * `work` gets a signal that fires in both cases.
 */
export async function raceDeadline<T>(
  options: DriverCallOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (options.signal.aborted) throw new TransportFailure("not_sent", "The caller gave up before the call was sent.");
  if (options.timeoutMs <= 0) throw new TransportFailure("not_sent", "No time was left to send the call.");
  const stop = new AbortController();
  return await new Promise<T>((resolve, reject) => {
    const end = (failure: TransportFailure): void => {
      release();
      reject(failure);
      stop.abort();
    };
    const aborted = (): void =>
      end(new TransportFailure("aborted", "The caller gave up while the driver was working."));
    const timer = setTimeout(
      () =>
        end(new TransportFailure("timeout", `The driver did not answer within ${Math.round(options.timeoutMs)} ms.`)),
      options.timeoutMs,
    );
    options.signal.addEventListener("abort", aborted, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", aborted);
    };
    work(stop.signal).then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(
          error instanceof Error ? error : new TransportFailure("protocol", "The driver failed without an error."),
        );
      },
    );
  });
}
