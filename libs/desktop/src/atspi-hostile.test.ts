import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AccessibleTree } from "./atspi-facts.js";
import { atspiRoleName } from "./atspi-role-names.js";
import { normaliseAtspi } from "./normalise-atspi.js";
import { atspiRoles } from "./roles-atspi.js";
import { snapshot as snapshotSchema } from "./snapshot.js";
import type { Made } from "./testing/accessible.js";
import { look, made, reading, windowOf } from "./testing/accessible.js";

const secret = "hunter2";
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "\uFFFC",
    "\uD83D",
    "GtkButton",
    "4 4",
    "Save (Ctrl+S)",
    "<p><b",
    "\u202E",
    "a\u0000b",
    "x".repeat(70_000),
  ),
);
const words = (all: readonly string[]) => fc.subarray([...all]).map((some) => some.join(" "));
const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -2_147_483_648, 0));

const leaf: fc.Arbitrary<Made> = fc.record(
  {
    role: fc.oneof(fc.constantFrom(...atspiRoles.keys(), ""), text),
    number: fc.integer({ min: -1, max: 140 }),
    name: text,
    description: text,
    states: words([
      "checked",
      "indeterminate",
      "selected",
      "editable",
      "modal",
      "multi-line",
      "expandable",
      "-showing",
      "-sensitive",
      "-enabled",
    ]),
    interfaces: words(["Text", "EditableText", "Value", "Selection", "Action"]),
    attributes: fc.dictionary(
      fc.constantFrom("id", "placeholder-text", "xml-roles", "tooltip-text", "__proto__"),
      text,
    ),
    text,
    value: number,
    actions: fc.array(fc.record({ name: text, keys: text }), { maxLength: 3 }),
    selected: fc.array(fc.constantFrom("0.0", "0.1", "0.0.0"), { maxLength: 2 }),
    labelledBy: fc.array(fc.constantFrom("0", "0.0", "0.1", "0.0.0", "none"), { maxLength: 2 }),
    at: fc.tuple(number, number, number, number),
  },
  { requiredKeys: ["role"] },
);
const { tree } = fc.letrec<{ tree: Made }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc.tuple(leaf, fc.array(tie("tree"), { maxLength: 4 })).map(([one, inside]) => ({ ...one, inside })),
  ),
}));
const toolkit = fc.record({
  name: fc.constantFrom("gtk", "GTK", "Qt", "Chromium", ""),
  version: fc.constantFrom("3.24", "4.8", ""),
});

describe("any reading", () => {
  it("gives a valid snapshot whose parents come before their children, and never throws [snapshot.total]", () => {
    fc.assert(
      fc.property(
        fc.array(tree, { maxLength: 4 }),
        fc.array(tree, { maxLength: 2 }),
        toolkit,
        number,
        (inside, attached, kit, total) => {
          const tops = attached.map((one, at) => made(one, `t${at}`));
          const { snapshot, refs } = look(inside, { attached: tops, toolkit: kit, total });
          expect(snapshotSchema.safeParse(snapshot).error?.issues).toBeUndefined();
          for (const node of snapshot.nodes) expect(node.parent ?? -1).toBeLessThan(node.handle);
          expect(refs.size).toBe(snapshot.nodes.length + snapshot.menus.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("keeps the text of secure fields and all that is inside them to itself [secure.nothing-shown]", () => {
    const field = fc.tuple(leaf, tree).map(([one, below]): Made => ({
      ...one,
      role: "password text",
      name: "PIN",
      description: "",
      text: secret,
      inside: [{ ...below, name: secret, text: secret }],
    }));
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), field, toolkit, (inside, secure, kit) => {
        const { snapshot } = look([...inside, { role: "panel", inside: [secure] }], { toolkit: kit });
        expect(JSON.stringify(snapshot)).not.toContain(secret);
        expect(snapshot.nodes.some(({ role, value }) => role === "securefield" && value !== undefined)).toBe(false);
      }),
      { numRuns: 80 },
    );
  });

  it("is cut where it is deeper than any window", () => {
    let deep: AccessibleTree = made({ role: "menu item", name: "bottom" });
    for (let level = 0; level < 5_000; level += 1) {
      const { facts } = made({ role: "menu item", name: `Level ${level}`, actions: ["click"] }, `l${level}`);
      deep = { facts, children: [deep] };
    }
    const window = windowOf();
    const { snapshot } = normaliseAtspi({ reading: { ...reading([]), root: deep }, window, backend: "atspi" });
    expect(snapshot.completeness.reasons).toEqual(["depth_limit"]);
    expect(snapshot.nodes.length).toBeGreaterThan(100);
  });
});

describe("a large window", () => {
  it("of 1 700 objects takes less than 40 ms of processor time", () => {
    const cell = (row: number, column: number): Made => ({
      role: "table cell",
      name: `Row ${row} column ${column}`,
      description: "",
      actions: ["activate", "edit", "expand or contract"],
      at: [column * 80, row * 20, 80, 20],
      text: `Row ${row} column ${column}`,
    });
    const rows = Array.from({ length: 170 }, (_, row) => Array.from({ length: 10 }, (_, column) => cell(row, column)));
    const input = {
      reading: reading([{ role: "table", name: "Files", inside: rows.flat() }]),
      window: windowOf(),
      backend: "atspi",
    };
    // The best of several runs: other programs on the machine cost time as well.
    const times = Array.from({ length: 15 }, () => {
      const before = process.cpuUsage();
      expect(normaliseAtspi(input).snapshot.nodes).toHaveLength(1_702);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    expect(Math.min(...times)).toBeLessThan(40);
  });
});

it("has a role for every number that AT-SPI knows", () => {
  const numbers = Array.from({ length: 131 }, (_, at) => atspiRoleName(at));
  expect(new Set(numbers).size).toBe(131);
  expect(numbers.filter((name) => atspiRoles.has(name)).length).toBeGreaterThan(95);
});
