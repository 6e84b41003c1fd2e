import type { Readable, Writable } from "node:stream";
import type { Logger } from "@beans-picker/ipc";
import { createToolRunner, type StartChildren } from "./runner.js";
import { serveMcp } from "./server.js";
import { tools } from "./tools/registry.js";

export interface GatewayOptions {
  readonly version: string;
  readonly log: Logger;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly startChildren: StartChildren;
  /** Path of a file with a person's own rules of what needs consent. */
  readonly rulesFile?: string | undefined;
}

export interface Gateway {
  /** Resolves when the client has gone and everything is closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves the tools over MCP until the client ends its input, or `close` is called. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { version, log, stdin, stdout, startChildren, rulesFile } = options;
  const runner = createToolRunner({ log, startChildren, rulesFile });
  const server = await serveMcp({
    version,
    tools,
    stdin,
    stdout,
    run: (tool, args, caller) => runner.run(tool, args, caller),
    // Not in the same turn: the greeting goes out before processes are started.
    onInitialized: () => setImmediate(() => runner.warmUp()),
  });
  let closing: Promise<void> | undefined;
  let settle = (): void => undefined;
  const closed = new Promise<void>((resolve) => (settle = resolve));
  const close = (): Promise<void> => {
    closing ??= runner
      .close()
      .then(() => server.close())
      .finally(() => settle());
    return closing;
  };
  // The SDK's transport does not end with its input.
  for (const event of ["end", "close"]) stdin.once(event, () => void close());
  return { closed, close };
}
