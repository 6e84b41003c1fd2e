import { execFile, execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect } from "vitest";

const run = promisify(execFile);

/** The built library, for owner processes that tests kill. */
export const library = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** Processes that carry a sandbox's marker, found by grep and not by the code under test. */
export function markedProcesses(id: string): { pid: number; command: string }[] {
  const script =
    'for f in $(grep -lsa "BEANS_SANDBOX_ID=$1" /proc/[0-9]*/environ); do d=${f%/environ}; echo "${d#/proc/} $(cat $d/comm)"; done; true';
  const env = { PATH: process.env["PATH"] ?? "" };
  const text = execFileSync("sh", ["-c", script, "sh", id], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return text
    .split("\n")
    .map((line) => /^(\d+) (.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid = "", command = ""]) => ({ pid: Number(pid), command }));
}

/** Their commands. */
export function markedCommands(id: string): string[] {
  return markedProcesses(id).map(({ command }) => command);
}

/** Output of a command run with exactly `env`. */
export async function output(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run(command, args, { env });
  return stdout;
}

/** How many applications the accessibility bus of the desktop `env` knows. */
export async function accessibleApps(env: Record<string, string>): Promise<number> {
  const session = ["--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus"];
  const address = (await output("dbus-send", [...session, "org.a11y.Bus.GetAddress"], env)).trim();
  const root = ["--print-reply=literal", "--dest=org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"];
  const property = ["string:org.a11y.atspi.Accessible", "string:ChildCount"];
  const get = ["org.freedesktop.DBus.Properties.Get", ...property];
  const reply = await output("dbus-send", [`--bus=${address}`, ...root, ...get], env);
  return Number(/int32 (\d+)/.exec(reply)?.[1]);
}

/** Waits for a condition, at most ten seconds. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 50 }).toBe(true);
}

/** Matches any text that contains `part`; typed so that it can stand in an expected object. */
export function mentioning(part: string | RegExp): unknown {
  return expect.stringMatching(part);
}
