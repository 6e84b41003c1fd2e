import { describe, expect, it } from "vitest";
import { identify } from "./keys.js";
import { normaliseLinux } from "./normalise-linux.js";
import { atspiRoles } from "./roles-atspi.js";
import { editableRoles } from "./roles.js";
import { snapshot as snapshotSchema } from "./snapshot.js";
import type { SnapshotNode } from "./snapshot.js";
import type { Recording } from "./testing/recordings.js";
import { lookAt, readRecording, recordings } from "./testing/recordings.js";

const read = (name: string) => normaliseLinux(lookAt(readRecording(name)));
const labelled = (nodes: readonly SnapshotNode[], role: string) =>
  nodes.filter((node) => node.role === role).map((node) => node.label);

/** The AT-SPI node that stands where a node of the snapshot stands. */
function truthOf({ truth }: Recording, node: SnapshotNode) {
  const { frame } = node;
  if (frame === undefined) return undefined;
  // Chromium reports the driver's frames five pixels off.
  const near = (a: number | undefined, b: number) => a !== undefined && Math.abs(a - b) <= 6;
  return truth.find(
    ({ extents: [x, y, width, height] }) =>
      near(x, frame.x) && near(y, frame.y) && near(width, frame.width) && near(height, frame.height),
  );
}

describe.each(recordings)("the recorded window %s", (name) => {
  const recorded = readRecording(name);
  const { snapshot, tokens, indices } = normaliseLinux(lookAt(recorded));

  it("gives a valid snapshot that does not suspect forged rows and addresses each element once [snapshot.honest]", () => {
    expect(snapshotSchema.safeParse(snapshot).success).toBe(true);
    expect(snapshot.completeness).toMatchObject({ complete: true, reasons: [] });
    expect(new Set(indices.values()).size).toBe(indices.size);
    expect(new Set(tokens.values()).size).toBe(tokens.size);
    const known = new Set(recorded.state.elements.map((element) => element.element_token));
    expect([...tokens.values()].filter((token) => !known.has(token))).toEqual([]);
  });

  it("knows every native role", () => {
    expect(recorded.state.elements.map(({ role }) => role).filter((role) => !atspiRoles.has(role))).toEqual([]);
  });

  it("never takes what is in a field for the field's name [field.content-is-not-name]", () => {
    const fields = snapshot.nodes.filter((node) => ["textfield", "textarea", "searchfield"].includes(node.role));
    for (const field of fields) {
      const truth = truthOf(recorded, field);
      if (truth === undefined || truth.name !== "" || (truth.text ?? "") === "") continue;
      expect(field.rawLabel).toBe("");
      expect(field.valueExact).not.toBe(true);
    }
  });

  it("reads the state of check boxes, radio buttons and switches as AT-SPI does", () => {
    for (const node of snapshot.nodes.filter(({ states }) => states.checked !== undefined)) {
      const truth = truthOf(recorded, node);
      // The driver says "not selected" of a mixed box.
      if (truth !== undefined && !truth.mixed)
        expect([node.label, node.states.checked]).toEqual([node.label, truth.checked]);
    }
  });

  it("keeps every identity when indices, handles and tokens change [identity.survives-renumbering]", () => {
    const moved = normaliseLinux(lookAt(renumber(recorded, 100))).snapshot;
    const keys = (of: typeof snapshot) => [...identify(of).values()].map(({ key }) => key);
    expect(keys(moved)).toEqual(keys(snapshot));
  });
});

