import { describe, expect, it } from "vitest";
import { contentOf } from "./content.js";
import { extractable } from "./elements.js";
import { field, windowOf, type Sketch } from "@beans-picker/desktop/sketch";

const row = (...cells: string[]): Sketch => ({ role: "row", inside: cells.map((label) => ({ role: "cell", label })) });

function content(node: Sketch, limit = 300) {
  return contentOf(windowOf({ nodes: [node] }), 2, limit);
}

describe("contentOf", () => {
  it("gives a value as it was read, to the code unit [extract.raw]", () => {
    expect(content(field("Name", "  Ada \u200f"))).toEqual({ value: "  Ada \u200f", exact: true });
    expect(content({ role: "textfield", label: "Name", value: "Ada", rawValue: " Ada" })).toEqual({ value: " Ada" });
    expect(content(field("Name", ""))).toEqual({ value: "", exact: true });
  });

  it("gives a table as rows of texts and says when it was cut [extract.truncated]", () => {
    const table: Sketch = { role: "table", label: "T", inside: [row("a", "1"), row("b", "2"), row("c", "3")] };
    expect(content(table)).toEqual({
      rows: [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ],
    });
    expect(content(table, 2)).toEqual({
      rows: [
        ["a", "1"],
        ["b", "2"],
      ],
      truncated: true,
    });
  });

  it("takes cells at one height as a row where a table has no rows", () => {
    const cell = (label: string, y: number): Sketch => ({
      role: "cell",
      label,
      frame: { x: 0, y, width: 9, height: 9 },
    });
    const table: Sketch = { role: "tree", inside: [cell("a", 0), cell("1", 0), cell("b", 20), cell("2", 20)] };
    expect(content(table)).toEqual({
      rows: [
        ["a", "1"],
        ["b", "2"],
      ],
    });
  });

  it("takes a list's children as rows and skips texts inside texts", () => {
    const option = (label: string): Sketch => ({ role: "text", label, inside: [{ role: "text", label: `${label}!` }] });
    expect(content({ role: "list", label: "L", inside: [option("x"), option("y")] })).toEqual({ rows: [["x"], ["y"]] });
  });

  it("gives other containers as texts in reading order", () => {
    const group: Sketch = {
      role: "group",
      label: "G",
      inside: [
        { role: "text", label: "one" },
        { role: "text", label: "two" },
      ],
    };
    expect(content(group)).toEqual({ text: ["one", "two"] });
    expect(content(group, 1)).toEqual({ text: ["one"], truncated: true });
  });

  it("gives nothing of a password field or an unknown handle [extract.no_secrets]", () => {
    expect(content({ role: "securefield", label: "P", value: "hunter2", rawValue: "hunter2" })).toEqual({});
    expect(contentOf(windowOf({ nodes: [] }), 77, 10)).toEqual({});
  });
});

describe("extractable", () => {
  const nodes: Sketch[] = [
    { role: "text", label: "Total" },
    field("Amount", "12"),
    { role: "group", inside: [{ role: "button", label: "Save" }] },
    { role: "table", inside: [row("a", "1"), row("b", "2"), row("c", "3")] },
    {
      role: "securefield",
      label: "Password",
      value: "hunter2",
      rawValue: "hunter2",
      inside: [{ role: "text", label: "hunter2" }],
    },
  ];

  it("lists what has a value or a name, tables, then texts; never what a password field holds", () => {
    const found = extractable(windowOf({ nodes }));
    expect(found.map(({ does }) => does)).toEqual([
      'text field "Amount" holding "12"',
      'button "Save"',
      'table beginning with "a | 1", "b | 2"',
      'cell "a"',
      'cell "1"',
      'cell "b"',
      'cell "2"',
      'cell "c"',
      'cell "3"',
      'password field "Password"',
      'text "Total"',
    ]);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("gives ids that are unique and do not depend on handles", () => {
    const ids = (firstHandle: number) => extractable(windowOf({ nodes, firstHandle })).map(({ id }) => id);
    expect(new Set(ids(1)).size).toBe(ids(1).length);
    expect(ids(500)).toEqual(ids(1));
  });
});
