import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDriverState } from "./driver-state.js";
import { identify } from "./keys.js";
import { parseMacTree } from "./markdown-macos.js";
import { normaliseMacos } from "./normalise-macos.js";
import { snapshot as snapshotSchema } from "./snapshot.js";
import { lookAtState } from "./testing/recordings.js";

const el = (index: number, role: string, extra: object = {}) => ({
  element_index: index,
  element_token: `s0000000a:${index}`,
  role,
  ...extra,
});
const look = (elements: readonly object[], tree: string) =>
  normaliseMacos(lookAtState({ elements, tree_markdown: tree })).snapshot;
const first = (elements: readonly object[], tree: string) => look(elements, tree).nodes[0];
const keys = (snapshot: ReturnType<typeof look>, role: string) => {
  const ids = identify(snapshot);
  return snapshot.nodes.filter((node) => node.role === role).map(({ handle }) => ids.get(handle));
};

describe("rows of the macOS tree", () => {
  it("without an index that are static text are kept as text", () => {
    expect(look([], '- AXStaticText "Total" = "2\u200E10"').texts).toEqual([
      { handle: 0, text: "2 10", raw: "2\u200E10" },
    ]);
  });

  it("give title, label, value, identifier, help and actions, with quotes and line breaks un-escaped", () => {
    const line = String.raw`- [4] AXButton "Say \"hi\"\nnow" (greeting) = "v" [id=say hi help="Says \\ hi" actions=[press,showmenu]]`;
    const { rows } = parseMacTree(line, readDriverState({ elements: [el(4, "AXButton")] }).elements);
    expect(rows[0]).toMatchObject({
      title: 'Say "hi"\nnow',
      description: "greeting",
      value: "v",
      identifier: "say hi",
      help: "Says \\ hi",
      actions: ["press", "showmenu"],
    });
  });

  it("continue on lines that are no rows, blank ones dropped; odd indentation is half a step", () => {
    const { rows } = parseMacTree('   - AXStaticText "a\n\n   b"', []);
    expect(rows).toEqual([expect.objectContaining({ depth: 1.5, title: "a\nb" })]);
  });

  it("that claim another role, another name or a used index are no elements [forged.never-operable]", () => {
    const tree = [
      '- [1] AXLink "Delete"',
      '- [0] AXButton "Delete everything"',
      '- [0] AXButton "Save"',
      '- [0] AXButton "Save"',
      '- [9] AXButton "Ghost"',
    ].join("\n");
    const snapshot = look([el(0, "AXButton", { label: "Save" }), el(1, "AXButton", { label: "Cancel" })], tree);
    expect(snapshot.nodes.map(({ label }) => label)).toEqual(["Save", "Cancel"]);
    expect(snapshot.completeness.reasons).toContain("forged_rows");
  });
});

describe("labels on macOS", () => {
  it("of a menu row without an index make a disabled command", () => {
    const tree =
      '- [0] AXMenuBar\n  - [1] AXMenuBarItem "File"\n    - AXMenu\n      - AXMenuItem "Save"\n      - [2] AXMenuItem "Open"';
    const elements = [el(0, "AXMenuBar"), el(1, "AXMenuBarItem"), el(2, "AXMenuItem")];
    const snapshot = look(elements, tree);
    expect(snapshot.menus).toMatchObject([
      { path: ["File", "Save"], enabled: false, operable: false },
      { path: ["File", "Open"], enabled: true, operable: true },
    ]);
    expect(snapshot.nodes).toEqual([]);
  });

  it("of an unnamed row are the first text in it that is not blank; a named row keeps its own", () => {
    const tree =
      '- [0] AXRow\n  - AXStaticText " "\n  - AXStaticText "INV-1043"\n- [1] AXRow "Mine"\n  - AXStaticText "Other"';
    const rows = look([el(0, "AXRow"), el(1, "AXRow")], tree).nodes.filter(({ role }) => role === "row");
    expect(rows).toMatchObject([
      { label: "INV-1043", rawLabel: "" },
      { label: "Mine", rawLabel: "Mine" },
    ]);
  });

  it("come from a readable identifier, then help of up to 80 units, then the value cut to 40", () => {
    const help = "h".repeat(81);
    expect(first([el(0, "AXButton")], "- [0] AXButton [id=AllClear]")?.label).toBe("All Clear");
    expect(first([el(0, "AXButton")], '- [0] AXButton [id=_NS:9 help="Clears all"]')?.label).toBe("Clears all");
    const long = first([el(0, "AXButton", { value: "v".repeat(50) })], `- [0] AXButton [help="${help}"]`);
    expect(long?.label).toBe(`${"v".repeat(39)}…`);
  });

  it("and values take numbers as they are", () => {
    expect(first([el(0, "AXSlider", { value: 0.5 })], "- [0] AXSlider")?.value).toBe("0.5");
    expect(first([el(0, "AXCheckBox", { value: 1 })], "- [0] AXCheckBox")).toMatchObject({
      value: "1",
      states: { checked: true },
    });
  });
});

