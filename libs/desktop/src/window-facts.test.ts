import { describe, expect, it } from "vitest";
import { readDriverState } from "./driver-state.js";
import { windowFactsOf } from "./window-facts.js";

const listed = (windowId: number, pid: number | null, extra: object = {}) => ({
  window_id: windowId,
  pid,
  app_name: "App",
  title: `Window ${windowId}`,
  bounds: { x: 0, y: 0, width: 10, height: 10 },
  is_on_screen: true,
  z_index: windowId,
  ...extra,
});
const facts = (windows: unknown, frontPid: number | null = null) =>
  windowFactsOf(readDriverState({}), windows, { pid: 5, windowId: 1, frontPid });

describe("facts about the window", () => {
  it("fills app, title and bounds from the list when the state has none", () => {
    expect(facts({ windows: [listed(1, 5)] })).toMatchObject({ app: "App", title: "Window 1", bounds: { width: 10 } });
  });

  it("lists the same app's other ordinary windows from front to back, blank titles named", () => {
    const windows = [
      listed(1, 5),
      listed(2, 5),
      listed(3, 5, { title: " " }),
      listed(4, 6),
      listed(8, 5, { layer: 3 }),
    ];
    expect(facts({ windows }).otherWindows).toEqual(["(untitled window)", "Window 2"]);
  });

  it("says in front only if the front window is the app's, and never against the desktop", () => {
    const ours = { windows: [listed(1, 5), listed(9, 6, { app_name: "CUA Driver" })] };
    expect(facts(ours).frontmost).toBe(true);
    expect(facts(ours, 6).frontmost).toBe(false);
    expect(facts({ windows: [listed(1, 5), listed(3, 6)] }).frontmost).toBe(false);
  });

  it("leaves open what nothing tells", () => {
    expect(facts(null).frontmost).toBeNull();
    expect(facts({ windows: [listed(1, 5, { z_index: null })] }).frontmost).toBeNull();
    expect(facts(null, 5).frontmost).toBe(true);
  });
});
