import type { Action } from "@beans-picker/desktop";
import { afterEach, describe, expect, it } from "vitest";
import { macosState, window, type AxElement } from "../../../testing/driver-state.js";
import { ample, ScriptedDriver, type Script } from "../../../testing/scripted.js";

/*
 * There is no Mac here: the answers follow the driver's macOS sources and are given by the scripted driver. What is checked is what
 * would be sent, from its log of calls.
 */
const bounds = { x: 100, y: 100, width: 400, height: 600 };
const own = {
  window_id: window.windowId,
  pid: window.pid,
  app_name: "Probe",
  title: "Probe",
  bounds,
  z_index: 1,
  layer: 0,
  is_on_screen: true,
};
const native: AxElement[] = [
  { role: "AXWindow", label: "Probe", depth: 0 },
  { role: "AXButton", label: "Save", depth: 1, parent: 0 },
  { role: "AXTextField", label: "Name", value: "Ada", depth: 1, parent: 0 },
  { role: "AXPopUpButton", label: "Size", value: "Small", depth: 1, parent: 0 },
  { role: "AXRow", label: "Row", depth: 1, parent: 0 },
];
const web: AxElement[] = [
  { role: "AXWindow", label: "Probe", depth: 0 },
  { role: "AXWebArea", label: "Page", depth: 1, parent: 0 },
  { role: "AXButton", label: "Save", depth: 2, parent: 1 },
  { role: "AXTextField", label: "Note", value: "x", depth: 2, parent: 1 },
];
/** A state with a picture twice as wide as the window, as a Retina screen gives. */
const stateOf = (elements: readonly AxElement[]) => ({
  ...macosState(elements),
  screenshot_width: 800,
  screenshot_height: 1200,
});

const parts: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await part.close();
});

async function act(
  make: (handle: (label: string) => number) => Action,
  script: Script & { elements?: readonly AxElement[] } = {},
  then?: Script,
) {
  const { elements = native, ...more } = script;
  const whole: Script = { windows: [own], state: stateOf(elements), ...more };
  const driver = await ScriptedDriver.create(whole);
  const backend = driver.backend("macos");
  parts.push({ close: () => driver.remove() }, backend);
  const look = await backend.look(window, ample());
  if (then !== undefined) await driver.script({ ...whole, ...then });
  const handle = (label: string) => look.snapshot.nodes.find((node) => node.label === label)?.handle ?? -1;
  const performed = await backend.perform(look, make(handle), ample());
  const sent = (await driver.calls()).filter(
    ({ tool }) => !["get_window_state", "list_windows", "start_session"].includes(tool),
  );
  return { performed, sent: sent.map(({ tool, args }): Record<string, unknown> => ({ tool, ...args })) };
}

const failedPress = { text: "AX action failed (-25205)", isError: true };
const refusedBy = (code: string) => ({
  structured: { status: "refused", refusal: { code, message: code } },
  isError: true,
});

