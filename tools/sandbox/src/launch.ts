import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { boundedOutput } from "./bounded-output.js";
import { messageOf, SandboxError } from "./errors.js";

/** Characters kept of each output stream of an app. */
const outputLimit = 65_536;

/** How an app ended. */
export interface AppExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** An app that was started in the sandbox. */
export interface LaunchedApp {
  pid: number;
  process: ChildProcess;
  /** The end of what it wrote, at most 64 KiB of each stream. */
  output(): { stdout: string; stderr: string };
  exited: Promise<AppExit>;
  /** Asks it to end, kills it after `graceMs` (default 2000), and waits. */
  stop(graceMs?: number): Promise<AppExit>;
}

/** Starts `command` with exactly `env`; fails with `launch_failed` when it cannot be executed. */
export async function launchApp(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<LaunchedApp> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const stdout = boundedOutput(child.stdout, outputLimit);
  const stderr = boundedOutput(child.stderr, outputLimit);
  const exited = exitOf(child);
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new SandboxError("launch_failed", `${command} was not started: ${messageOf(error)}`, { cause: error });
  }
  if (child.pid === undefined) throw new SandboxError("launch_failed", `${command} was not started`);
  return {
    pid: child.pid,
    process: child,
    output: () => ({ stdout: stdout(), stderr: stderr() }),
    exited,
    stop: (graceMs = 2_000) => endChild(child, exited, graceMs),
  };
}

/** How `child` ends; never rejects. */
export function exitOf(child: ChildProcess): Promise<AppExit> {
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
}

/** SIGTERM, then SIGKILL after `graceMs`. */
export async function endChild(child: ChildProcess, exited: Promise<AppExit>, graceMs: number): Promise<AppExit> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  const exit = await exited;
  clearTimeout(timer);
  return exit;
}
