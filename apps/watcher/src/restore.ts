import { type Front, restoreChecks, type RestoreResult } from "@beans-picker/protocol";

/** What a restore needs of the desktop. */
export interface RestoreDesk {
  /** What is in front now, freshly read. */
  front(): Promise<Front>;
  /** A window of the app that can be activated: `windowId` while it is there, else another one; null when it has none. */
  windowOf(target: Target): Promise<number | null>;
  /** Asks for the window to be put in front; does not wait for it. */
  activate(windowId: number): Promise<void>;
  /** The window that a person has pressed on since the steal; null when none, or when that cannot be seen. */
  chosen(): Promise<Target | null>;
  pause(ms: number): Promise<void>;
}

export interface Target {
  readonly pid: number | null;
  readonly windowId: number | null;
}

export interface RestoreOrder {
  /** Apps that must not be in front. */
  readonly from: readonly number[];
  readonly to: Target | null;
  /** What was in front before, newest last. */
  readonly history: readonly Front[];
  /** Whether a person made the change that brought the present front app there. */
  readonly byPerson: boolean;
  readonly evenPerson: boolean;
}

/**
 * Puts an app back in front, once, and looks up to six times, 50 ms apart, whether it really is. Asks for nothing unless an
 * app of `from` is in front, and never for an app of `from`, except for a window that a person chooses meanwhile: that one
 * is what they get, however the two requests met at the window manager.
 */
export async function restoreFront(desk: RestoreDesk, order: RestoreOrder): Promise<RestoreResult> {
  const before = await desk.front();
  if (before.pid === null || !order.from.includes(before.pid))
    return { outcome: "not_needed", front: before, checks: 0 };
  if (order.byPerson && !order.evenPerson) return { outcome: "person", front: before, checks: 0 };
  for (const target of order.to === null ? candidates(order) : [order.to]) {
    const windowId = await desk.windowOf(target);
    if (windowId === null) continue;
    await desk.activate(windowId);
    return await check(desk, { pid: target.pid, windowId });
  }
  return { outcome: "nobody", front: before, checks: 0 };
}

/** The apps that were in front, the last one first, each window once. */
function candidates({ from, history }: RestoreOrder): Front[] {
  const seen = new Set<number | null>([null]);
  return history.toReversed().filter(({ pid, windowId }) => {
    if (seen.has(windowId) || (pid !== null && from.includes(pid))) return false;
    seen.add(windowId);
    return true;
  });
}

async function check(desk: RestoreDesk, target: Target): Promise<RestoreResult> {
  let front = await desk.front();
  let asked = false;
  for (let checks = 1; checks <= restoreChecks.times; checks += 1) {
    await desk.pause(restoreChecks.everyMs);
    const chosen = await desk.chosen();
    front = await desk.front();
    if (chosen !== null && !isSame(chosen, target)) {
      if (isSame(front, chosen)) return { outcome: "person", front, checks };
      const windowId = asked ? null : await desk.windowOf(chosen);
      if (windowId !== null) await desk.activate(windowId);
      asked = true;
      continue;
    }
    if (isSame(front, target)) return { outcome: "restored", front, checks };
  }
  return { outcome: "refused", front, checks: restoreChecks.times };
}

function isSame(one: Target, other: Target): boolean {
  return one.windowId === other.windowId || (one.pid !== null && one.pid === other.pid);
}
