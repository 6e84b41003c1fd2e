import type { ListedWindow } from "./driver-state.js";
import { readWindowList } from "./driver-state.js";
import type { DriverState } from "./driver-state.js";
import type { WindowFacts } from "./snapshot.js";

/** What the caller knows about the window that is looked at. */
export interface WindowTarget {
  readonly pid: number;
  readonly windowId: number;
  /** The process in front as the desktop itself says; `null` when unknown. */
  readonly frontPid: number | null;
}

/** The driver's own overlay is a window too. */
const driverOverlay = "cua driver";

/** Facts about the window from the state, filled up from the window list (`windows`: a `list_windows` result or `null`). */
export function windowFactsOf(state: DriverState, windows: unknown, target: WindowTarget): WindowFacts {
  const listed = readWindowList(windows);
  const own = listed?.find((window) => window.window_id === target.windowId);
  const bounds = state.bounds ?? own?.bounds;
  const ordinary = listed === null ? null : byDepth(listed.filter(isOrdinary));
  return {
    pid: target.pid,
    windowId: target.windowId,
    app: (state.app ?? "") !== "" ? (state.app ?? "") : (own?.app_name ?? ""),
    title: (state.title ?? "") !== "" ? (state.title ?? "") : (own?.title ?? ""),
    ...(bounds === undefined ? {} : { bounds }),
    otherWindows: (ordinary ?? [])
      .filter((window) => window.pid === target.pid && window.window_id !== target.windowId)
      .map((window) => (window.title.trim() === "" ? "(untitled window)" : window.title)),
    frontmost: isFrontmost(ordinary, target),
  };
}

/** On screen, on the ordinary layer, and not the driver's own. */
function isOrdinary(window: ListedWindow): boolean {
  return window.is_on_screen && (window.layer ?? 0) === 0 && window.app_name.trim().toLowerCase() !== driverOverlay;
}

function byDepth(windows: readonly ListedWindow[]): ListedWindow[] {
  return [...windows].sort(
    (a, b) => (b.z_index ?? Number.NEGATIVE_INFINITY) - (a.z_index ?? Number.NEGATIVE_INFINITY) || 0,
  );
}

/** The front window belongs to the app; never true against what the desktop says. `null` when nothing tells. */
function isFrontmost(ordinary: readonly ListedWindow[] | null, { pid, frontPid }: WindowTarget): boolean | null {
  if (frontPid !== null && frontPid !== pid) return false;
  const first = ordinary?.[0];
  if (first === undefined || first.z_index === null || first.z_index === undefined)
    return frontPid === null ? null : true;
  return first.pid === pid;
}
