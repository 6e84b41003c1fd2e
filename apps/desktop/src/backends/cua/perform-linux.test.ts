import type { Action } from "@beans-picker/desktop";
import { describe, expect, it } from "vitest";
import { linuxLook, window, type Element } from "../../testing/driver-state.js";
import { planLinux } from "./perform-linux.js";

const entry: Element = { role: "text", actions: ["activate"] };
const area: Element = { role: "text", frame: { x: 100, y: 400, w: 300, h: 200 } };
const spin: Element = { role: "spin button", label: "Quantity", value: "8.0", actions: ["activate"] };
const slider: Element = { role: "slider", label: "Volume", value: "35.0" };
const save: Element = { role: "push button", label: "Save", actions: ["click"] };
const tab: Element = { role: "page tab", label: "General" };
const option = (label: string): Element => ({
  role: "menu item",
  label,
  actions: ["click"],
  depth: 4,
  frame: undefined,
});
const combo: Element = { role: "combo box", label: "Red", actions: ["press"] };

type WithoutHandle<A> = A extends { handle: number } ? Omit<A, "handle"> : never;
type Asked = WithoutHandle<Action>;

/** What is planned for an action on the last top-level control of a window with these elements. */
function plan(action: Asked, ...elements: Element[]) {
  const look = linuxLook(elements);
  const handle = look.snapshot.nodes.filter(({ depth }) => depth === 2).at(-1)?.handle ?? -1;
  return planLinux(look.snapshot, { ...action, handle }, look, window);
}

const refused = (code: string) => ({ ok: false, refusal: { code } });
const tools = (planned: ReturnType<typeof plan>) =>
  planned.ok ? planned.calls.map(({ tool }) => tool) : planned.refusal.code;

describe("what is sent on Linux", () => {
  it("clicks a button by its token in the background", () => {
    expect(plan({ kind: "click" }, save)).toEqual({
      ok: true,
      calls: [
        {
          tool: "click",
          args: { pid: window.pid, window_id: window.windowId, element_token: "t0", delivery_mode: "background" },
        },
      ],
    });
  });

  const untouched: [string, Asked, Element][] = [
    ["a text field, because that is Return", { kind: "click" }, entry],
    ["a spin button, because that is Return", { kind: "click" }, spin],
    ["a page tab without an action", { kind: "click" }, tab],
    ["a slider by scrolling, because that changes it", { kind: "scroll", direction: "down" }, slider],
    ["a spin button by scrolling, because that changes it", { kind: "scroll", direction: "up" }, spin],
    ["a click with modifier keys", { kind: "click", modifiers: ["ctrl"] }, save],
    [
      "an action that the driver would replace by pointer events",
      { kind: "toggle" },
      { role: "radio button", label: "Deutsch", actions: ["check", "showContextMenu"] },
    ],
  ];
  it.each(untouched)("never touches %s [perform.no_false_click]", (_, action, element) => {
    expect(plan(action, element)).toMatchObject(refused("background_unavailable"));
  });

  it("sets text exactly, whatever it is, and never types it", () => {
    const text = "  Zoë ✓ 😀  ";
    expect(plan({ kind: "set_value", text }, entry)).toMatchObject({
      ok: true,
      calls: [{ tool: "set_value", args: { value: text } }],
    });
    expect(tools(plan({ kind: "set_value", text: "a\nb" }, area))).toEqual(["set_value"]);
  });

  it.each(["a\nb", "a\rb", "a\u2028b", "\u2029", "a\u0085"])(
    "refuses the line break in %j for a single line",
    (text) => {
      expect(plan({ kind: "set_value", text }, entry)).toMatchObject(refused("line_break_refused"));
    },
  );

  it.each(["a\0b", "half \ud800 pair"])("refuses %j, which cannot arrive as it is", (text) => {
    expect(plan({ kind: "set_value", text }, entry)).toMatchObject(refused("bad_arguments"));
  });

  it("commits the number of a spin button with a second call", () => {
    expect(plan({ kind: "set_value", text: "42" }, spin)).toMatchObject({
      ok: true,
      calls: [{ tool: "set_value" }, { tool: "click", step: "activate" }],
    });
  });

  it.each([
    ["70", true],
    [" 0.5 ", true],
    ["-3", true],
    ["70%", false],
    ["", false],
    ["1e3", false],
    ["Infinity", false],
  ])("sets a slider to %j only if that is a plain number", (text, accepted) => {
    expect(plan({ kind: "set_value", text }, slider).ok).toBe(accepted);
  });

  it("presses the option of a closed pop-up itself", () => {
    expect(plan({ kind: "choose_option", text: " Green " }, combo, option("Red"), option("Green"))).toMatchObject({
      ok: true,
      calls: [{ tool: "click", args: { element_token: "t2" } }],
    });
  });

  it("presses an option that may not be undoable only when somebody agreed to it", () => {
    const choose = (confirmed?: boolean) =>
      plan({ kind: "choose_option", text: "Delete", confirmed }, combo, option("Red"), option("Delete"));
    expect(choose()).toMatchObject(refused("needs_confirmation"));
    expect(choose(true)).toMatchObject({ ok: true });
  });

  it("lists the titles when no option has the wanted one", () => {
    const planned = plan({ kind: "choose_option", text: "Huge" }, combo, option("Red"), option("Green"));
    expect(planned).toMatchObject(refused("option_not_found"));
    expect(planned.ok ? "" : planned.refusal.message).toContain(`"Red", "Green"`);
  });

  it("refuses a title that two options have, and options of another pop-up", () => {
    const blue = [option("Red"), option("Blue"), option("Blue")];
    expect(plan({ kind: "choose_option", text: "Blue" }, combo, ...blue)).toMatchObject(refused("ambiguous_option"));
    const two = [combo, option("Green"), { ...combo, label: "Small" }, option("Small")];
    expect(plan({ kind: "choose_option", text: "Green" }, ...two)).toMatchObject(refused("option_not_found"));
  });
});
