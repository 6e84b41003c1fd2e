import { describe, expect, it } from "vitest";
import { atspiRoleName } from "./atspi-role-names.js";
import { snapshot as snapshotSchema } from "./snapshot.js";
import type { Made } from "./testing/accessible.js";
import { look, made, refTo, windowOf } from "./testing/accessible.js";

const entry = (extra: Partial<Made> = {}): Made => ({
  role: "text",
  states: "editable single-line",
  interfaces: "Text EditableText",
  text: "",
  actions: ["activate"],
  ...extra,
});
const button = (name: string, extra: Partial<Made> = {}): Made => ({
  role: "push button",
  name,
  actions: ["click"],
  ...extra,
});
const label = (name: string, extra: Partial<Made> = {}): Made => ({ role: "label", name, text: name, ...extra });
const gtk4 = { toolkit: { name: "GTK", version: "4.8.3" } };
const qt = { toolkit: { name: "Qt", version: "5.15.8" } };
const chromium = { toolkit: { name: "Chromium", version: "1.0" } };

describe("roles", () => {
  it("follow the toolkit's word, and the number where the word says nothing", () => {
    const { snapshot } = look([
      { role: "grip", number: 43, name: "A", actions: ["click"] },
      { role: "", number: 7, name: "B", actions: ["click"] },
      { role: "search box", number: 79, name: "C", states: "editable" },
    ]);
    expect(snapshot.nodes.slice(1).map(({ role }) => role)).toEqual(["button", "checkbox", "searchfield"]);
    expect([atspiRoleName(0), atspiRoleName(61), atspiRoleName(999), atspiRoleName(-1), atspiRoleName(0.5)]).toEqual([
      "invalid",
      "text",
      "unknown",
      "unknown",
      "unknown",
    ]);
  });

  it("tell a field of one line from one of several by its states, in paragraphs too", () => {
    const { snapshot } = look([
      entry({ name: "A" }),
      entry({ name: "B", states: "editable multi-line" }),
      { role: "paragraph", states: "editable multi-line", text: "x", interfaces: "Text EditableText" },
      { role: "paragraph", text: "y" },
    ]);
    expect(snapshot.nodes.slice(1).map(({ role }) => role)).toEqual(["textfield", "textarea", "textarea", "group"]);
  });

  it("of a border that Qt calls a frame are those of what it holds: it is no window", () => {
    const { snapshot } = look(
      [
        { role: "frame", name: "42", description: "Display" },
        { role: "frame", inside: [label("Inside")] },
        { role: "frame", name: "Panel", inside: [button("Go")] },
      ],
      qt,
    );
    expect(snapshot.nodes.filter(({ role }) => role === "window")).toHaveLength(1);
    expect(snapshot.nodes.find(({ role }) => role === "text")).toMatchObject({ label: "42" });
  });

  it("of an object in a web page know switches, and that the page is a page", () => {
    const { node } = look(
      [
        {
          role: "document web",
          name: "Settings",
          inside: [
            { role: "toggle button", name: "Dark mode", states: "checkable checked", actions: [""] },
            { role: "toggle button", name: "Advanced", states: "expandable", actions: [""] },
          ],
        },
        { role: "toggle button", name: "Outside", actions: [""] },
      ],
      chromium,
    );
    expect(node({ label: "Dark mode" })).toMatchObject({ role: "switch", inWeb: true, states: { checked: true } });
    expect(node({ label: "Advanced" })).toMatchObject({ role: "toggle", states: { expanded: false } });
    expect(node({ label: "Outside" })).toMatchObject({ role: "toggle", inWeb: false });
  });
});

