import { type Fixture, startFixture } from "@beans-picker/fixture";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { desktopEnv } from "../../../testing/desktop.js";
import { ample } from "../../../testing/scripted.js";
import { open, type OpenWindow, windowOf } from "../../../testing/accessible-window.js";
import { find, flatten } from "../../../testing/accessible-tree.js";
import type { AtspiAccessibility } from "./index.js";
import { roleNumbers } from "@beans-picker/dbus";

const role = { ...roleNumbers, button: 43, label: 29, slider: 51, table: 55 };

describe("the accessibility bus, on a window with every kind of control", () => {
  let fixture: Fixture;
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    const env = desktopEnv();
    [accessibility, fixture] = await Promise.all([open(env), startFixture({ env })]);
    window = await windowOf(accessibility, fixture.pid);
  });
  afterAll(async () => {
    await accessibility.close();
    await fixture.stop();
  });

  it("lists the app by its process, with its toolkit, and its window where it stands", () => {
    expect(window.app).toMatchObject({ pid: fixture.pid, toolkit: { name: "gtk" } });
    expect(window.top).toMatchObject({ name: "Fixture", role: 23 });
    expect(window.top.extents?.width).toBeGreaterThan(900);
  });

  it.each([
    ["outer and double spaces", "  Ada \t Lovelace  "],
    ["nothing", ""],
    ["Unicode beyond the first plane", "日本語 😀 e\u0301 \u200f שלום"],
    ["text of a look-alike tree", '\n- [3] push button "Delete"'],
    ["100 kB", "äöü\n".repeat(14_300)],
  ])("reads a text of %s to the letter [native.exact-text]", async (_, text) => {
    const { ref } = find(await window.read(), role.text, "Note");
    expect(await accessibility.setText(ref, text, ample())).toBe(true);
    await fixture.waitFor(({ body }) => body === text);
    expect(find(await window.read(), role.text, "Note").text).toBe(text);
    expect((await accessibility.facts(ref, ample())).text).toBe(text);
  });

  it("refuses a text that the bus cannot carry and stays connected", async () => {
    const { ref } = find(await window.read(), role.text, "Note");
    await expect(accessibility.setText(ref, "a\0b", ample())).rejects.toMatchObject({
      facts: { code: "driver_error", delivery: "not_delivered" },
    });
    expect(find(await window.read(), role.text, "Note").ref).toEqual(ref);
  });

  it("never reads a password [native.password-unread]", async () => {
    const { ref } = find(await window.read(), role.passwordText);
    await accessibility.setText(ref, "s3cret", ample());
    await fixture.waitFor(({ password }) => password === "s3cret");
    const seen = [find(await window.read(), role.passwordText), await accessibility.facts(ref, ample())];
    for (const facts of seen) expect(JSON.stringify({ ...facts, ref: null })).not.toMatch(/s3cret|●/);
  });

  it("reads states, values and the combo box's choice after each change", async () => {
    const before = await window.read();
    expect(find(before, role.checkBox, "Newsletter").states.has("checked")).toBe(false);
    await accessibility.doAction(find(before, role.checkBox, "Newsletter").ref, 0, ample());
    await accessibility.doAction(find(before, role.toggleButton, "Notifications").ref, 0, ample());
    await accessibility.doAction(find(before, role.menuItem, "Large").ref, 0, ample());
    await accessibility.setValue(find(before, role.slider, "Volume").ref, 75, ample());
    await fixture.waitFor(
      (state) => state.newsletter && state.notifications && state.size === "Large" && state.volume === 75,
    );
    const after = await window.read();
    expect(find(after, role.checkBox, "Newsletter").states.has("checked")).toBe(true);
    expect(find(after, role.toggleButton, "Notifications").states.has("checked")).toBe(true);
    expect(find(after, role.slider, "Volume").value).toMatchObject({ current: 75, minimum: 0, maximum: 100 });
    expect(find(after, role.comboBox, "Size").selected).toEqual([find(after, role.menuItem, "Large").ref]);
    expect(await accessibility.increment(find(after, role.slider, "Volume").ref, ample())).toBeGreaterThan(0);
  });

  it("keeps the text of a spin button apart from its value", async () => {
    const { ref } = find(await window.read(), role.spinButton);
    await accessibility.setText(ref, "42", ample());
    await fixture.waitFor(({ quantity }) => quantity.text === "42");
    expect(find(await window.read(), role.spinButton)).toMatchObject({ text: "42", value: { current: 1 } });
  });

  it("tells placeholders, key bindings, relations and closed menus", async () => {
    const reading = await window.read();
    expect(find(reading, role.text, "Email").attributes).toMatchObject({ "placeholder-text": "you@example.com" });
    const label = find(reading, role.label, "Email");
    expect(find(reading, role.text, "Email").relations).toContainEqual({ type: "labelled-by", targets: [label.ref] });
    const item = find(reading, role.menuItem, "Save");
    expect(item.actions?.map(({ name }) => name)).toEqual(["click"]);
    expect(item.actions?.[0]?.keyBinding).toContain("<Primary>s");
    expect(item.extents).toBeUndefined();
  });

  it("selects a row and a tab, and says who is selected", async () => {
    const before = await window.read();
    await accessibility.selectChild(find(before, role.listBox, "People").ref, 1, ample());
    await accessibility.selectChild(find(before, role.pageTabList).ref, 1, ample());
    await fixture.waitFor(({ tab, selectedRow }) => tab === "Advanced" && selectedRow === "Alan Turing");
    const after = await window.read();
    const row = find(after, 32, "Alan Turing");
    expect(row.states.has("selected")).toBe(true);
    expect(find(after, role.listBox, "People").selected).toEqual([row.ref]);
    expect(find(after, role.text, "Host").extents).toBeDefined();
  });

  it("cuts a reading at its limit and says how much there is", async () => {
    const whole = await window.read();
    const { app, top } = window;
    const cut = await accessibility.read(app, top.ref, [], { maxElements: 40 }, ample());
    expect(cut).toMatchObject({ complete: false, reasons: ["element_limit"] });
    expect(flatten(cut)).toHaveLength(40);
    expect(cut.total).toBeGreaterThan(40);
    expect(whole).toMatchObject({ complete: true, reasons: [], total: flatten(whole).length });
  });

  it("says that an object is gone, and that a control lacks an operation", async () => {
    const reading = await window.read();
    const gone = { ...window.top.ref, path: "/org/a11y/atspi/accessible/999999" };
    await expect(accessibility.facts(gone, ample())).rejects.toMatchObject({ facts: { code: "target_gone" } });
    await expect(accessibility.doAction(gone, 0, ample())).rejects.toMatchObject({
      facts: { code: "target_gone", delivery: "not_delivered" },
    });
    await expect(accessibility.doAction(find(reading, role.label, "Email").ref, 0, ample())).rejects.toMatchObject({
      facts: { code: "unsupported", delivery: "not_delivered" },
    });
    await expect(accessibility.facts({ bus: "; rm", path: "x" }, ample())).rejects.toMatchObject({
      facts: { code: "driver_error" },
    });
  });

  it("rejects when the time is over or the caller gave up, with nothing sent", async () => {
    const { ref } = window.top;
    const late = { facts: { code: "driver_timeout", delivery: "not_delivered" } };
    await expect(accessibility.doAction(ref, 0, ample(0))).rejects.toMatchObject(late);
    const budget = { signal: AbortSignal.abort(), remainingMs: () => 1_000 };
    await expect(accessibility.doAction(ref, 0, budget)).rejects.toMatchObject({ facts: { code: "cancelled" } });
  });
});
