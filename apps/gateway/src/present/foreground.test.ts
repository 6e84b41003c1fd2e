import type { FrontChange } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { presentForeground } from "./foreground.js";

/** The app that is acted on has the number 9. */
function change(from: number, to: number): { at: number; change: FrontChange; ours: boolean } {
  const front = (pid: number) => ({ pid, windowId: pid, app: "App", title: null });
  const at = 1_700_000_000_000;
  const more = { at, monotonicMs: 0, cause: "app" as const, blindMs: 20, during: [] };
  return { at, ours: to === 9, change: { front: front(to), previous: front(from), ...more } };
}

const nobody = {
  ...change(9, 1),
  change: { ...change(9, 1).change, front: { pid: null, windowId: null, app: null, title: null } },
};

describe(presentForeground, () => {
  it("says nothing when the target never came to the front", () => {
    expect(presentForeground({ changes: [change(1, 2)], watched: true }, "click")).toEqual({});
  });

  it("lists an activation of the target with the time, and whether another app is in front again [front.reported]", () => {
    const { foreground } = presentForeground({ changes: [change(1, 9), change(9, 1)], watched: true }, "click");
    expect(foreground).toEqual([{ pid: 9, during: "click", at: "2023-11-14T22:13:20.000Z", restored: true }]);
    const stayed = presentForeground({ changes: [change(1, 9)], watched: true }, "click");
    expect(stayed.foreground?.[0]?.restored).toBe(false);
  });

  it("calls the front given back only when another app has it [front.reported]", () => {
    const { foreground } = presentForeground({ changes: [change(1, 9), nobody], watched: true }, "click");
    expect(foreground?.[0]?.restored).toBe(false);
  });

  it("keeps 16 activations and says that there were more [front.truncated]", () => {
    const changes = Array.from({ length: 17 }, () => [change(1, 9), change(9, 1)]).flat();
    const told = presentForeground({ changes, watched: true }, "click");
    expect(told.foreground).toHaveLength(16);
    expect(told.foregroundTruncated).toBe(true);
  });

  it("says so when nobody watched, since silence proves nothing then [front.unwatched]", () => {
    expect(presentForeground({ changes: [], watched: false }, "click")).toEqual({ frontUnwatched: true });
  });
});