describe("labels", () => {
  it("are the name, without object marks, spaces at the ends, and the keys that press a control", () => {
    const { snapshot } = look([
      button("  Save   as\uFFFC "),
      button("Reload (Ctrl+Shift+R)"),
      button("Find [F3]"),
      button("Zoom (100)"),
      label("Press (Ctrl+C)"),
    ]);
    expect(snapshot.nodes.slice(1).map((node) => node.label)).toEqual([
      "Save as",
      "Reload",
      "Find",
      "Zoom (100)",
      "Press (Ctrl+C)",
    ]);
    expect(snapshot.nodes[2]?.rawLabel).toBe("Reload (Ctrl+Shift+R)");
  });

  it("come from the label that a relation names, even against one that stands nearer", () => {
    const { node } = look([
      label("City:", { id: "city" }),
      label("Street:"),
      entry({ labelledBy: ["city"] }),
      { role: "check box", labelledBy: ["city"], actions: ["click"] },
    ]);
    expect(node({ role: "textfield" })).toMatchObject({ label: "City:", rawLabel: "" });
    expect(node({ role: "checkbox" })).toMatchObject({ label: "City:", rawLabel: "" });
  });

  it("of a nameless field come from the label beside it, and never from what is in it [field.content-is-not-name]", () => {
    const { node } = look([label("Name:"), entry({ text: "Ada" })]);
    expect(node({ role: "textfield" })).toMatchObject({ label: "Name:", rawLabel: "", value: "Ada" });
  });

  it("of a button with a picture come from its description, its picture or its identifier", () => {
    const { snapshot } = look([
      button("", { description: "Undo the last step (Ctrl+Z)" }),
      button("", { description: "<p style='x'>Word <b>count</b></p>" }),
      button("", { inside: [{ role: "icon", name: "edit-find-symbolic" }] }),
      button("", { attributes: { id: "saveAll" } }),
      { role: "panel", description: "Gallery (Ctrl+Alt+3)", inside: [button("")] },
      button(""),
    ]);
    const buttons = snapshot.nodes.filter(({ role }) => role === "button");
    expect(buttons.map((node) => node.label)).toEqual([
      "Undo the last step",
      "Word count",
      "edit find",
      "save All",
      "Gallery",
      "",
    ]);
    expect(buttons.every(({ rawLabel }) => rawLabel === "")).toBe(true);
  });

  it("of a button with a text are that text, with the description as help", () => {
    const { node } = look([button("", { description: "Pi [Ctrl+P]", inside: [label("π")] })]);
    expect(node({ role: "button" })).toMatchObject({ label: "π", help: "Pi [Ctrl+P]" });
  });

  it("never say how far a slider is", () => {
    const { node } = look([{ role: "slider", description: "4 px", value: 4, interfaces: "Value" }]);
    expect(node({ role: "slider" })).toMatchObject({ label: "", value: "4", rawValue: "4", valueExact: true });
  });

  it("are neither classes nor said twice in GTK 4 [label.gtk4]", () => {
    const { snapshot } = look(
      [
        { role: "button", name: "4 4", actions: ["Click"], inside: [label("4")] },
        { role: "button", name: "GtkButton", actions: ["Click"], inside: [label("π")] },
        { role: "button", name: "GtkMenuButton", description: "Primary menu", actions: ["Click"] },
        { role: "widget", name: "AdwGizmo", inside: [{ role: "image", name: "GtkImage" }] },
        { role: "text box", name: "EditorSourceView", text: "12×7", states: "editable multi-line" },
      ],
      gtk4,
    );
    expect(snapshot.nodes.slice(1).map((node) => [node.role, node.label, node.rawLabel])).toEqual([
      ["button", "4", "4"],
      ["text", "4", "4"],
      ["button", "π", ""],
      ["text", "π", "π"],
      ["button", "Primary menu", ""],
      ["textarea", "", ""],
    ]);
  });

  it("of a GTK 4 button with a mnemonic are said once and without the underscore [label.gtk4]", () => {
    const twice = (name: string, text: string): Made => button(name, { inside: [label(text)] });
    const { snapshot } = look(
      [twice("_OK OK", "OK"), twice("Save _as Save as", "Save as"), twice("a__b a_b", "a_b"), twice("Not OK", "OK")],
      gtk4,
    );
    const buttons = snapshot.nodes.filter(({ role }) => role === "button");
    expect(buttons.map((node) => [node.label, node.rawLabel])).toEqual([
      ["OK", "OK"],
      ["Save as", "Save as"],
      ["a_b", "a_b"],
      ["Not OK", "Not OK"],
    ]);
  });

  it("of GTK 4 tabs are what is written on them, not the word that all tabs have [label.gtk4]", () => {
    const tab = (name: string, ...inside: Made[]): Made => ({ role: "page tab", name, states: "selectable", inside });
    const { snapshot } = look(
      [tab("Tab", label("General")), tab("Reiter", label("About")), tab("Inbox 3 new", label("Inbox")), tab("Tab")],
      gtk4,
    );
    const tabs = snapshot.nodes.filter(({ role }) => role === "tab");
    expect(tabs.map((node) => node.label)).toEqual(["General", "About", "Inbox 3 new", "Tab"]);
  });

  it("of rows in a list are their texts", () => {
    const row = { role: "list item", states: "selectable", inside: [label("Documents"), label("3 files")] };
    const { node } = look([{ role: "list box", interfaces: "Selection", inside: [row] }]);
    expect(node({ role: "listitem" })).toMatchObject({ label: "Documents", operable: true });
  });

  it("of the only setting in a row are the row's, and of a field in a combo box the box's [label.row]", () => {
    const row = (name: string, ...inside: Made[]): Made => ({ role: "list item", inside: [label(name), ...inside] });
    const toggle: Made = { role: "toggle button", actions: ["toggle"] };
    const { snapshot } = look([
      { role: "list box", inside: [row("Smooth refresh", toggle), row("Two of them", toggle, toggle)] },
      label("Find", { id: "find" }),
      { role: "combo box", labelledBy: ["find"], actions: ["press"], inside: [entry({ text: "Bread" })] },
    ]);
    const named = (role: string) => snapshot.nodes.filter((node) => node.role === role).map((node) => node.label);
    expect(named("toggle")).toEqual(["Smooth refresh", "", ""]);
    expect(named("combobox")).toEqual(["Find"]);
    expect(named("textfield")).toEqual(["Find"]);
  });

  it("of a row without texts come from a relation", () => {
    const toggle: Made = { role: "toggle button", actions: ["toggle"] };
    const { node } = look([
      label("Solaris mode", { id: "l" }),
      { role: "list box", inside: [{ role: "list item", labelledBy: ["l"], inside: [toggle] }] },
    ]);
    expect(node({ role: "listitem" }).label).toBe("Solaris mode");
    expect(node({ role: "toggle" }).label).toBe("Solaris mode");
  });

  it("of a check cell are the text of its row, and the cell is checked or not", () => {
    const cell = (extra: Partial<Made>, x: number): Made => ({ role: "table cell", at: [x, 10, 50, 20], ...extra });
    const { node } = look([
      {
        role: "table",
        inside: [
          cell({ actions: ["toggle"], states: "checked" }, 0),
          cell({ name: "Olives", actions: ["activate"] }, 50),
        ],
      },
    ]);
    expect(node({ rawLabel: "", role: "cell" })).toMatchObject({ label: "Olives", states: { checked: true } });
  });
});

