import { setTimeout as delay } from "node:timers/promises";
import type { DesktopBackend, WindowRef } from "@beans-picker/desktop-process";
import { budget } from "./measure.js";

const appearMs = 20_000;
const settleMs = 15_000;
const pollMs = 250;
/** Windows smaller than this are helpers that never show. */
const smallest = 60;

/** The window that an app which has just been started shows; a launcher may have handed over to another process. */
export async function findWindow(backend: DesktopBackend, before: ReadonlySet<number>): Promise<WindowRef> {
  const giveUpAt = Date.now() + appearMs;
  for (;;) {
    const windows = await backend.listWindows({ onScreenOnly: true }, budget());
    for (const { windowId, pid, bounds } of windows) {
      if (pid === null || before.has(windowId) || bounds === null) continue;
      if (bounds.width >= smallest && bounds.height >= smallest) return { pid, windowId };
    }
    if (Date.now() > giveUpAt) throw new Error(`no window within ${appearMs} ms`);
    await delay(pollMs);
  }
}

/** Waits until an app has filled its window: three looks one after the other with the same number of nodes. */
export async function settled(backend: DesktopBackend, window: WindowRef): Promise<void> {
  const giveUpAt = Date.now() + settleMs;
  for (let last = -1, same = 0; same < 3 && Date.now() < giveUpAt;) {
    const nodes = await backend.look(window, budget()).then(
      ({ snapshot }) => snapshot.nodes.length,
      () => -1,
    );
    same = nodes === last && nodes > 1 ? same + 1 : 0;
    last = nodes;
    await delay(pollMs);
  }
}
