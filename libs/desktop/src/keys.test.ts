import { describe, expect, it } from "vitest";
import { placement, within } from "./containers.js";
import { identify, identityName } from "./keys.js";
import { normaliseMacos } from "./normalise-macos.js";
import type { Snapshot } from "./snapshot.js";
import { lookAtState } from "./testing/recordings.js";

/** A window of rows `[depth, role, name, value?]`, every row an element with the token of look `look`. */
function windowOf(rows: readonly (readonly [number, string, string, string?])[], from = 0): Snapshot {
  const elements = rows.map(([, role, , value], at) => ({
    element_index: from + at,
    element_token: `s${from}:${from + at}`,
    role,
    ...(value === undefined ? {} : { value }),
  }));
  const tree = rows.map(
    ([depth, role, name], at) => `${"  ".repeat(depth)}- [${from + at}] ${role}${name === "" ? "" : ` "${name}"`}`,
  );
  return normaliseMacos(lookAtState({ elements, tree_markdown: tree.join("\n") })).snapshot;
}
const idsOf = (snapshot: Snapshot, role: string) => {
  const ids = identify(snapshot);
  return snapshot.nodes.filter((node) => node.role === role).map(({ handle }) => ids.get(handle));
};

describe("containers of a control", () => {
  it("are the nearest three with a label, controls and the window itself left out", () => {
    const { nodes } = windowOf([
      [0, "AXWindow", "W"],
      [1, "AXGroup", "one"],
      [2, "AXGroup", "two"],
      [3, "AXButton", "no"],
      [4, "AXToolbar", "three"],
      [5, "AXGroup", ""],
      [6, "AXList", "four"],
      [7, "AXButton", "Go"],
    ]);
    expect(within(nodes, 7)).toEqual(["list: four", "toolbar: three", "group: two"]);
    expect(within(nodes, 99)).toEqual([]);
  });

  it("never loop where parents do", () => {
    const [node] = windowOf([[0, "AXGroup", "g"]]).nodes;
    expect(node === undefined ? [] : within([{ ...node, parent: 0 }], 0)).toEqual(["group: g"]);
  });
});

describe("the place of a control", () => {
  it("is told by a heading before it and a text that captions nothing", () => {
    const { nodes, texts } = windowOf([
      [0, "AXHeading", "Billing"],
      [0, "AXStaticText", "Card ending 42"],
      [0, "AXButton", "Edit"],
      [1, "AXStaticText", "caption"],
      [0, "AXButton", "Edit"],
    ]);
    expect(placement(nodes, texts, 4)).toEqual({ heading: "Billing", nearText: "Card ending 42" });
  });

  it("is looked for in the forty rows before it", () => {
    const filler = Array.from({ length: 40 }, (_, at) => [0, "AXButton", `b${at}`] as const);
    const { nodes, texts } = windowOf([[0, "AXHeading", "Far"], ...filler, [0, "AXButton", "Go"]]);
    expect(placement(nodes, texts, 41)).toEqual({});
  });
});

describe("the name a field is known by", () => {
  it("is its label, also while it is empty, but never its content [identity.without-content]", () => {
    const field = { role: "textfield", rawLabel: "" } as const;
    expect(identityName({ ...field, label: "City", value: "" })).toBe("City");
    expect(identityName({ ...field, label: "City", value: "Rome" })).toBe("City");
    expect(identityName({ ...field, label: "Rome", value: "Rome" })).toBe("");
    expect(identityName({ ...field, label: "City", rawLabel: "Rome", value: "Rome" })).toBe("");
  });
});

describe("identities", () => {
  it("drop a field's label that equals its value, and keep a button's [identity.without-content]", () => {
    const snapshot = windowOf([
      [0, "AXTextField", "abc", "abc"],
      [0, "AXButton", "abc", "abc"],
    ]);
    expect(idsOf(snapshot, "textfield")[0]?.key).toBe('["textfield",null,"",[]]');
    expect(idsOf(snapshot, "button")[0]?.key).toBe('["button",null,"abc",[]]');
  });

  it("of twins come from the text before each, and hold with new indices and tokens [identity.survives-renumbering]", () => {
    const rows = [
      [0, "AXStaticText", "User"],
      [0, "AXButton", "Edit"],
      [0, "AXStaticText", "Company"],
      [0, "AXButton", "Edit"],
    ] as const;
    const before = idsOf(windowOf(rows), "button");
    expect(before.map((id) => [id?.within[0], id?.ambiguous])).toEqual([
      ['near "User"', false],
      ['near "Company"', false],
    ]);
    expect(idsOf(windowOf([[0, "AXImage", "new"], ...rows], 100), "button")).toEqual(before);
  });

  it("of twins under one heading fall back to the text that differs", () => {
    const rows = [
      [0, "AXHeading", "Cards"],
      [0, "AXStaticText", "Visa"],
      [0, "AXButton", "Edit"],
      [0, "AXStaticText", "Amex"],
      [0, "AXButton", "Edit"],
    ] as const;
    expect(idsOf(windowOf(rows), "button").map((id) => id?.within[0])).toEqual(['near "Visa"', 'near "Amex"']);
  });

  it("of fields side by side without a name are ambiguous, and hold only while the window does", () => {
    const fields = [
      [0, "AXTextField", "", "a"],
      [0, "AXTextField", "", "b"],
    ] as const;
    const typed = [
      [0, "AXTextField", "", "x"],
      [0, "AXTextField", "", "y"],
    ] as const;
    const before = idsOf(windowOf(fields), "textfield");
    expect(before.every((id) => id?.ambiguous)).toBe(true);
    expect(idsOf(windowOf(typed, 50), "textfield")).toEqual(before);
    expect(idsOf(windowOf([...fields, [0, "AXButton", "New"]]), "textfield")).not.toEqual(before);
  });

  it("of a twin that is left alone later are not the lone control's", () => {
    const twins = idsOf(
      windowOf([
        [0, "AXButton", "Edit"],
        [0, "AXButton", "Edit"],
      ]),
      "button",
    ).map((id) => id?.key);
    expect(twins).not.toContain(idsOf(windowOf([[0, "AXButton", "Edit"]]), "button")[0]?.key);
  });

  it("are not changed by siblings that have nothing to do with them", () => {
    const rows = [
      [0, "AXButton", "Save"],
      [0, "AXTextField", "Name", "x"],
    ] as const;
    const before = idsOf(windowOf(rows), "button");
    expect(idsOf(windowOf([[0, "AXButton", "Other"], ...rows, [0, "AXLink", "Help"]]), "button")[1]).toEqual(before[0]);
  });

  it("of menu commands are their paths, repeated ones counted", () => {
    const snapshot = windowOf([
      [0, "AXMenuBar", ""],
      [1, "AXMenuBarItem", "Edit"],
      [2, "AXMenuItem", "Undo"],
      [2, "AXMenuItem", "Undo"],
      [2, "AXMenuItem", "Copy"],
    ]);
    const ids = identify(snapshot);
    expect(snapshot.menus.map(({ handle }) => ids.get(handle)?.key)).toEqual([
      '["menu",["Edit","Undo"],1,2]',
      '["menu",["Edit","Undo"],2,2]',
      '["menu",["Edit","Copy"]]',
    ]);
  });
});