describe("a press on macOS", () => {
  it("that failed by accessibility while the window changed counts as acted, and is never pressed twice", async () => {
    const changed = stateOf([...native, { role: "AXButton", label: "Undo", depth: 1, parent: 0 }]);
    const { performed, sent } = await act(
      (handle) => ({ kind: "click", handle: handle("Save") }),
      { replies: { click: [failedPress] } },
      { state: changed },
    );
    expect(performed).toMatchObject({ delivery: "delivered" });
    expect(performed.route).toContain("ax_acted");
    expect(sent.map(({ tool }) => tool)).toEqual(["click"]);
  });

  it("that failed by accessibility without a trace is clicked at its middle, in pixels of the picture", async () => {
    const { performed, sent } = await act((handle) => ({ kind: "click", handle: handle("Save") }), {
      replies: { click: [failedPress] },
    });
    expect(performed.route).toContain("pixel");
    expect(sent).toMatchObject([{ element_token: "s00000001:1" }, { x: 200, y: 90, delivery_mode: "background" }]);
  });

  it("that the driver refused for a disabled control is not tried at its place", async () => {
    const { performed, sent } = await act((handle) => ({ kind: "click", handle: handle("Save") }), {
      replies: { click: [refusedBy("element_disabled")] },
    });
    expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "element_disabled" } });
    expect(sent).toHaveLength(1);
  });

  it("in a web page is a click at its place, and by accessibility only where that was refused", async () => {
    const click = (handle: (label: string) => number): Action => ({ kind: "click", handle: handle("Save") });
    const { performed, sent } = await act(click, { elements: web });
    expect(performed.route).toEqual(["pixel"]);
    expect(sent).toMatchObject([{ x: 200, y: 150 }]);
    const fallen = await act(click, { elements: web, replies: { click: [refusedBy("background_unavailable")] } });
    expect(fallen.sent.map((each) => ("x" in each ? "pixel" : typeof each["element_token"]))).toEqual([
      "pixel",
      "string",
    ]);
  });

  it("with modifier keys goes to a visible pixel", async () => {
    const { performed, sent } = await act((handle) => ({
      kind: "click",
      handle: handle("Row"),
      modifiers: ["shift", "cmd"],
    }));
    expect(performed.route).toEqual(["pixel", "mod:shift+cmd"]);
    expect(sent).toMatchObject([{ tool: "click", modifier: ["shift", "cmd"] }]);
  });

  it("with modifier keys and no visible pixel is not_visible, and nothing is sent", async () => {
    const over = { ...own, window_id: 7, title: "Palette", z_index: 9 };
    const { performed, sent } = await act(
      (handle) => ({ kind: "click", handle: handle("Row"), modifiers: ["shift"] }),
      { windows: [own, over] },
    );
    expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "not_visible" } });
    expect(sent).toEqual([]);
  });

  it("called stale twice is reported, and nothing is pressed when the control is gone from the fresh look", async () => {
    const stale = refusedBy("stale_element_token");
    const twice = await act((handle) => ({ kind: "click", handle: handle("Save") }), {
      replies: { click: [stale, stale] },
    });
    expect(twice.performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "stale_element_token" } });
    expect(twice.sent).toHaveLength(2);
    const gone = await act(
      (handle) => ({ kind: "click", handle: handle("Save") }),
      { replies: { click: [stale] } },
      { state: stateOf(native.filter(({ label }) => label !== "Save")) },
    );
    expect(gone.performed).toMatchObject({ refusal: { code: "target_gone" } });
    expect(gone.sent).toHaveLength(1);
  });
});

describe("a pop-up on macOS", () => {
  const open = (...titles: string[]): AxElement[] => [
    ...native,
    { role: "AXMenu", depth: 2, parent: 3 },
    ...titles.map((label): AxElement => ({ role: "AXMenuItem", label, depth: 3, parent: native.length })),
  ];
  const choose =
    (text: string) =>
    (handle: (label: string) => number): Action => ({
      kind: "choose_option",
      handle: handle("Size"),
      text,
    });

  it("whose item turns out destructive after opening needs confirmation, and the item is not pressed", async () => {
    const { performed, sent } = await act(choose("Delete"), {}, { state: stateOf(open("Small", "Delete")) });
    expect(performed.refusal?.code).toBe("needs_confirmation");
    expect(sent.map(({ tool }) => tool)).toEqual(["click", "press_key"]);
  });

  it("left open by the press is closed with one Escape, and not touched when it closed by itself", async () => {
    const stays = await act(choose("Large"), {}, { state: stateOf(open("Small", "Large")) });
    expect(stays.sent.filter(({ tool }) => tool === "press_key")).toHaveLength(1);
    const item = await act((handle) => ({ kind: "click", handle: handle("Small") }), {
      elements: open("Small"),
    });
    expect(item.performed.route.at(-1)).toBe("escape");
    const closed = await act(
      (handle) => ({ kind: "click", handle: handle("Small") }),
      { elements: open("Small") },
      { state: stateOf(native) },
    );
    expect(closed.sent.map(({ tool }) => tool)).toEqual(["click"]);
  });
});

