import { describe, expect, it } from "vitest";
import { changeBetween } from "./change.js";
import { signature } from "./signature.js";
import { field, windowOf, type Sketch } from "@beans-picker/desktop/sketch";

const base: Sketch[] = [field("Name", "Ada"), { role: "button", label: "Save" }, { role: "text", label: "Ready" }];
const sign = (nodes: readonly Sketch[], more: Partial<Parameters<typeof windowOf>[0]> = {}) =>
  signature(windowOf({ nodes, ...more }));

describe("signature", () => {
  it("is the same for the same window with other handles", () => {
    expect(sign(base, { firstHandle: 77 })).toBe(sign(base));
    expect(sign(base)).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, string]>([
    ["a title", sign(base, { title: "Other" })],
    ["another window", sign(base, { otherWindows: ["W"] })],
    [
      "an enabled state",
      sign([
        base[0] ?? field("", ""),
        { role: "button", label: "Save", states: { enabled: false } },
        { role: "text", label: "Ready" },
      ]),
    ],
    [
      "a button's label",
      sign([base[0] ?? field("", ""), { role: "button", label: "Saved" }, { role: "text", label: "Ready" }]),
    ],
    ["an outer space", sign([field("Name", "Ada "), ...base.slice(1)])],
    ["a text", sign([...base.slice(0, 2), { role: "text", label: "Busy" }])],
  ])("changes with %s [verify.signature]", (_, changed) => {
    expect(changed).not.toBe(sign(base));
  });
});

describe("changeBetween", () => {
  it("keeps its limits", () => {
    const many = Array.from({ length: 30 }, (_, index): Sketch => ({ role: "button", label: `B${index}` }));
    const fields = (value: string) => Array.from({ length: 9 }, (_, index) => field(`F${index}`, value));
    const texts = Array.from({ length: 20 }, (_, index): Sketch => ({
      role: "text",
      label: `T${index} ${"x".repeat(100)}`,
    }));
    const change = changeBetween(
      windowOf({ nodes: fields("a") }),
      windowOf({ nodes: [...fields("b".repeat(100)), ...many, ...texts] }),
    );
    expect(change.appeared).toHaveLength(12);
    expect(change.fieldsChanged).toHaveLength(4);
    expect(change.fieldsChanged?.[0]).toEqual({
      role: "textfield",
      label: "F0",
      before: "a",
      after: `${"b".repeat(59)}…`,
    });
    expect(change.textsChanged).toHaveLength(6);
    expect(change.textsChanged?.every((text) => text.length <= 60)).toBe(true);
  });

  it("names states of switches and tabs, and a title even when it becomes empty", () => {
    const nodes = (on: boolean): Sketch[] => [
      { role: "switch", label: "Wi-Fi", states: { checked: on } },
      { role: "tab", label: "A", states: { selected: on } },
    ];
    expect(
      changeBetween(windowOf({ nodes: nodes(false), title: "T" }), windowOf({ nodes: nodes(true), title: "" })),
    ).toEqual({
      appeared: ["switch Wi-Fi (on)", "tab A (selected)"],
      disappeared: ["switch Wi-Fi", "tab A"],
      windowTitle: "",
    });
  });

  it("is empty for the same window", () => {
    expect(changeBetween(windowOf({ nodes: base }), windowOf({ nodes: base }))).toEqual({});
  });
});