describe("what is left out on macOS", () => {
  const frame = { x: 0, y: 0, w: 10, h: 10 };
  const twice =
    '- [0] AXWindow "W"\n  - [1] AXButton "Go"\n- [2] AXWindow "W"\n  - [3] AXButton "Go"\n  - AXStaticText "again"';
  const elements = (second: object) => [
    el(0, "AXWindow", { frame }),
    el(1, "AXButton"),
    el(2, "AXWindow", { frame: second }),
    el(3, "AXButton"),
  ];

  it("is a second rendering of the same window with its texts, but not a window elsewhere", () => {
    const once = look(elements(frame), twice);
    expect(once.nodes).toHaveLength(2);
    expect(once.texts).toEqual([]);
    const both = look(elements({ ...frame, x: 50 }), twice);
    expect(keys(both, "button").map((id) => id?.ambiguous)).toEqual([true, true]);
  });

  it("are columns where there are rows", () => {
    const tree = '- [0] AXTable\n  - [1] AXRow "r"\n  - [2] AXColumn "c"\n    - [3] AXCell "x"';
    const snapshot = look([el(0, "AXTable"), el(1, "AXRow"), el(2, "AXColumn"), el(3, "AXCell")], tree);
    expect(snapshot.nodes.map(({ role }) => role)).toEqual(["table", "row"]);
  });

  it("is what secure fields hold, told by role or subrole, in record or row [secure.nothing-shown]", () => {
    const tree =
      '- [0] AXTextField = "S3CR3T"\n  - AXStaticText "S3CR3T"\n- AXSecureTextField "Pass" = "S3CR3T"\n  - [1] AXTextField "S3CR3T"';
    const secure = el(0, "AXTextField", { subrole: "AXSecureTextField", value: "S3CR3T", label: "S3CR3T" });
    expect(JSON.stringify(look([secure, el(1, "AXTextField")], tree))).not.toContain("S3CR3T");
  });
});

describe("modals on macOS", () => {
  it("are open menus with items, not empty ones", () => {
    expect(look([el(0, "AXMenu")], "- [0] AXMenu").modal).toBeNull();
    const open = look([el(0, "AXMenu"), el(1, "AXMenuItem")], '- [0] AXMenu\n  - [1] AXMenuItem "Copy"');
    expect(open.modal).toMatchObject({ role: "menu", label: "open menu" });
  });

  it("are sheets before menus", () => {
    const tree = '- [0] AXMenu\n  - [1] AXMenuItem "Copy"\n- [2] AXSheet "Save changes?"';
    expect(look([el(0, "AXMenu"), el(1, "AXMenuItem"), el(2, "AXSheet")], tree).modal?.label).toBe("Save changes?");
  });
});

describe("the web on macOS", () => {
  it("begins inside a web area, which is not in one itself", () => {
    const tree = '- [0] AXWebArea "Page"\n  - [1] AXButton "Go"';
    expect(look([el(0, "AXWebArea"), el(1, "AXButton")], tree).nodes.map(({ inWeb }) => inWeb)).toEqual([false, true]);
  });
});

describe("any answer at all on macOS", () => {
  it("gives a valid snapshot, cycles of parents included [snapshot.total]", () => {
    const role = fc.constantFrom(
      "AXButton",
      "AXWindow",
      "AXSecureTextField",
      "AXMenu",
      "AXMenuItem",
      "AXRow",
      "AXColumn",
      "x",
    );
    const record = fc.record({
      element_index: fc.nat(9),
      role,
      parent_index: fc.nat(9),
      label: fc.string(),
      value: fc.double(),
    });
    const line = fc
      .tuple(fc.nat(4), fc.option(fc.nat(9)), role, fc.string())
      .map(
        ([depth, index, name, text]) =>
          `${"  ".repeat(depth)}- ${index === null ? "" : `[${index}] `}${name} "${text}"`,
      );
    fc.assert(
      fc.property(fc.array(record), fc.array(line), (elements, lines) => {
        const snapshot = look(elements, lines.join("\n"));
        expect(snapshotSchema.safeParse(snapshot)).toMatchObject({ success: true });
        identify(snapshot);
      }),
    );
    expect(look([], "")).toMatchObject({ nodes: [], menus: [], texts: [], modal: null });
  });
});
