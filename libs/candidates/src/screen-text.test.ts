import { describe, expect, it } from "vitest";
import { screenText } from "./screen-text.js";
import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";

const text = (label: string): Sketch => ({ role: "text", label });

describe("screenText", () => {
  it("puts a row on one line with its buttons at their place", () => {
    const nodes: Sketch[] = [
      {
        role: "table",
        inside: [{ role: "row", inside: [text("Milk"), { role: "button", label: "Add" }, text("1.20")] }],
      },
    ];
    expect(screenText(windowOf({ nodes }), 60)).toEqual(['Milk | button "Add" | 1.20']);
  });

  it("takes a group that repeats beside it as a row", () => {
    const card = (name: string): Sketch => ({ role: "group", inside: [text(name), text(`${name} price`)] });
    expect(screenText(windowOf({ nodes: [card("A"), card("B"), card("C")] }), 60)).toEqual([
      "A | A price",
      "B | B price",
      "C | C price",
    ]);
  });

  it("joins a heading with the short texts after it", () => {
    const nodes: Sketch[] = [
      { role: "heading", label: "Status", inside: [text("Status")] },
      text("Online"),
      text("x".repeat(31)),
      text("Later"),
    ];
    expect(screenText(windowOf({ nodes }), 60)).toEqual(["Status | Online", "x".repeat(31), "Later"]);
  });

  it("drops repeated lines, cuts long ones and keeps the limit", () => {
    const nodes = [text("Same"), text("Same"), text("y".repeat(500)), text("End")];
    expect(screenText(windowOf({ nodes }), 60)).toEqual(["Same", `${"y".repeat(79)}…`, "End"]);
    expect(screenText(windowOf({ nodes }), 1)).toEqual(["Same"]);
  });

  it("shows nothing from inside a password field", () => {
    expect(
      screenText(windowOf({ nodes: [{ role: "securefield", label: "P", inside: [text("hunter2")] }] }), 60),
    ).toEqual([]);
  });
});
