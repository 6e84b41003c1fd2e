import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { systemPython } from "@beans-picker/fixture";
import { z } from "zod";
import type { WindowRef } from "../backend.js";
import { desktopEnv } from "./desktop.js";
import { eventually } from "./scripted.js";

const report = z.object({
  windows: z.array(z.int().positive()),
  /** Commands of the menus that were chosen: which window's, and which. */
  chosen: z.array(z.tuple([z.int(), z.string()])),
  /** What the list of each window is at. */
  sizes: z.array(z.string()),
});
export type PopupState = z.infer<typeof report>;

export type PopupKind = "gtk3" | "gtk4" | "qt";

/** The apps of `testing/popups_*.py`: two windows, each with a menu and a list. */
export interface Popups {
  state(): PopupState;
  window(at: number): WindowRef;
  open(what: "menu" | "list", at: number): void;
  close(at: number): void;
  stop(): Promise<void>;
}

export async function startPopups(kind: PopupKind): Promise<Popups> {
  const script = fileURLToPath(new URL(`../../testing/popups_${kind}.py`, import.meta.url));
  const child = spawn(systemPython, [script], { env: desktopEnv(), stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error("the app did not start");
  let state: PopupState = { windows: [], chosen: [], sizes: [] };
  createInterface({ input: child.stdout }).on("line", (line) => (state = report.parse(JSON.parse(line))));
  await eventually("the windows of the app", () => state.windows.length === 2, 20_000);
  return {
    state: () => state,
    window: (at) => ({ pid, windowId: state.windows[at] ?? 0 }),
    open: (what, at) => void child.stdin.write(`${what} ${String(at)}\n`),
    close: (at) => void child.stdin.write(`close ${String(at)}\n`),
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