it("finds most fields of the recordings again in what AT-SPI says, so that the comparisons above compare something", () => {
  const found = recordings.map((name) => {
    const recorded = readRecording(name);
    const { nodes } = normaliseLinux(lookAt(recorded)).snapshot;
    const compared = nodes.filter(
      (node) => node.operable && (editableRoles.has(node.role) || node.states.checked !== undefined),
    );
    return compared.filter((node) => truthOf(recorded, node) !== undefined).length;
  });
  expect(found.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(40);
});

/** The same window with indices `by` higher and the tokens of another look. */
function renumber(recorded: Recording, by: number): Recording {
  const state = structuredClone(recorded.state);
  for (const element of state.elements) {
    element.element_index += by;
    element.element_token = `s00ffffff:${element.element_index}`;
    const above = element["parent_index"];
    if (typeof above === "number") element["parent_index"] = above + by;
  }
  state.tree_markdown = state.tree_markdown.replace(
    /^( *- \[)(\d+)\]/gm,
    (_, start, index) => `${start}${Number(index) + by}]`,
  );
  return { ...recorded, state };
}

describe("fields without a name of their own", () => {
  it("are called by the label that follows them where a form is listed upwards [field.caption]", () => {
    const { nodes } = read("zenity-forms-filled").snapshot;
    expect(labelled(nodes, "textfield")).toEqual(["Family name", "First name"]);
    expect(labelled(nodes, "securefield")).toEqual(["PIN"]);
    expect(labelled(nodes, "popup")).toEqual(["Group"]);
    expect(nodes.filter((node) => node.role === "textfield").map((node) => node.rawValue)).toEqual([
      "Müller",
      "  Zoë ",
    ]);
  });

  it("are called by the labels before them where those are gathered", () => {
    const { nodes } = read("zenity-password-filled").snapshot;
    expect(labelled(nodes, "textfield")).toEqual(["Username:"]);
    expect(labelled(nodes, "securefield")).toEqual(["Password:"]);
  });

  it("stay without a label where the order of labels and fields tells nothing", () => {
    expect(labelled(read("xfce4-mouse-settings-main").snapshot.nodes, "slider").slice(0, 2)).toEqual(["", ""]);
  });

  it("have the same identity empty and filled [identity.without-content]", () => {
    const keys = (name: string) => {
      const { snapshot } = read(name);
      const ids = identify(snapshot);
      return snapshot.nodes.filter(({ role }) => role.endsWith("field")).map(({ handle }) => ids.get(handle)?.key);
    };
    expect(keys("zenity-forms-filled")).toEqual(keys("zenity-forms-empty"));
  });
});

describe("secure fields", () => {
  it("never show their bullets [secure.nothing-shown]", () => {
    for (const name of ["zenity-forms-filled", "zenity-password-filled", "chromium-login-filled"]) {
      expect(JSON.stringify(read(name).snapshot)).not.toMatch(/[●•]/);
    }
  });
});

describe("numbers", () => {
  it("are given in their shortest form and do not name the slider that shows them", () => {
    const slider = read("zenity-scale-main").snapshot.nodes.find(({ role }) => role === "slider");
    expect(slider).toMatchObject({
      label: "Set the volume",
      rawLabel: "",
      value: "35",
      rawValue: "35",
      valueExact: true,
    });
  });
});

describe("the menu bar", () => {
  it("becomes commands with full paths, and leaves the nodes [menu.paths]", () => {
    const { snapshot } = read("mousepad-main");
    expect(snapshot.menus).toContainEqual(
      expect.objectContaining({ path: ["Edit", "Convert", "To Lowercase"], enabled: true, operable: true }),
    );
    expect(snapshot.menus).toContainEqual(
      expect.objectContaining({ path: ["Edit", "Undo"], enabled: false, operable: false }),
    );
    expect(snapshot.nodes.filter(({ role }) => role === "menuitem" || role === "menu")).toEqual([]);
  });

  it("is recognised in Qt, where menus are items that open", () => {
    expect(read("featherpad-replace").snapshot.menus.map(({ path }) => path)).toContainEqual([
      "Options",
      "Encoding",
      "Unicode",
      "UTF-8",
    ]);
  });

  it("does not take the choices of a pop-up or the menu of a button for its commands", () => {
    expect(read("zenity-forms-filled").snapshot.menus).toEqual([]);
    const { menus, nodes } = read("nautilus-menu").snapshot;
    expect(menus).toEqual([]);
    expect(labelled(nodes, "menuitem")).toEqual(
      expect.arrayContaining(["New Folder…", "Open With…", "Reload", "Properties"]),
    );
    expect(labelled(read("zenity-forms-filled").snapshot.nodes, "menuitem")).toEqual(["Family", "Work", "Sport"]);
  });
});

describe("names", () => {
  it("are neither classes nor said twice in GTK 4", () => {
    const { nodes } = read("gnome-calculator-main").snapshot;
    expect(labelled(nodes, "button")).toEqual(expect.arrayContaining(["7", "×", "mod", "π", "="]));
    expect(nodes.filter(({ label }) => /^(?:Gtk|Adw)/.test(label) || /^(.+) \1$/.test(label))).toEqual([]);
  });

  it("hold no object marks in Chromium", () => {
    expect(JSON.stringify(read("chromium-login-filled").snapshot.nodes.map(({ label }) => label))).not.toContain(
      "\uFFFC",
    );
  });

  it("of the first cell in a row serve its check cell", () => {
    const cells = read("zenity-checklist-main").snapshot.nodes.filter(({ actions }) => actions.includes("toggle"));
    expect(cells.map(({ label }) => label)).toEqual(["Cheese", "Olives", "Mushrooms", "Onion", ""]);
    // The last row is scrolled out of view: without frames nothing tells which row the cell is in.
    expect(cells.every(({ rawLabel }) => rawLabel === "")).toBe(true);
  });
});