describe("tabs of Qt", () => {
  const tabs = (current: string, ...names: string[]) =>
    look([{ role: "page tab list", name: current, inside: names.map((name) => ({ role: "page tab", name })) }], qt)
      .snapshot.nodes.filter(({ role }) => role === "tab")
      .map(({ states }) => states.selected);

  it("are selected where they alone have the name of their list", () => {
    expect(tabs("B", "A", "B", "C")).toEqual([false, true, false]);
  });

  it("are neither selected nor not where that name decides nothing", () => {
    expect(tabs("B", "A", "B", "B")).toEqual([undefined, undefined, undefined]);
    expect(tabs("D", "A", "B")).toEqual([undefined, undefined]);
    expect(tabs("", "A", "")).toEqual([undefined, undefined]);
  });
});

describe("identifiers and placeholders", () => {
  it("are taken where somebody chose them, and left where a toolkit counted", () => {
    const ids = ["email", "view_1006", ":r1:", "_private", "8240c74a_abf0_45bb", "12", "save-button"];
    const { snapshot } = look(ids.map((id, at) => button(`B${at}`, { attributes: { id } })));
    expect(snapshot.nodes.slice(1).map(({ identifier }) => identifier)).toEqual([
      "email",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      "save-button",
    ]);
  });

  it("come from the attribute, and in Qt from the description", () => {
    const placeholder = { attributes: { "placeholder-text": "you@example.com" } };
    expect(look([entry(placeholder)]).node({ role: "textfield" }).placeholder).toBe("you@example.com");
    const field = look([entry({ description: "Search..." })], qt).node({ role: "textfield" });
    expect(field).toMatchObject({ placeholder: "Search..." });
    expect(field.help).toBeUndefined();
  });
});

