import { type Display, words } from "@beans-picker/x11";

const mostWindows = 1_000;

/** Remembers when windows were first seen in the window manager's list. */
export interface WindowsSeen {
  /** Milliseconds since the window was first seen; null when it was there from the start. */
  ageMs(window: number): number | null;
}

/** `onNew` is told of every window once, of those that are there from the start too. */
export async function windowsSeen(
  display: Display,
  now: () => number,
  onNew: (window: number) => void,
): Promise<WindowsSeen> {
  const seen = new Map<number, number | null>();
  const list = async (at: number | null): Promise<void> => {
    const listed = words(await display.property(display.root, "_NET_CLIENT_LIST", mostWindows));
    for (const window of listed) {
      if (seen.has(window)) continue;
      seen.set(window, at);
      onNew(window);
    }
    const there = new Set(listed);
    for (const window of seen.keys()) if (!there.has(window)) seen.delete(window);
  };
  await display.onRootProperty("_NET_CLIENT_LIST", () => void list(now()).catch(() => undefined));
  await list(null);
  return {
    ageMs(window) {
      const at = seen.get(window);
      // A window that is not in the list yet cannot be an old one.
      if (at === undefined) return 0;
      return at === null ? null : now() - at;
    },
  };
}
