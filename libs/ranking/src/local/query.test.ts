import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuery } from "./query.js";
import { tokens } from "./tokens.js";

const read = (instruction: string, text?: string) => readQuery(instruction, text);

describe("reading an instruction", () => {
  it("tells the thing from its place", () => {
    const query = read("Click Add in the Office chair row");
    expect([...query.place]).toEqual(tokens("Office chair"));
    expect([...query.thing]).toEqual([...new Set(tokens("Add"))]);
    expect(query.counts).toBe("rows");
  });

  it.each([
    ["press the button left of Save", "left", ["Save"]],
    ["click the box to the right of Width", "right", ["Width"]],
    ["tick the box right below Show grid", "below", ["Show grid"]],
    ["press the icon next to Search", "beside", ["Search"]],
    ["press the button between Cut and Paste", "between", ["Cut", "Paste"]],
  ])("reads the neighbour of %j", (instruction, direction, anchors) => {
    const [relation] = read(instruction).relations;
    expect(relation?.direction).toBe(direction);
    expect(relation?.anchors.map((stems) => [...stems])).toEqual(anchors.map((name) => [...new Set(tokens(name))]));
  });

  it.each([
    ["the second tab", 2],
    ["the 3rd row", 3],
    ["row 4", 4],
    ["the last file", -1],
    ["the second button from the bottom", -2],
    ["the topmost entry", 1],
    ["Save", undefined],
  ])("counts in %j", (instruction, ordinal) => {
    expect(read(instruction).ordinal).toBe(ordinal);
  });

  it.each([
    ["the button at the top right", { x: 1, y: -1 }],
    ["the leftmost icon", { x: -1, y: 0 }],
    ["the key left of 7", { x: 0, y: 0 }],
  ])("reads the side in %j", (instruction, side) => {
    expect(read(instruction).side).toEqual(side);
  });

  it("does not take the text to enter for a name", () => {
    const query = read("type Save the date in the Title field", "Save the date");
    expect([...query.thing]).toEqual(tokens("Title"));
  });

  it("reads anything", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (instruction, text) => {
        expect(read(instruction, text).plain).toBe(read(instruction, text).plain);
      }),
    );
  });
});
