import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { systemPython } from "@beans-picker/fixture";
import { z } from "zod";
import type { WindowRef } from "../backend.js";
import { desktopEnv } from "./desktop.js";
import { eventually } from "./scripted.js";
import { startShiftingPage } from "./shifting-page.js";

const scripts = { gtk3: "shifting_app.py", gtk4: "shifting_gtk4.py", qt: "shifting_qt.py" } as const;

/** Apps whose controls come and go; those of the other toolkits know fewer commands than that of GTK 3. */
export type ShiftingKind = keyof typeof scripts | "web";

const report = z.object({
  windows: z.array(z.int().positive()),
  presses: z.array(z.int().nonnegative()),
  done: z.int().nullable(),
  block: z.enum(["begun", "over"]).nullish(),
});

export type Command =
  | readonly ["add", string, number?, number?]
  /** A check box; not in GTK 3. */
  | readonly ["add_check", string, number?]
  | readonly ["add_rows", readonly string[]]
  | readonly ["add_window", string, number, number, number?]
  | readonly ["add_presenter", string, number]
  | readonly ["remove" | "disable" | "minimise", number]
  | readonly ["rename", number, string]
  /** Only waits until what was asked for before has been counted. */
  | readonly ["settle"]
  | readonly ["recycle", readonly string[]]
  | readonly ["retitle", string, number]
  /** Every so many ms the app does nothing for so many ms; not in GTK 3. */
  | readonly ["stutter", number, number]
  /** The app does nothing for so many ms, once; GTK 4 only. */
  | readonly ["block", number];

/** The apps of `testing/shifting_*.py`, and a page with the same. */
export interface Shifting {
  readonly pid: number;
  /** Presses of each button, in the order in which the buttons were made. */
  presses(): readonly number[];
  /** How far the app is with doing nothing, by its own record. */
  block?(): "begun" | "over" | null | undefined;
  window(at: number): WindowRef;
  run(...command: Command): Promise<void>;
  /** Waits until the buttons were pressed so often. */
  pressed(presses: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startShifting(kind: ShiftingKind = "gtk3"): Promise<Shifting> {
  if (kind === "web") return await startShiftingPage();
  const script = join(dirname(fileURLToPath(import.meta.url)), "../../testing", scripts[kind]);
  const child = spawn(systemPython, [script], { env: desktopEnv(), stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error("the app did not start");
  let last: z.infer<typeof report> = { windows: [], presses: [], done: null };
  const done = new Set<number>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    last = report.parse(JSON.parse(line));
    if (last.done !== null) done.add(last.done);
  });
  let number = 0;
  await eventually("the window of the app", () => last.windows.length > 0);
  return {
    pid,
    presses: () => last.presses,
    block: () => last.block,
    window: (at) => ({ pid, windowId: last.windows[at] ?? 0 }),
    async run(...[name, ...args]) {
      number += 1;
      const own = number;
      child.stdin.write(`${JSON.stringify([own, name, args])}\n`);
      await eventually(`the end of ${name}`, () => done.has(own), 30_000);
    },
    async pressed(presses) {
      await eventually(`the presses ${presses.join(" ")}`, () => last.presses.join(" ") === presses.join(" "));
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
