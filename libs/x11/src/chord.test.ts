import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChord } from "./chord.js";
import { findKey, type Keymap, modifierOf } from "./keymap.js";

describe("a chord", () => {
  it.each([
    [["ctrl", "s"], ["ctrl"], 0x73],
    [["S", "Control", "shift"], ["ctrl", "shift"], 0x53],
    [["cmd", "option", "F12"], ["super", "alt"], 0xffc9],
    [["Return"], [], 0xff0d],
    [["enter"], [], 0xff0d],
    [["Page_Down"], [], 0xff56],
    [["+"], [], 0x2b],
    [[" "], [], 0x20],
    [["é"], [], 0xe9],
    [["ж"], [], 0x01000436],
    [["😀"], [], 0x0101f600],
  ] as const)("%j is read", (names, held, keysym) => {
    const chord = parseChord(names);
    expect([...(chord?.held ?? [])].toSorted()).toEqual(held.toSorted());
    expect(chord?.keysyms[0]).toBe(keysym);
  });

  it.each([
    [[]],
    [["ctrl"]],
    [["a", "b"]],
    [["f25"]],
    [["f0"]],
    [["\t"]],
    [["\u0085"]],
    [[""]],
    [["ab"]],
    [["e\u0301"]],
    [["\ud800"]],
  ])("%j is refused", (names) => {
    expect(parseChord(names)).toBeNull();
  });

  it("never throws, whatever the names are", () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: "binary" })), (names) => void parseChord(names)));
  });
});

describe("a keyboard", () => {
  // Keys 10 to 13: "a" alone, "1 !", nothing, Alt_L.
  const keymap: Keymap = { first: 10, perKey: 2, keysyms: [0x61, 0, 0x31, 0x21, 0, 0, 0xffe9, 0] };

  it("gives a letter's capital, and what stands above a figure, with Shift", () => {
    expect(findKey(keymap, [0x61])).toEqual({ keycode: 10, shift: false });
    expect(findKey(keymap, [0x41])).toEqual({ keycode: 10, shift: true });
    expect(findKey(keymap, [0x21])).toEqual({ keycode: 11, shift: true });
    expect(findKey(keymap, [0x7a])).toBeNull();
    expect(findKey({ ...keymap, perKey: 0 }, [0x61])).toBeNull();
  });

  it("has Alt where its Alt key is, and no modifier that it has no key for", () => {
    const map = [[50], [], [37], [], [13], [], [], []];
    expect(modifierOf("alt", map, keymap)).toBe(4);
    expect(modifierOf("super", map, keymap)).toBeNull();
    expect(modifierOf("ctrl", map, keymap)).toBe(2);
  });
});