describe("text on macOS", () => {
  it("is typed at the caret untouched", async () => {
    const { sent } = await act((handle) => ({ kind: "type_into", handle: handle("Name"), text: " a\u{1f600} " }));
    expect(sent).toMatchObject([{ tool: "type_text", text: " a\u{1f600} " }]);
  });

  it("is appended after the caret went to the end, and refused where the caret key is and the text is not known", async () => {
    const append = (handle: (label: string) => number): Action => ({
      kind: "append",
      handle: handle("Name"),
      text: "b",
    });
    const { sent } = await act(append);
    expect(sent).toMatchObject([
      { tool: "press_key", key: "down", modifiers: ["cmd"] },
      { tool: "type_text", text: "b" },
    ]);
    const refused = await act(append, { replies: { press_key: [refusedBy("background_unavailable")] } });
    expect(refused.performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "caret_refused" } });
    expect(refused.sent.map(({ tool }) => tool)).toEqual(["press_key"]);
  });

  it("with a line break is never typed into a web page", async () => {
    const { performed, sent } = await act((handle) => ({ kind: "type_into", handle: handle("Note"), text: "a\nb" }), {
      elements: web,
    });
    expect(performed.refusal?.code).toBe("line_break_refused");
    expect(sent).toEqual([]);
  });
});

describe("keys on macOS", () => {
  it("that the driver cannot tell a window for are sent once more in the foreground, and only then", async () => {
    const key: Action = { kind: "key", key: "escape" };
    const { performed, sent } = await act(() => key, {
      replies: { press_key: [refusedBy("same_pid_keyboard_ambiguity")] },
    });
    expect(performed.route).toEqual(["fg:press_key"]);
    expect(sent.map((each) => each["delivery_mode"])).toEqual(["background", "foreground"]);
    const other = await act(() => key, { replies: { press_key: [refusedBy("background_unavailable")] } });
    expect(other.sent).toHaveLength(1);
  });
});

describe("a keypad on macOS", () => {
  it("is pressed key by key, and says at which key it stopped", async () => {
    const keys = (handle: (label: string) => number) => [
      { key: "1", handle: handle("Save") },
      { key: "2", handle: handle("Row") },
    ];
    const all = await act((handle) => ({ kind: "keypad", keys: keys(handle) }));
    expect(all.performed.delivery).toBe("delivered");
    expect(all.sent).toHaveLength(2);
    const stopped = await act((handle) => ({ kind: "keypad", keys: keys(handle) }), {
      replies: { click: [null, refusedBy("background_unavailable")] },
    });
    expect(stopped.performed).toMatchObject({ delivery: "uncertain", hint: "partial" });
    expect(stopped.performed.route.at(-1)).toBe("key 2/2");
  });
});

describe("a drag on macOS", () => {
  const drag =
    (to: Extract<Action, { kind: "drag" }>["to"]) =>
    (handle: (label: string) => number): Action => ({
      kind: "drag",
      handle: handle("Row"),
      to,
    });

  it("goes from middle to middle, or by an offset in pixels of the picture that is not scaled", async () => {
    const { sent } = await act((handle) => ({ kind: "drag", handle: handle("Row"), to: { handle: handle("Size") } }));
    expect(sent).toMatchObject([{ tool: "drag", from_x: 200, from_y: 270, to_x: 200, to_y: 210 }]);
    const offset = await act(drag({ dx: 30, dy: -20 }));
    expect(offset.sent).toMatchObject([{ from_x: 200, from_y: 270, to_x: 230, to_y: 250 }]);
  });

  it("that would land just outside any window edge is not_visible, and nothing is sent", async () => {
    for (const to of [
      { dx: -201, dy: 0 },
      { dx: 600, dy: 0 },
      { dx: 0, dy: -271 },
      { dx: 0, dy: 930 },
    ]) {
      const { performed, sent } = await act(drag(to));
      expect(performed.refusal?.code).toBe("not_visible");
      expect(sent).toEqual([]);
    }
  });

  it("whose end lies under another window of the app is not_visible", async () => {
    const over = { ...own, window_id: 7, z_index: 9, bounds: { x: 100, y: 100, width: 400, height: 90 } };
    const { performed, sent } = await act(drag({ dx: 0, dy: -200 }), { windows: [own, over] });
    expect(performed.refusal?.code).toBe("not_visible");
    expect(sent).toEqual([]);
  });

  it("onto what may not be undoable needs confirmation, which shows only at the actual point", async () => {
    const elements: AxElement[] = [...native, { role: "AXButton", label: "Delete", depth: 1, parent: 0 }];
    const { performed, sent } = await act(drag({ dx: 0, dy: 60 }), { elements });
    expect(performed.refusal?.code).toBe("needs_confirmation");
    expect(sent).toEqual([]);
  });
});
