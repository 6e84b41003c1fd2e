import { execFile, spawn } from "node:child_process";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { startFixture, startSentinel } from "@beans-picker/fixture";
import { type Budget, budgetOf } from "../budget.js";
import { x11Desktop } from "../desktop.js";

const run = promisify(execFile);

/** The environment of the test's desktop, complete. */
export const env = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

export const now = (): number => performance.now();

export const plenty = (): Budget => budgetOf(10_000);

export function desk(): ReturnType<typeof x11Desktop> {
  return x11Desktop({ env, platform: "linux", host: hostname(), now });
}

/** The fixture with the sentinel in front of it. */
export async function startPair(): Promise<{
  fixture: Awaited<ReturnType<typeof startFixture>>;
  sentinel: Awaited<ReturnType<typeof startSentinel>>;
  stop(): Promise<void>;
}> {
  const fixture = await startFixture({ env });
  const sentinel = await startSentinel({ env });
  await sentinel.waitFor(({ active }) => active, 10_000, "the sentinel is in front");
  return {
    fixture,
    sentinel,
    async stop() {
      await Promise.all([fixture.stop(), sentinel.stop()]);
    },
  };
}

/** What a program prints, as it is. */
export async function output(program: string, ...args: string[]): Promise<Buffer> {
  const { stdout } = await run(program, args, { encoding: "buffer", maxBuffer: 64 * 1024 * 1024, env });
  return stdout;
}

export async function xdotool(...args: string[]): Promise<string> {
  return (await output("xdotool", ...args)).toString().trim();
}

/** Waits until `found` gives something; fails with `what` after `deadlineMs`. */
export async function until<T>(what: string, found: () => Promise<T | undefined>, deadlineMs = 10_000): Promise<T> {
  const end = now() + deadlineMs;
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    if (now() > end) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs a GTK 3 program that has Gtk, GLib and Gdk; ends with `stop`. */
export function gtk(
  program: string,
  variables: Record<string, string> = {},
): { readonly pid: number; stop(): Promise<void> } {
  const preamble = `
import gi
gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
`;
  const child = spawn("/usr/bin/python3", ["-c", `${preamble}${program}\nGtk.main()`], {
    env: { ...env, ...variables },
    stdio: "ignore",
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (child.pid === undefined) throw new Error("python3 was not started");
  return {
    pid: child.pid,
    async stop() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
