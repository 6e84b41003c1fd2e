import type { AppEntry, WindowEntry } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { WindowFilter } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import type { CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";

const id = z.int().positive();
const bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One window as the driver lists it. Only the id is needed; anything else that is not as expected counts as unknown. */
const listedWindow = z.looseObject({
  window_id: id,
  pid: id.nullish().catch(null),
  app_name: z.string().catch(""),
  title: z.string().catch(""),
  bounds: bounds.nullish().catch(null),
  is_on_screen: z.boolean().nullish().catch(null),
  minimized: z.boolean().nullish().catch(null),
  layer: z.int().nullish().catch(null),
  z_index: z.number().nullish().catch(null),
  space_ids: z.array(z.int()).nullish().catch(null),
  on_current_space: z.boolean().nullish().catch(null),
});
const windowList = z.looseObject({ windows: z.array(z.unknown()) });

const listedApp = z.looseObject({
  pid: id,
  name: z.string().min(1),
  bundle_id: z.string().nullish().catch(null),
  active: z.boolean().nullish().catch(null),
  running: z.boolean().catch(true),
});
const appList = z.looseObject({ apps: z.array(z.unknown()) });

/** The driver's window list as entries; records without a usable id are left out. `null` when it is no list at all. */
export function readWindows(structured: unknown): WindowEntry[] | null {
  const list = windowList.safeParse(structured);
  if (!list.success) return null;
  return list.data.windows.flatMap((record) => {
    const parsed = listedWindow.safeParse(record);
    if (!parsed.success) return [];
    const window = parsed.data;
    return {
      windowId: window.window_id,
      pid: window.pid ?? null,
      app: window.app_name,
      title: window.title,
      bounds: window.bounds ?? null,
      onScreen: window.is_on_screen ?? true,
      minimized: window.minimized ?? null,
      layer: window.layer ?? null,
      zIndex: window.z_index ?? null,
      spaces: window.space_ids ?? null,
      onCurrentSpace: window.on_current_space ?? null,
    };
  });
}

/** Process that owns a window of the driver's list; `undefined` when it is not listed or has no known owner. */
export function ownerOf(structured: unknown, windowId: number): number | undefined {
  return readWindows(structured)?.find((window) => window.windowId === windowId)?.pid ?? undefined;
}

export async function listWindows(driver: CuaDriver, filter: WindowFilter, budget: CallBudget): Promise<WindowEntry[]> {
  const args = {
    ...(filter.pid === undefined ? {} : { pid: filter.pid }),
    ...(filter.onScreenOnly === undefined ? {} : { on_screen_only: filter.onScreenOnly }),
  };
  const reply = await driver.call("list_windows", args, "reads", budget);
  const answer = readAnswer(reply);
  const windows = answer.kind === "refused" ? null : readWindows(reply.structured);
  if (windows === null) {
    const message = answer.kind === "refused" ? answer.refusal.message : "The driver's window list is not a list.";
    throw new CodedError("driver_error", message, { delivery: "not_delivered" });
  }
  const app = filter.app?.toLowerCase();
  // The driver's own filter is not relied upon.
  return windows.filter(
    (window) =>
      (filter.pid === undefined || window.pid === filter.pid) &&
      (app === undefined || window.app.toLowerCase() === app) &&
      (filter.onScreenOnly !== true || window.onScreen),
  );
}

/**
 * Running apps. On Linux the driver lists every process of the machine, so the apps are the owners of windows there, and
 * which one is active is unknown.
 */
export async function listApps(
  driver: CuaDriver,
  platform: "linux" | "macos",
  budget: CallBudget,
): Promise<AppEntry[]> {
  if (platform === "linux") return appsOf(await listWindows(driver, {}, budget));
  const reply = await driver.call("list_apps", {}, "reads", budget);
  const answer = readAnswer(reply);
  const list = appList.safeParse(reply.structured);
  if (answer.kind === "refused" || !list.success) {
    const message = answer.kind === "refused" ? answer.refusal.message : "The driver's app list is not a list.";
    throw new CodedError("driver_error", message, { delivery: "not_delivered" });
  }
  return list.data.apps.flatMap((record) => {
    const app = listedApp.safeParse(record);
    if (!app.success || !app.data.running) return [];
    const { pid, name, bundle_id: bundleId, active } = app.data;
    return { pid, name, bundleId: bundleId ?? null, active: active ?? null };
  });
}

/** The processes that own windows, each once, in the order of the list. */
export function appsOf(windows: readonly WindowEntry[]): AppEntry[] {
  const apps = new Map<number, AppEntry>();
  for (const { pid, app } of windows) {
    if (pid === null || app === "" || apps.has(pid)) continue;
    apps.set(pid, { pid, name: app, bundleId: null, active: null });
  }
  return [...apps.values()];
}
