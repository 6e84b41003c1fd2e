import { normaliseLinux, normaliseMacos, type Snapshot } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { WindowRef } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import { ownerOf } from "./discover.js";
import type { CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";

export const backendName = "cua-driver";

/**
 * How much of a window is read. Linux has no depth limit on purpose: with one the driver numbers fewer nodes, and a number
 * then stands for another control. Sources: cua-driver 0.28 (5000 is its own default), beans-picker 0.5 (1500, 25).
 */
const limits = {
  linux: { maxElements: 5_000 },
  macos: { maxElements: 1_500, maxDepth: 25 },
} as const;

/** A snapshot with the driver's own names of its controls. */
export interface Observation {
  readonly snapshot: Snapshot;
  /** Handle → element token, alive until the next look at the same window. */
  readonly tokens: ReadonlyMap<number, string>;
}

export type Platform = keyof typeof limits;

const windowId = z.looseObject({ window_id: z.number().optional().catch(undefined) });

/** Looks at a window without a picture. Rejects with `window_not_found`, or with `driver_error` when the driver refuses. */
export async function observe(
  driver: CuaDriver,
  platform: Platform,
  window: WindowRef,
  budget: CallBudget,
): Promise<Observation> {
  const limit = limits[platform];
  const [state, windows] = await Promise.all([
    driver.call(
      "get_window_state",
      {
        pid: window.pid,
        window_id: window.windowId,
        include_screenshot: false,
        max_elements: limit.maxElements,
        ...("maxDepth" in limit ? { max_depth: limit.maxDepth } : {}),
      },
      "reads",
      budget,
    ),
    // Facts about other windows are welcome, not needed.
    driver.call("list_windows", {}, "reads", budget).catch(() => null),
  ]);
  const owner = windows === null ? undefined : ownerOf(windows.structured, window.windowId);
  if (owner !== undefined && owner !== window.pid) throw notFound();
  const answer = readAnswer(state);
  if (answer.kind === "refused") throw refusedLook(answer.refusal.code, answer.refusal.message);
  const seen = windowId.safeParse(state.structured).data?.window_id;
  if (seen !== undefined && seen !== window.windowId) throw notFound();
  const input = {
    state: state.structured,
    windows: windows?.structured ?? null,
    frontPid: null,
    pid: window.pid,
    windowId: window.windowId,
    limits: limit,
    backend: backendName,
  };
  return platform === "linux" ? normaliseLinux(input) : normaliseMacos(input);
}

function notFound(): CodedError {
  return new CodedError("window_not_found", undefined, { delivery: "not_delivered" });
}

const gone: ReadonlySet<string> = new Set([
  "window_not_found",
  "window_id_not_found",
  "window_target_not_found",
  "window_target_mismatch",
  "window_owner_pid_mismatch",
  "owner_pid_mismatch",
]);

function refusedLook(code: string, message: string): CodedError {
  if (gone.has(code)) return notFound();
  return new CodedError("driver_error", message, { delivery: "not_delivered", details: { driverCode: code } });
}
