import type { WindowEntry } from "@beans-picker/desktop";
import { checkAppName, CodedError, looksLikeBundleId } from "@beans-picker/shared";
import type { ToolContext } from "./context.js";
import { launching } from "./launching.js";
import { deadlines } from "./limits.js";
import { pause } from "./pause.js";

export interface TargetArguments {
  readonly app?: string | undefined;
  readonly pid?: number | undefined;
  readonly windowId?: number | undefined;
}

export interface TargetWindow {
  readonly pid: number;
  readonly windowId: number;
}

/** Windows smaller than this are recording indicators and the like; used only when there is no bigger one [seed]. */
const smallest = { width: 100, height: 50 };

/** How often and how long a launched app is waited for [seed: 34 looks, 150 ms apart]. */
const launchLooks = { count: 34, everyMs: 150 };

/** The window a person would mean: ordinary, on screen, big enough, titled, nearest the front. Pure. */
export function defaultWindow(windows: readonly WindowEntry[]): WindowEntry | undefined {
  const ordinary = windows.filter((window) => window.pid !== null && (window.layer ?? 0) === 0 && window.onScreen);
  const big = ordinary.filter(
    ({ bounds }) => bounds === null || (bounds.width >= smallest.width && bounds.height >= smallest.height),
  );
  const pool = big.length > 0 ? big : ordinary;
  return [...pool].sort(
    (a, b) => Number(b.title.trim() !== "") - Number(a.title.trim() !== "") || (b.zIndex ?? -1) - (a.zIndex ?? -1),
  )[0];
}

/** Runs a call on its window, after earlier calls on the same app. */
export function onTarget<R>(
  args: TargetArguments,
  context: ToolContext,
  body: (target: TargetWindow) => Promise<R>,
): Promise<R> {
  const { app, pid, windowId } = args;
  const named = JSON.stringify([pid, app?.toLowerCase(), windowId]);
  return context.traffic.onApp(
    { named, signal: context.signal },
    () => resolveTarget(args, context),
    pidOf,
    told(context, body),
  );
}

/** The same for a window that must be exactly this one. */
export function onExactTarget<R>(
  pid: number,
  windowId: number,
  context: ToolContext,
  body: (target: TargetWindow) => Promise<R>,
): Promise<R> {
  const named = JSON.stringify([pid, null, windowId]);
  return context.traffic.onApp(
    { named, signal: context.signal },
    () => exactTarget(pid, windowId, context),
    pidOf,
    told(context, body),
  );
}

function told<R>(context: ToolContext, body: (target: TargetWindow) => Promise<R>): typeof body {
  return (target) => {
    context.actsOn(target.pid);
    return body(target);
  };
}

function pidOf({ pid }: TargetWindow): number {
  return pid;
}

/** Resolves pid, then app, then windowId alone; codes `bad_target`, `window_not_found`, `app_not_found`. */
export async function resolveTarget(args: TargetArguments, context: ToolContext): Promise<TargetWindow> {
  if (args.pid !== undefined) return windowOfPid(args.pid, args.windowId, context);
  if (args.app !== undefined) return windowOfApp(args.app, args.windowId, context);
  if (args.windowId === undefined) throw new CodedError("bad_target");
  return exactWindow(await listWindows(context), args.windowId);
}

/** The given window, refused when another process owns it. */
export async function exactTarget(pid: number, windowId: number, context: ToolContext): Promise<TargetWindow> {
  return exactWindow(await listWindows(context, { pid }), windowId, pid);
}

async function windowOfPid(pid: number, windowId: number | undefined, context: ToolContext): Promise<TargetWindow> {
  const windows = (await listWindows(context, { pid })).filter((window) => window.pid === pid);
  if (windowId !== undefined) return exactWindow(windows, windowId, pid);
  return usable(defaultWindow(windows)) ?? notFound(`Process ${pid} has no ordinary window on the screen.`);
}

async function windowOfApp(app: string, windowId: number | undefined, context: ToolContext): Promise<TargetWindow> {
  const windows = await listWindows(context, { app });
  if (windowId !== undefined) return exactWindow(windows, windowId);
  return usable(defaultWindow(windows)) ?? (await launched(app, context));
}

async function launched(app: string, context: ToolContext): Promise<TargetWindow> {
  const name = checkAppName(app);
  if (!name.ok) throw new CodedError("bad_target", name.message);
  return launching(context, "launch", async () => {
    const { pid } = await context.traffic.acting(context.signal, () =>
      context.desktop.call("app.launch", looksLikeBundleId(app) ? { bundleId: app } : { name: app }, {
        deadlineMs: deadlines.launch,
        signal: context.signal,
      }),
    );
    return windowOfStarted(pid, app, context);
  });
}

async function windowOfStarted(pid: number | null, app: string, context: ToolContext): Promise<TargetWindow> {
  for (let look = 0; look < launchLooks.count; look += 1) {
    const found = usable(defaultWindow(await listWindows(context, pid === null ? { app } : { pid })));
    if (found) return found;
    await pause(launchLooks.everyMs, context.signal);
  }
  return notFound("The app was started but showed no window in 5 s.");
}

function exactWindow(windows: readonly WindowEntry[], windowId: number, pid?: number): TargetWindow {
  const window = windows.find((entry) => entry.windowId === windowId && (pid === undefined || entry.pid === pid));
  return usable(window) ?? notFound();
}

function usable(window: WindowEntry | undefined): TargetWindow | undefined {
  return window?.pid ? { pid: window.pid, windowId: window.windowId } : undefined;
}

function notFound(message?: string): never {
  throw new CodedError("window_not_found", message);
}

async function listWindows(
  context: ToolContext,
  filter: { readonly pid?: number; readonly app?: string } = {},
): Promise<WindowEntry[]> {
  const { windows } = await context.desktop.call("windows.list", filter, {
    deadlineMs: deadlines.list,
    signal: context.signal,
  });
  return windows;
}