describe("values", () => {
  const dropDown = (none: Made["at"], ...chosen: Made[]): Made => ({
    role: "combo box",
    labelledBy: ["size"],
    inside: [
      {
        role: "push button",
        name: "GtkToggleButton",
        actions: ["click"],
        at: [0, 0, 90, 24],
        inside: [
          {
            role: "panel",
            at: [0, 0, 90, 24],
            inside: [
              label("(None)", none === undefined ? {} : { at: none }),
              { role: "list item", name: "GtkListItemWidget", inside: chosen },
            ],
          },
        ],
      },
    ],
  });
  const size = label("Size", { id: "size" });

  it("of a GTK 4 drop-down are the one label it shows, and its button is called as it is [label.gtk4]", () => {
    const { node } = look([size, dropDown([0, 0, 0, 0], label("Large", { at: [0, 0, 36, 24] }))], gtk4);
    expect(node({ role: "popup" })).toMatchObject({ label: "Size", rawValue: "Large", valueExact: true });
    expect(node({ role: "button" })).toMatchObject({ label: "Size", rawLabel: "" });
  });

  it("of a GTK 4 drop-down are unknown where it shows no label or several", () => {
    const shown = { at: [0, 0, 36, 24] } as const;
    for (const inside of [[], [label("Large", { at: [0, 0, 0, 0] })], [label("A", shown), label("B", shown)]]) {
      const popup = look([size, dropDown([0, 0, 0, 0], ...inside)], gtk4).node({ role: "popup" });
      expect(popup.value).toBeUndefined();
      expect(popup.rawValue).toBeUndefined();
    }
  });

  it("of fields are their text to the code unit, empty ones included [value.exact]", () => {
    const { snapshot } = look([
      entry({ name: "A", text: "  Zoë \n\u200Bé\uD83D\uDE00" }),
      entry({ name: "B", text: "" }),
    ]);
    const [a, b] = snapshot.nodes.slice(1);
    expect(a).toMatchObject({ rawValue: "  Zoë \n\u200Bé\uD83D\uDE00", value: "Zoë é😀", valueExact: true });
    expect(b).toMatchObject({ rawValue: "", value: "", valueExact: true });
  });

  it("are missing where the text was not read, and not exact where parts of it are no text", () => {
    const unread: Made = { role: "text", name: "A", states: "editable single-line" };
    const { snapshot } = look([unread, entry({ name: "B", text: "see \uFFFC" })]);
    const [a, b] = snapshot.nodes.slice(1);
    expect(a?.rawValue).toBeUndefined();
    expect(a?.valueExact).toBeUndefined();
    expect(b?.valueExact).toBe(false);
  });

  it("of a spin button are the text it shows, and its number where it shows none", () => {
    const spin = (extra: Partial<Made>): Made => ({
      role: "spin button",
      states: "editable",
      interfaces: "Value",
      ...extra,
    });
    const { snapshot } = look([spin({ name: "A", text: "43", value: 42 }), spin({ name: "B", value: 0.5 })]);
    const [a, b] = snapshot.nodes.slice(1);
    expect(a).toMatchObject({ rawValue: "43", valueExact: true });
    expect(b).toMatchObject({ rawValue: "0.5", valueExact: true });
  });

  it("of a pop-up are the option that is selected, whatever the pop-up is called by [value.pop-up]", () => {
    const options = (selected: string): Made => ({
      role: "combo box",
      name: "small-toolbar",
      actions: ["press"],
      selected: [selected],
      interfaces: "Selection",
      inside: [
        {
          role: "menu",
          inside: [
            { role: "menu item", id: "m", name: "Menu", actions: ["click"] },
            { role: "menu item", id: "s", name: "Small Toolbar", actions: ["click"] },
          ],
        },
      ],
    });
    const { node, snapshot } = look([label("Style:"), options("s")]);
    expect(node({ role: "popup" })).toMatchObject({
      label: "Style:",
      rawLabel: "",
      rawValue: "Small Toolbar",
      valueExact: true,
    });
    const items = snapshot.nodes.filter(({ role }) => role === "menuitem");
    expect(items.map(({ states }) => states.selected)).toEqual([false, true]);
    expect(snapshot.menus).toEqual([]);
  });

  it("of a pop-up that names itself by its choice are not exact, and its name on a web page stays its name", () => {
    const popup = (extra: Partial<Made>): Made => ({ role: "combo box", actions: ["press"], ...extra });
    expect(look([popup({ name: "Xvfb mouse" })]).node({ role: "popup" })).toMatchObject({
      label: "",
      rawValue: "Xvfb mouse",
      valueExact: false,
    });
    const page = { role: "document web", name: "Shop", inside: [popup({ name: "Sort by" })] };
    const onPage = look([page], chromium).node({ role: "popup" });
    expect(onPage).toMatchObject({ label: "Sort by", rawLabel: "Sort by" });
    expect(onPage.rawValue).toBeUndefined();
  });

  it("of a combo box are the text in its field", () => {
    const combo = (name: string): Made => ({
      role: "combo box",
      name,
      actions: ["press"],
      inside: [entry({ text: "Sans" })],
    });
    expect(look([combo("Font")]).node({ role: "combobox" })).toMatchObject({
      label: "Font",
      rawValue: "Sans",
      valueExact: true,
    });
    expect(look([combo("Sans")], qt).node({ role: "combobox" })).toMatchObject({ label: "", rawValue: "Sans" });
  });
});

