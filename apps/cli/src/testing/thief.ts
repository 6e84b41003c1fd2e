import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { until } from "./session.js";

const script = fileURLToPath(new URL("../../testing/thief.py", import.meta.url));

const written = z.object({ pid: z.number(), windowId: z.number(), presses: z.number(), jumps: z.number() });
export type ThiefState = z.infer<typeof written>;

/** An app that takes the front by itself when one of its buttons is pressed. */
export interface Thief {
  readonly pid: number;
  readonly windowId: number;
  /** What it wrote last of what it did. */
  state(): ThiefState;
  stop(): Promise<void>;
}

/** Opens it behind; `other` is the window it hands the front to when it flashes. */
export async function startThief(other: number, env: NodeJS.ProcessEnv = process.env): Promise<Thief> {
  const folder = mkdtempSync(join(tmpdir(), "thief-"));
  const file = join(folder, "state.json");
  const child = spawn("/usr/bin/python3", [script, file, String(other)], { env, stdio: ["pipe", "ignore", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const state = (): ThiefState => written.parse(JSON.parse(readFileSync(file, "utf8")));
  const { pid, windowId } = await until(
    "the window of the thief",
    () => {
      try {
        return state();
      } catch {
        return undefined;
      }
    },
    20_000,
  );
  return {
    pid,
    windowId,
    state,
    async stop() {
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a person at the keyboard and the mouse does. Rejects when xdotool fails. */
export async function person(...args: string[]): Promise<string> {
  return (await promisify(execFile)("xdotool", args)).stdout.trim();
}
