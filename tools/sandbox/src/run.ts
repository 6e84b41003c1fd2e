import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

import { messageOf, SandboxError } from "./errors.js";
import { type AppExit, endChild, exitOf } from "./launch.js";
import { type SandboxOptions, startSandbox } from "./sandbox.js";

/** How long the command may take to end after the caller's `signal`. */
const abortGraceMs = 5_000;

export interface RunOptions extends SandboxOptions {
  /** Added to the command's environment. */
  env?: Record<string, string>;
}

/**
 * Runs a command inside a sandbox of its own with this process's standard streams, passes SIGINT and SIGTERM on to it,
 * and gives its exit code: 128 plus the number of the signal that ended it, 127 or 126 as a shell gives when it cannot
 * be executed. The sandbox is gone when this returns.
 */
export async function runInSandbox(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const { env = {}, signal, ...sandboxOptions } = options;
  const interrupted = new AbortController();
  const giveUp = (): void => interrupted.abort();
  let received: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  const forward = (name: NodeJS.Signals): void => {
    received = name;
    if (child === undefined) giveUp();
    // A terminal sends Ctrl-C to the command itself; a second one would make many programs skip their clean-up.
    else if (name !== "SIGINT" || !process.stdin.isTTY) child.kill(name);
  };
  process.on("SIGINT", forward).on("SIGTERM", forward);
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    if (signal?.aborted === true) giveUp();
    const sandbox = await startSandbox({ ...sandboxOptions, signal: interrupted.signal });
    // From here on the command is asked to end first, and the desktop stays until it has.
    signal?.removeEventListener("abort", giveUp);
    try {
      child = spawn(command, args, { env: { ...sandbox.env, ...env }, stdio: "inherit" });
      return await exitCodeOf(child, command, signal);
    } finally {
      await sandbox.stop();
    }
  } catch (error) {
    if (received !== undefined && error instanceof SandboxError && error.code === "aborted")
      return signalCode(received);
    throw error;
  } finally {
    signal?.removeEventListener("abort", giveUp);
    process.off("SIGINT", forward).off("SIGTERM", forward);
  }
}

async function exitCodeOf(child: ChildProcess, command: string, signal: AbortSignal | undefined): Promise<number> {
  const exited = exitOf(child);
  const unstarted = new Promise<number>((resolve) =>
    child.once("error", (error) => {
      process.stderr.write(`${command}: ${messageOf(error)}\n`);
      resolve("code" in error && error.code === "ENOENT" ? 127 : 126);
    }),
  );
  const abort = (): void => void endChild(child, exited, abortGraceMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([exited.then(codeOf), unstarted]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

function codeOf({ code, signal }: AppExit): number {
  return signal === null ? (code ?? 1) : signalCode(signal);
}

function signalCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
