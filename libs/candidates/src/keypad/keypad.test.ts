import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "../build.js";
import { takesText, withText } from "../with-text.js";
import { keypadKeys } from "./keys.js";
import { keysOf } from "./presses.js";

const key = (label: string, more: Partial<Sketch> = {}): Sketch => ({ role: "button", label, ...more });
const digits = Array.from({ length: 10 }, (_, digit) => key(String(digit)));
const named = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"].map((identifier) =>
  key("", { identifier }),
);

function keypad(...nodes: Sketch[]) {
  return buildCandidates(windowOf({ nodes })).find(({ kind }) => kind === "keypad");
}

describe("the keys of a text", () => {
  it("read both letters and signs of sums: x is times, as are × and *, and spaces mean nothing", () => {
    expect(keysOf("3x4")).toEqual(["3", "*", "4"]);
    expect(keysOf("(48 + 16) ÷ 8 =")).toEqual(["(", "4", "8", "+", "1", "6", ")", "/", "8", "="]);
    expect(keysOf("7 − 19 ±")).toEqual(["7", "-", "1", "9", "±"]);
  });

  it.each(["3X4", "1,000", "\uff11", "a", "12 apples"])("are none for %j", (text) => {
    expect(keysOf(text)).toBeUndefined();
  });

  it("name percent, parentheses, memory, clear and backspace as the buttons do", () => {
    expect(keysOf("80*15%= MS AC C CE ⌫ MR M+ M− MC")).toEqual([
      "8",
      "0",
      "*",
      "1",
      "5",
      "%",
      "=",
      "MS",
      "AC",
      "C",
      "CE",
      "⌫",
      "MR",
      "M+",
      "M-",
      "MC",
    ]);
  });

  it("of any row of keys are that row again", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keypadKeys), { maxLength: 50 }), (keys) => {
        expect(keysOf(keys.join(" "))).toEqual(keys);
      }),
    );
  });
});

describe("an on-screen keypad", () => {
  it("needs eight digits: with seven there is none", () => {
    expect(keypad({ role: "group", inside: digits.slice(0, 7) })).toBeUndefined();
    expect(keypad({ role: "group", inside: digits.slice(0, 8) })).toBeDefined();
    expect(keypad({ role: "group", inside: digits.map(() => key("")) })).toBeUndefined();
  });

  it("may be of toggle buttons, which are then pressed and not turned on", () => {
    const inside = digits.map((each): Sketch => ({ ...each, role: "toggle", states: { checked: false } }));
    const offered = buildCandidates(windowOf({ nodes: [{ role: "group", inside }] }));
    expect(offered.filter(({ kind }) => kind === "click")).toHaveLength(inside.length);
    expect(offered.filter(({ kind }) => kind === "toggle")).toEqual([]);
    expect(offered.find(({ kind }) => kind === "keypad")?.keys).toHaveLength(inside.length);
  });

  it("is found by identifiers before labels, whatever language the labels are in", () => {
    const found = keypad({ role: "group", inside: [...named, key("Plus", { identifier: "Add" }), key("+")] });
    expect(found?.keys?.find((each) => each.key === "+")?.handle).toBe(13);
    expect(found?.keys?.map((each) => each.key)).toEqual(Array.from("0123456789+"));
  });

  it("is found by glyphs, by words and by Japanese names", () => {
    const found = keypad({
      role: "group",
      inside: [...digits, key("×"), key("subtract"), key("足す"), key("÷ ÷"), key("イコール")],
    });
    expect(found?.keys?.map((each) => each.key).slice(10)).toEqual(["+", "-", "*", "/", "="]);
  });

  it("is found where toolkits put rows of keys into boxes, and names of keys into help texts", () => {
    const rows = [digits.slice(0, 5), digits.slice(5)].map((inside): Sketch => ({ role: "group", inside }));
    const beside: Sketch = {
      role: "group",
      inside: [key("", { help: "Percentage [%]" }), key("sqrt", { help: "Square root    R" })],
    };
    const found = keypad({ role: "group", inside: [...rows, beside] });
    expect(found?.keys?.map((each) => each.key)).toEqual([...Array.from("0123456789"), "√", "%"]);
  });

  it("takes a text only when it has a key for every part, and presses those in order", () => {
    const pad = keypad({ role: "group", inside: [...digits, key("%"), key("*"), key("=")] });
    if (pad === undefined) throw new Error("no keypad");
    expect(takesText(pad, "80*15%=")).toBe(true);
    expect(takesText(pad, "80+15")).toBe(false);
    expect(takesText(pad, "")).toBe(false);
    const filled = withText(pad, "8*1=");
    expect(filled.does).toContain('key in "8*1=" on the on-screen keypad');
    expect(filled.action).toMatchObject({ keys: [{ key: "8" }, { key: "*" }, { key: "1" }, { key: "=" }] });
    expect(filled.id).toBe(pad.id);
  });

  it("leaves out keys that are disabled", () => {
    const found = keypad({
      role: "group",
      inside: [...digits.slice(1), key("0", { states: { enabled: false } }), key("+")],
    });
    expect(found?.keys?.map((each) => each.key)).toEqual(Array.from("123456789+"));
  });

  it("does not take a button of another part of the window for its own", () => {
    const toolbar: Sketch = { role: "group", inside: [key("Delete"), key("Rename"), key("Move")] };
    const nodes: Sketch[] = [{ role: "group", inside: [{ role: "group", inside: digits }, toolbar] }];
    expect(keypad(...nodes)?.keys?.map((each) => each.key)).toEqual(Array.from("0123456789"));
    const deletion = buildCandidates(windowOf({ nodes })).find(({ does }) => does.includes("Delete"));
    expect(deletion?.destructive).toBe(true);
  });
});