describe("states", () => {
  it("are read as AT-SPI has them, mixed included", () => {
    const box = (states: string): Made => ({ role: "check box", name: states, states, actions: ["click"] });
    const { snapshot } = look([
      box("checked"),
      box("indeterminate"),
      box("focusable"),
      box("-sensitive -enabled"),
      box("pressed"),
    ]);
    expect(snapshot.nodes.slice(1).map(({ states, operable }) => [states.checked, states.enabled, operable])).toEqual([
      [true, true, true],
      ["mixed", true, true],
      [false, true, true],
      [false, false, false],
      [true, true, true],
    ]);
    expect(snapshot.nodes[3]?.states.focused).toBe(false);
    expect(snapshot.nodes[1]?.states.focused).toBeUndefined();
  });

  it("keep a disabled control without a name, because it is there to be seen", () => {
    expect(look([button("", { states: "-sensitive -enabled" })]).node({ role: "button" })).toMatchObject({
      operable: false,
      states: { enabled: false },
    });
  });

  it("say of GTK 4 what is shown by visibility, size and what is above [showing.gtk4]", () => {
    const shown = (name: string, extra: Partial<Made> = {}): Made => ({
      role: "button",
      name,
      states: "-showing",
      at: [0, 0, 10, 10],
      actions: ["Click"],
      ...extra,
    });
    const { snapshot } = look(
      [
        shown("A"),
        shown("B", { at: [0, 0, 0, 0] }),
        { role: "group", name: "closed", states: "-visible -showing", inside: [shown("C")] },
        { role: "group", name: "open", states: "-showing", at: [0, 0, 5, 5], inside: [shown("D")] },
      ],
      gtk4,
    );
    const buttons = snapshot.nodes.filter(({ role }) => role === "button");
    expect(buttons.map(({ label: name, states }) => [name, states.showing])).toEqual([
      ["A", true],
      ["B", false],
      ["C", false],
      ["D", true],
    ]);
  });

  it("make operable what is enabled and has a way to act, and nothing else", () => {
    const tab = { role: "page tab", name: "Tab" };
    const { node } = look([
      { role: "page tab list", interfaces: "Selection", inside: [tab] },
      { role: "push button", name: "Wrapper" },
      { role: "slider", name: "Slider", interfaces: "Value", value: 1 },
      entry({ name: "Read only", states: "read-only single-line" }),
      label("Menu of a label", { actions: ["clipboard.copy"] }),
    ]);
    expect(node({ label: "Tab" }).operable).toBe(true);
    expect(node({ label: "Wrapper" }).operable).toBe(false);
    expect(node({ label: "Slider" }).operable).toBe(true);
    expect(node({ label: "Read only" }).operable).toBe(false);
    expect(node({ label: "Menu of a label" }).operable).toBe(false);
  });
});

describe("secure fields", () => {
  it("never show their text, wherever it turns up [secure.nothing-shown]", () => {
    const secret = "s3cret●●●";
    const { snapshot, node } = look([
      label("PIN"),
      {
        role: "password text",
        name: secret,
        text: secret,
        value: 3,
        states: "editable",
        inside: [label(secret, { id: "inner" })],
      },
      { role: "entry", text: secret, states: "editable", attributes: { "text-input-type": "password" }, name: "Key" },
      button("", { labelledBy: ["inner"] }),
      { role: "combo box", name: "Way in", inside: [{ role: "password text", states: "editable", text: secret }] },
    ]);
    expect(JSON.stringify(snapshot)).not.toContain("s3cret");
    expect(node({ label: "Key" }).role).toBe("securefield");
  });
});

