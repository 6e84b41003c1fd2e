import type { AccessibleReading } from "@beans-picker/desktop";
import type { X11Window } from "@beans-picker/x11";
import type { WindowRef } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import type { AccessibleApp } from "./accessibility.js";
import type { Desk, DeskView } from "./desk.js";
import type { Observation } from "./observe.js";

/** The last look at a window, with what shows whether it still holds. */
export interface KeptLook {
  readonly observation: Observation;
  readonly reading: AccessibleReading;
  readonly scene: string;
  /** How often each of its windows had been drawn before it was read. */
  readonly drawn: ReadonlyMap<number, number>;
}

/** Windows whose last look is remembered. */
const maxKept = 16;

export class KeptLooks {
  readonly #looks = new Map<string, KeptLook>();

  of(window: WindowRef): KeptLook | undefined {
    return this.#looks.get(keyOf(window));
  }

  keep(window: WindowRef, look: KeptLook): void {
    this.forget(window);
    this.#looks.set(keyOf(window), look);
    for (const oldest of this.#looks.keys()) if (this.#looks.size > maxKept) this.#looks.delete(oldest);
  }

  forget(window: WindowRef): void {
    this.#looks.delete(keyOf(window));
  }
}

function keyOf({ pid, windowId }: WindowRef): string {
  return `${String(pid)} ${String(windowId)}`;
}

/**
 * All that a look depends on besides what the application says of itself: its connections to the accessibility bus and its
 * windows. Which of them is in front changes nothing in them.
 */
export function sceneOf({ windows }: DeskView, { pid }: X11Window, apps: readonly AccessibleApp[]): string {
  const own = windows.filter((window) => window.pid === pid).map((window) => ({ ...window, zIndex: 0, active: null }));
  return JSON.stringify([own.sort((one, other) => one.id - other.id), apps]);
}

/** How often each window of a look has been drawn by now; null when that is unknown of one of them. */
export async function drawingsOf(
  windows: readonly number[],
  desk: Desk,
  budget: CallBudget,
): Promise<ReadonlyMap<number, number> | null> {
  const drawn = await desk.drawings(windows, budget);
  return windows.every((id) => drawn.has(id)) ? drawn : null;
}

/** Whether nothing was drawn in the windows of a look since: what an application does not announce shows so. */
export function isUndrawn(last: KeptLook, drawn: ReadonlyMap<number, number> | null): boolean {
  return drawn !== null && [...last.drawn].every(([id, count]) => drawn.get(id) === count);
}
