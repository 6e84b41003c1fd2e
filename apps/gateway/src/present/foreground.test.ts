import type { FrontChange } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { presentForeground } from "./foreground.js";

function change(from: number, to: number): { at: number; change: FrontChange } {
  const front = (pid: number) => ({ pid, windowId: pid, app: "App", title: null });
  const at = 1_700_000_000_000;
  const more = { at, monotonicMs: 0, cause: "app" as const, blindMs: 20, during: [] };
  return { at, change: { front: front(to), previous: front(from), ...more } };
}

describe(presentForeground, () => {
  it("says nothing when the target never came to the front", () => {
    expect(presentForeground({ changes: [change(1, 2)], watched: true }, 9, "click")).toEqual({});
  });

  it("lists an activation of the target with the time, and whether another app is in front again [front.reported]", () => {
    const { foreground } = presentForeground({ changes: [change(1, 9), change(9, 1)], watched: true }, 9, "click");
    expect(foreground).toEqual([{ pid: 9, during: "click", at: "2023-11-14T22:13:20.000Z", restored: true }]);
    const stayed = presentForeground({ changes: [change(1, 9)], watched: true }, 9, "click");
    expect(stayed.foreground?.[0]?.restored).toBe(false);
  });

  it("keeps 16 activations and says that there were more [front.truncated]", () => {
    const changes = Array.from({ length: 17 }, () => [change(1, 9), change(9, 1)]).flat();
    const told = presentForeground({ changes, watched: true }, 9, "click");
    expect(told.foreground).toHaveLength(16);
    expect(told.foregroundTruncated).toBe(true);
  });

  it("says so when nobody watched, since silence proves nothing then [front.unwatched]", () => {
    expect(presentForeground({ changes: [], watched: false }, 9, "click")).toEqual({ frontUnwatched: true });
  });
});
