import { readFile } from "node:fs/promises";
import { parseProcess, type WindowEntry } from "@beans-picker/desktop";
import type { LaunchResult } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { LaunchRequest } from "../../../backend.js";
import { assertTimeLeft, limitBudget, pause, type CallBudget } from "../../../budget.js";
import type { Desk } from "../desk.js";
import { entriesOf } from "../windows.js";
import { commandLine } from "./command-line.js";
import { findApp, programNamed } from "./find-app.js";
import { startApp, type StartedApp, type StartOptions } from "./start-app.js";

/** How long an app's first window is waited for, and how often it is looked for, in ms. */
const WINDOW_MS = 20_000;
const POLL_MS = 100;
/** A program that hands over to one that runs already ends; the window may come a moment after, in ms. */
const HANDED_OVER_MS = 5_000;

/**
 * Starts an app and waits for its first window. An app without a window in time is answered without one. Rejects with
 * `app_not_found` and, for one that ends with an error before it shows a window, `launch_failed`.
 */
export async function launchApp(
  desk: Pick<Desk, "view">,
  env: NodeJS.ProcessEnv,
  request: LaunchRequest,
  budget: CallBudget,
): Promise<LaunchResult> {
  const { name, options } = await resolve(request, env);
  const before = new Set(entriesOf(await desk.view(budget), {}).map(({ windowId }) => windowId));
  assertTimeLeft(budget);
  const app = await startApp(options);
  return { name, ...(await firstWindows(desk, app, before, limitBudget(budget, WINDOW_MS))) };
}

async function resolve(
  { name, bundleId, urls = [] }: LaunchRequest,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly name: string; readonly options: StartOptions }> {
  if (name === undefined) {
    const missing = bundleId === undefined ? "" : " Linux has no bundle ids; give `name`.";
    throw refused("bad_arguments", `No app was named; nothing was started.${missing}`);
  }
  const found = await findApp(name, env);
  if (found.kind === "program") {
    return { name: found.name, options: { file: found.file, args: urls, directory: null, env } };
  }
  const { entry } = found;
  if (entry.inTerminal) throw refused("launch_failed", "The app runs in a terminal; it was not started.");
  const line = commandLine(entry, urls);
  if (!line.ok) {
    throw line.why === "no_urls"
      ? refused("bad_arguments", "The app takes no URLs or folders; it was not started.")
      : refused("launch_failed", "The app's desktop file has no command that can be carried out; it was not started.");
  }
  const [program = "", ...args] = line.words;
  const file = await programNamed(program, env);
  if (file === undefined) throw refused("launch_failed", "The app's program is not there; it was not started.");
  return { name: entry.names[0] ?? entry.id, options: { file, args, directory: entry.path, env } };
}

interface FirstWindows {
  readonly pid: number | null;
  readonly windows: WindowEntry[];
}

/**
 * Windows of the program or of what it started, which are in its session; else, when it has ended well, those that came up
 * since, where they all belong to one process: it handed over to one that runs already.
 */
async function firstWindows(
  desk: Pick<Desk, "view">,
  app: StartedApp,
  before: ReadonlySet<number>,
  budget: CallBudget,
): Promise<FirstWindows> {
  let handingOver: CallBudget | undefined;
  for (;;) {
    const ended = app.ended();
    const view = await desk.view(budget).catch(() => undefined);
    const fresh = view === undefined ? [] : entriesOf(view, {}).filter(({ windowId }) => !before.has(windowId));
    const sessions = await Promise.all(fresh.map(async ({ pid }) => (pid === null ? null : await sessionOf(pid))));
    const own = fresh.filter((_, at) => sessions[at] === app.pid);
    const [first] = own;
    if (first !== undefined) return { pid: first.pid, windows: own.filter(({ pid }) => pid === first.pid) };
    if (ended !== undefined && ended.code !== 0) {
      throw new CodedError(
        "launch_failed",
        "The app ended with an error before it showed a window. Start it by hand to see what it says.",
        { delivery: "delivered" },
      );
    }
    if (ended !== undefined) {
      const owners = new Set(fresh.map(({ pid }) => pid));
      const [owner] = owners;
      if (owners.size === 1 && owner !== undefined && owner !== null) return { pid: owner, windows: fresh };
      handingOver ??= limitBudget(budget, HANDED_OVER_MS);
    }
    if (!(await pause(POLL_MS, handingOver ?? budget)))
      return { pid: ended === undefined ? app.pid : null, windows: [] };
  }
}

/** The session of a process; null when it is gone. */
async function sessionOf(pid: number): Promise<number | null> {
  return parseProcess(await readFile(`/proc/${String(pid)}/stat`, "latin1").catch(() => ""))?.session ?? null;
}

function refused(code: "bad_arguments" | "launch_failed", message: string): CodedError {
  return new CodedError(code, message, { delivery: "not_delivered" });
}
