import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

import { boundedOutput } from "./bounded-output.js";
import { messageOf, SandboxError } from "./errors.js";

/** A program the guard keeps running. */
export interface Daemon {
  name: string;
  process: ChildProcess;
  /** Last words, for error messages. */
  output: () => string;
  /** What it wrote to file descriptor 3, where servers announce their address. */
  announced: () => string;
}

/** Starts a daemon; its standard streams are captured and descriptor 3 is a pipe for announcements. */
export function startDaemon(name: string, command: string, args: string[], env: Record<string, string>): Daemon {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const out = boundedOutput(child.stdout, 4_096);
  const errors = boundedOutput(child.stderr, 4_096);
  const extra = child.stdio[3];
  const announced = boundedOutput(isReadable(extra) ? extra : null, 4_096);
  let failure = "";
  child.on("error", (error) => (failure = messageOf(error)));
  return { name, process: child, announced, output: () => `${failure}${errors()}${out()}`.trim() };
}

/** Whether a daemon has ended, or never started. */
export function hasEnded({ process: child }: Daemon): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Waits until `ready` gives a value, as long as `daemon` lives and `signal` allows. */
export async function untilReady<T>(
  daemon: Daemon,
  what: string,
  ready: () => Promise<T | undefined> | T | undefined,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const value = await ready();
    if (value !== undefined) return value;
    if (hasEnded(daemon)) throw failed("start_failed", `${daemon.name} ended before ${what}`, daemon);
    if (signal.aborted) throw failed("start_timeout", `${daemon.name} did not get as far as: ${what}`, daemon);
    await delay(20);
  }
}

/** Standard output of a short command, or undefined when it fails. */
export async function ask(command: string, args: string[], env: Record<string, string>): Promise<string | undefined> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"], timeout: 5_000 });
  const out = boundedOutput(child.stdout, 65_536);
  try {
    await once(child, "close");
  } catch {
    return undefined;
  }
  return child.exitCode === 0 ? out().trim() : undefined;
}

/** Asks a daemon to end and waits, with SIGKILL after `graceMs`. */
export async function endDaemon(daemon: Daemon, graceMs: number): Promise<void> {
  if (hasEnded(daemon)) return;
  const ended = once(daemon.process, "exit");
  daemon.process.kill("SIGTERM");
  const timer = setTimeout(() => daemon.process.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

function failed(code: "start_failed" | "start_timeout", message: string, daemon: Daemon): SandboxError {
  const words = daemon.output();
  return new SandboxError(code, words === "" ? message : `${message}. It said: ${words}`);
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === "object" && stream !== null && "setEncoding" in stream;
}
