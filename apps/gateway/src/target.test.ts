import type { WindowEntry } from "@beans-picker/desktop";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultWindow } from "./target.js";

function window(facts: Partial<WindowEntry>): WindowEntry {
  return {
    windowId: 1,
    pid: 10,
    app: "App",
    title: "Title",
    bounds: { x: 0, y: 0, width: 800, height: 600 },
    onScreen: true,
    minimized: false,
    layer: 0,
    zIndex: 1,
    spaces: null,
    onCurrentSpace: null,
    ...facts,
  };
}

describe(defaultWindow, () => {
  it("prefers a titled window over an untitled one in front of it", () => {
    const chosen = defaultWindow([window({ windowId: 1, title: " ", zIndex: 5 }), window({ windowId: 2, zIndex: 1 })]);
    expect(chosen?.windowId).toBe(2);
  });

  it("prefers the window nearest the front among titled ones", () => {
    const chosen = defaultWindow([window({ windowId: 1, zIndex: 1 }), window({ windowId: 2, zIndex: 7 })]);
    expect(chosen?.windowId).toBe(2);
  });

  it("never chooses a window of another layer, off the screen or without an owner", () => {
    const others = [window({ layer: 3 }), window({ onScreen: false }), window({ pid: null })];
    expect(defaultWindow(others)).toBeUndefined();
  });

  it("chooses a tiny window only when there is no bigger one", () => {
    const tiny = window({ windowId: 1, bounds: { x: 0, y: 0, width: 40, height: 20 }, zIndex: 9 });
    expect(defaultWindow([tiny, window({ windowId: 2 })])?.windowId).toBe(2);
    expect(defaultWindow([tiny])?.windowId).toBe(1);
  });

  it("keeps the list order on ties and never leaves the list it was given", () => {
    const entries = fc.array(
      fc.record({
        windowId: fc.integer({ min: 1 }),
        zIndex: fc.constantFrom(null, 1, 2),
        title: fc.constantFrom("", "a"),
      }),
    );
    fc.assert(
      fc.property(entries, (facts) => {
        const windows = facts.map(window);
        const chosen = defaultWindow(windows);
        if (windows.length === 0) expect(chosen).toBeUndefined();
        else expect(windows).toContain(chosen);
        expect(defaultWindow(windows)).toBe(chosen);
      }),
    );
  });
});