describe("the menu bar", () => {
  const item = (name: string, extra: Partial<Made> = {}): Made => ({
    role: "menu item",
    name,
    actions: ["click"],
    ...extra,
  });
  const bar = (inside: readonly Made[], extra: Partial<Made> = {}): Made => ({
    role: "menu bar",
    at: [0, 0, 100, 20],
    inside,
    ...extra,
  });

  it("becomes commands with full paths, states and keys, each with its object [menu.paths]", () => {
    const { snapshot, refs } = look([
      bar([
        {
          role: "menu",
          name: "Edit",
          actions: ["click"],
          inside: [
            item("Undo   ", { id: "undo", actions: [{ name: "click", keys: "u;<Alt>e:u;<Primary><Shift>z" }] }),
            item("Cut", { states: "-sensitive -enabled" }),
            {
              role: "menu",
              name: "View",
              inside: [{ role: "check menu item", name: "Status", states: "checked", actions: ["click"] }],
            },
          ],
        },
      ]),
    ]);
    expect(snapshot.menus).toMatchObject([
      { path: ["Edit", "Undo"], enabled: true, operable: true, shortcut: "ctrl+shift+z" },
      { path: ["Edit", "Cut"], enabled: false, operable: false },
      { path: ["Edit", "View", "Status"], checked: true },
    ]);
    expect(snapshot.nodes.map(({ role }) => role)).toEqual(["window"]);
    expect(refs.get(snapshot.menus[0]?.handle ?? -1)).toEqual(refTo("undo"));
  });

  it("takes keys that work while it is closed, not letters that need it open", () => {
    const keys = ["n;<Alt>f:n;<Primary>n", "n;<Alt>f:n;", "Ctrl+Z", "F5", "<VoidSymbol>", "<Alt>o;x", "Ctrl++", "x"];
    const { snapshot } = look([
      bar(keys.map((binding, at) => item(`I${at}`, { actions: [{ name: "click", keys: binding }] }))),
    ]);
    expect(snapshot.menus.map(({ shortcut }) => shortcut)).toEqual([
      "ctrl+n",
      undefined,
      "ctrl+z",
      "f5",
      undefined,
      undefined,
      "ctrl++",
      undefined,
    ]);
  });

  it("is not the second one that LibreOffice keeps without height", () => {
    const { snapshot } = look([bar([item("New")]), bar([item("New"), item("Old")], { at: [0, 0, 100, 0] })]);
    expect(snapshot.menus.map(({ path }) => path)).toEqual([["New"]]);
  });

  it("does not take the menu of a button, or a menu on its own, for its commands", () => {
    const open = made({ role: "window", inside: [{ role: "menu", name: "Context", inside: [item("Copy")] }] }, "x");
    const { snapshot, node } = look(
      [{ role: "toggle button", name: "More", actions: ["click"], inside: [item("Dock")] }],
      {
        attached: [open],
      },
    );
    expect(snapshot.menus).toEqual([]);
    expect(node({ label: "Dock" })).toMatchObject({ role: "menuitem", operable: true });
    expect(node({ label: "Copy" })).toMatchObject({ role: "menuitem", operable: true });
  });

  it("is not the one that Chromium puts into the window of a menu", () => {
    const menu = { role: "menu bar", at: [0, 0, 90, 60], inside: [{ role: "menu", inside: [item("Cut")] }] } as const;
    const open = made({ role: "frame", name: "", inside: [menu] }, "x");
    const { snapshot, node } = look([bar([item("New")])], { attached: [open] });
    expect(snapshot.menus.map(({ path }) => path)).toEqual([["New"]]);
    expect(node({ label: "Cut" })).toMatchObject({ role: "menuitem", operable: true });
  });
});

