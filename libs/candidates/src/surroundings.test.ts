import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "./build.js";

const at = (x: number, y: number, width = 80, height = 20) => ({ frame: { x, y, width, height } });
const text = (label: string, x: number, y: number): Sketch => ({ role: "text", label, ...at(x, y) });
const around = (nodes: Sketch[]) =>
  buildCandidates(windowOf({ nodes })).find(({ kind }) => kind === "click" || kind === "toggle")?.facts.around;

describe("the surroundings of a control", () => {
  const button: Sketch = { role: "button", label: "Add", ...at(200, 200) };

  it("are the nearest free text on each side, and the heading above", () => {
    const nodes: Sketch[] = [
      { role: "heading", label: "Chairs", ...at(100, 20) },
      text("far left", 0, 200),
      text("left", 110, 201),
      text("right", 290, 199),
      text("above", 210, 170),
      text("below", 190, 230),
      text("elsewhere", 600, 600),
      button,
    ];
    expect(around(nodes)).toEqual({ left: "left", right: "right", above: "above", below: "below", heading: "Chairs" });
  });

  it("hold no caption of another control, no own caption and nothing of a password field", () => {
    const nodes: Sketch[] = [
      { role: "button", label: "Remove", ...at(110, 200), inside: [text("Remove it", 110, 200)] },
      { role: "securefield", label: "", ...at(290, 200), inside: [text("hunter2", 290, 200)] },
      { ...button, inside: [text("Add it", 200, 200)] },
    ];
    const found = buildCandidates(windowOf({ nodes })).filter(({ facts }) => facts.label === "Add");
    expect(found.map(({ facts }) => facts.around)).toEqual([undefined]);
  });

  it("leave out what is too far or not on the same line", () => {
    expect(around([text("above", 200, 20), text("slanted", 100, 170), button])).toBeUndefined();
  });
});