describe("a box inside its label", () => {
  const web = { toolkit: { name: "Chromium", version: "1" } };
  const labelled = (from: string, labelledBy?: readonly string[]): Made => ({
    role: "label",
    id: "around",
    inside: [
      {
        role: "check box",
        id: "box",
        name: "Old",
        attributes: { "name-from": from },
        actions: ["check"],
        ...(labelledBy && { labelledBy }),
      },
      { role: "static", name: "New " },
      { role: "static", name: "name" },
    ],
  });
  const box = (spec: Made): string | undefined =>
    look([spec], web).snapshot.nodes.find(({ role }) => role === "checkbox")?.label;

  it("is called by what the label says now", () => {
    expect(box(labelled("related-element", ["around"]))).toBe("New name");
    expect(box(labelled("related-element"))).toBe("New name");
  });

  it("keeps a name of its own, and that of another label", () => {
    expect(box(labelled("attribute"))).toBe("Old");
    expect(box(labelled("related-element", ["elsewhere"]))).toBe("Old");
  });
});

describe("dialogs", () => {
  it("that belong to the window are over it, whether they have a window of their own or not", () => {
    const alert = made({ role: "alert", name: "", inside: [label("Delete file?"), button("Delete")] }, "a");
    const { snapshot, node } = look([button("Save")], { attached: [alert] });
    expect(snapshot.modal).toMatchObject({ role: "alert" });
    expect(node({ label: "Delete" }).parent).toBe(snapshot.modal?.handle);
    expect(look([{ role: "dialog", name: "Sure?" }]).snapshot.modal).toMatchObject({ label: "Sure?" });
  });

  it("that are hidden, notices and pop-overs are not", () => {
    const { snapshot } = look([
      { role: "dialog", name: "Hidden", states: "-showing" },
      { role: "alert", name: "Saved" },
      { role: "panel", name: "Popover", states: "modal" },
    ]);
    expect(snapshot.modal).toBeNull();
  });
});

describe("frames", () => {
  it("are pixels of the screen, and missing where there is none", () => {
    const nowhere = -2_147_483_648;
    const { snapshot } = look([
      button("A", { at: [10, 20, 30, 40] }),
      button("B", { at: [nowhere, nowhere, 1, 1] }),
      button("C", { at: [0, 0, 0, 0] }),
      button("D", { at: [Number.NaN, 0, 5, 5] }),
    ]);
    expect(snapshot.nodes.slice(1).map(({ frame }) => frame)).toEqual([
      { x: 10, y: 20, width: 30, height: 40 },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("of GTK 4 count from where the window stands, and are unknown in dialogs of their own", () => {
    const top = made({
      role: "window",
      name: "Test",
      at: [0, 0, 100, 80],
      inside: [button("A", { at: [5, 6, 7, 8] })],
    });
    const dialog = made(
      { role: "dialog", name: "D", at: [0, 0, 50, 50], inside: [button("B", { at: [5, 6, 7, 8] })] },
      "d",
    );
    const bounds = { x: 36, y: 214, width: 110, height: 90 };
    const { node } = look([], { ...gtk4, root: top, attached: [dialog] }, windowOf({ bounds }));
    expect(node({ label: "A" }).frame).toEqual({ x: 41, y: 220, width: 7, height: 8 });
    expect(node({ label: "B" }).frame).toBeUndefined();
  });
});

describe("texts", () => {
  it("are in reading order, even where a grid is listed from its last row to its first", () => {
    const { snapshot } = look([
      label("Heading", { at: [0, 0, 50, 10] }),
      {
        role: "panel",
        name: "Details",
        inside: [
          label("Third", { at: [0, 80, 50, 10] }),
          label("Second", { at: [0, 60, 50, 10] }),
          label("First", { at: [0, 40, 50, 10] }),
        ],
      },
    ]);
    expect(snapshot.texts.map(({ text }) => text)).toEqual(["Heading", "First", "Second", "Third"]);
  });
});

describe("completeness", () => {
  it("is the reading's own", () => {
    const { snapshot } = look([], { complete: false, reasons: ["deadline"], total: 99 });
    expect(snapshot.completeness).toEqual({ complete: false, reasons: ["deadline"], total: 99 });
  });

  it("says that a window too deep or too large was cut [snapshot.honest]", () => {
    let deep: Made = button("bottom");
    for (let level = 0; level < 1_500; level += 1) deep = { role: "panel", inside: [deep] };
    const wide = look(Array.from({ length: 25_000 }, (_, at) => label(`L${at}`)));
    expect(wide.snapshot.completeness.reasons).toEqual(["element_limit"]);
    expect(snapshotSchema.safeParse(wide.snapshot).success).toBe(true);
    expect(look([deep]).snapshot.completeness).toMatchObject({ complete: false, reasons: ["depth_limit"] });
  });
});
