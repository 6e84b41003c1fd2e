import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, windowOf, type Sketch, type WindowSketch } from "@beans-picker/desktop/sketch";
import { begin } from "../watch.js";
import { judge } from "../judge.js";
import { judged } from "../testing/steps.js";

const click = { kind: "click" } as const;
const save: Sketch = { role: "button", label: "Save" };
const clock = (text: string): Sketch => ({ role: "text", label: text, identifier: "clock" });
const effectOf = (before: readonly Sketch[] | WindowSketch, after: readonly Sketch[] | WindowSketch, on = "Save") =>
  judged(click, on, before, after).effect;

describe("a click", () => {
  it.each([
    [
      "is selected",
      { role: "tab", label: "T", states: { selected: false } },
      { role: "tab", label: "T", states: { selected: true } },
    ],
    [
      "is checked",
      { role: "radio", label: "T", states: { checked: false } },
      { role: "radio", label: "T", states: { checked: true } },
    ],
    [
      "is open",
      { role: "disclosure", label: "T", states: { expanded: false } },
      { role: "disclosure", label: "T", states: { expanded: true } },
    ],
    ["is disabled", { role: "button", label: "T" }, { role: "button", label: "T", states: { enabled: false } }],
  ] as const)("is done when the control itself %s afterwards [verify.own_state]", (_, before, after) => {
    expect(effectOf([before], [after], "T")).toBe("done");
  });

  it("is done when the control got a new label at its place, and only then", () => {
    const play: Sketch[] = [
      {
        role: "toolbar",
        label: "Bar",
        inside: [
          { role: "button", label: "Play" },
          { role: "button", label: "Stop" },
        ],
      },
    ];
    const pause: Sketch[] = [
      {
        role: "toolbar",
        label: "Bar",
        inside: [
          { role: "button", label: "Pause" },
          { role: "button", label: "Stop" },
        ],
      },
    ];
    const gone: Sketch[] = [{ role: "toolbar", label: "Bar", inside: [{ role: "button", label: "Stop" }] }];
    expect(effectOf(play, pause, "Play")).toBe("done");
    expect(effectOf(play, gone, "Play")).toBe("unverified");
  });

  it("is not done when its label only counts, or when its neighbours are new as well", () => {
    const bar = (...labels: string[]): Sketch[] => [
      { role: "toolbar", label: "Bar", inside: labels.map((label): Sketch => ({ role: "button", label })) },
    ];
    expect(effectOf(bar("Retry (5)", "Stop"), bar("Retry (4)", "Stop"), "Retry (5)")).toBe("unverified");
    expect(effectOf(bar("Play", "Stop"), bar("Pause", "Eject"), "Play")).toBe("unverified");
  });

  it("is done when a dialog, popover, menu or window came up that is called by its words [verify.surface]", () => {
    for (const role of ["dialog", "popover", "menu", "alert"] as const) {
      const surface = (label: string): Sketch => ({ role, label, inside: [{ role: "button", label: "Y" }] });
      expect(effectOf([save], [save, surface("Save file")])).toBe("done");
      expect(effectOf([save], [save, surface("Update available")])).toBe("unverified");
    }
    expect(effectOf([save], { nodes: [save], otherWindows: ["Saving"] })).toBe("done");
    expect(effectOf([save], { nodes: [save], otherWindows: ["New mail"] })).toBe("unverified");
  });

  it("is unverified when what came up is called by another control's words as well [verify.surface]", () => {
    const saveAs: Sketch = { role: "button", label: "Save as" };
    const dialog: Sketch = { role: "dialog", label: "Save file" };
    expect(effectOf([save, saveAs], [save, saveAs, dialog])).toBe("unverified");
    expect(effectOf([save, saveAs], [save, saveAs, { role: "dialog", label: "Save file as" }], "Save as")).toBe("done");
  });

  it("is done when the menu that came up hangs on the control [verify.surface]", () => {
    const button = (...inside: Sketch[]): Sketch => ({ role: "menubutton", label: "More", inside });
    const menu: Sketch = { role: "menu", label: "", inside: [{ role: "menuitem", label: "Pin" }] };
    expect(effectOf([button()], [button(menu)], "More")).toBe("done");
    expect(effectOf([button()], [button(), menu], "More")).toBe("unverified");
  });

  it("is done when the dialog it was in closed, if nothing else there could have closed it [verify.surface]", () => {
    const ok: Sketch = { role: "button", label: "OK" };
    const dialog = (...inside: Sketch[]) => ({ nodes: [{ role: "dialog", label: "D", inside } as const], modal: "D" });
    const after = [field("Name", "")];
    expect(effectOf(dialog(ok), after, "OK")).toBe("done");
    expect(judged(click, "OK", dialog(ok, { role: "button", label: "Cancel" }), after)).toMatchObject({
      effect: "unverified",
      change: { disappeared: ["dialog D", "button OK", "button Cancel"] },
    });
    expect(effectOf({ nodes: [save, ...dialog(ok).nodes], modal: "D" }, [save])).toBe("unverified");
  });

  it("is done when a new text names it and names no other control [verify.named]", () => {
    const status = (label: string): Sketch => ({ role: "text", label });
    expect(effectOf([save, status("Ready")], [save, status("Saved")])).toBe("done");
    expect(effectOf([save, status("Ready")], [save, status("Deleted")])).toBe("unverified");
    const saveAll: Sketch = { role: "button", label: "Save all" };
    expect(effectOf([save, saveAll, status("Ready")], [save, saveAll, status("Saved")])).toBe("unverified");
  });

  it("is not done when a text only happens to use its word [verify.named]", () => {
    const create: Sketch = { role: "button", label: "New" };
    const badge = (label: string): Sketch => ({ role: "text", label });
    expect(effectOf([create, badge("Offline")], [create, badge("New mail")], "New")).toBe("unverified");
    expect(effectOf([save, badge("Offline")], [save, badge("Saved 3 files")])).toBe("done");
  });

  it("is not done when a text that names it only counts on or was there in another form [verify.named]", () => {
    const status = (label: string): Sketch => ({ role: "text", label });
    expect(effectOf([save, status("Saved 3 files")], [save, status("Saved 4 files")])).toBe("unverified");
    expect(effectOf([save, status("Saving")], [save, status("Saved today")])).toBe("unverified");
  });

  it("is done when the one field that it names changed [verify.named]", () => {
    const clear: Sketch = { role: "button", label: "Clear search" };
    expect(effectOf([clear, field("Search", "x")], [clear, field("Search", "")], "Clear search")).toBe("done");
    expect(effectOf([clear, field("Name", "x")], [clear, field("Name", "")], "Clear search")).toBe("unverified");
    const other: Sketch = { role: "button", label: "Search again" };
    expect(effectOf([clear, other, field("Search", "x")], [clear, other, field("Search", "")], "Clear search")).toBe(
      "unverified",
    );
  });

  it("is done when the text beside it, nearer than to any other control, changed and stays [verify.beside]", () => {
    const at = (x: number, y: number) => ({ frame: { x, y, width: 80, height: 20 } });
    const bar = (text: string, ...more: Sketch[]): Sketch => ({
      role: "group",
      label: "Bar",
      inside: [{ role: "button", label: "Run", ...at(0, 0) }, { role: "text", label: text, ...at(90, 0) }, ...more],
    });
    const run = judged(click, "Run", [bar("Idle")], [bar("Busy")]);
    expect(run).toMatchObject({ effect: "done" });
    expect(run.stayMs).toBeGreaterThan(100);
    expect(effectOf([bar("Idle 1")], [bar("Idle 2")], "Run")).toBe("unverified");
    const stop: Sketch = { role: "button", label: "Stop", ...at(180, 0) };
    expect(effectOf([bar("Idle", stop)], [bar("Busy", stop)], "Run")).toBe("unverified");
    const far: Sketch = { role: "text", label: "12:00", ...at(400, 200) };
    expect(effectOf([bar("Idle", far)], [bar("Idle", { ...far, label: "noon" })], "Run")).toBe("unverified");
    // What another command reports is its own, wherever it is shown.
    const elsewhere: Sketch = { role: "button", label: "Save", ...at(400, 300) };
    expect(effectOf([bar("Idle", elsewhere)], [bar("Saved", elsewhere)], "Run")).toBe("unverified");
    expect(effectOf([bar("Idle", elsewhere)], [bar("Busy", elsewhere)], "Run")).toBe("done");
  });

  it("is done when what it controls by its own word came or went [verify.controls]", () => {
    const window = (showing: boolean): Sketch[] => [
      { role: "button", label: "Details", controls: [3] },
      { role: "group", label: "Panel", states: { showing } },
    ];
    expect(effectOf(window(false), window(true), "Details")).toBe("done");
    expect(effectOf(window(true), window(true), "Details")).toBe("no_effect");
  });

  it("is done when a key of a keypad shows in the one field that changed, not when another key does [verify.keypad]", () => {
    const seven: Sketch = { role: "button", label: "7" };
    const press = (was: string, is: string) =>
      effectOf([seven, field("Display", was)], [seven, field("Display", is)], "7");
    expect(press("12", "127")).toBe("done");
    expect(press("0", "7")).toBe("done");
    expect(press("12", "128")).toBe("unverified");
    expect(press("12", "12")).toBe("no_effect");
  });

  it("of a key that is drawn as a toggle button is judged by the display, not by the button going down [verify.keypad]", () => {
    const keypad = (display: string, down = false): Sketch[] => [
      field("Display", display),
      {
        role: "group",
        label: "Keys",
        inside: ["7", "8", "9", "4", "5", "6", "1", "2", "3", "0", "C", "<-"].map((label) => ({
          role: "toggle",
          label,
          states: { checked: down && label === "7" },
        })),
      },
    ];
    const press = (key: string, was: string, is: string, down = false) => effectOf(keypad(was), keypad(is, down), key);
    expect(press("7", "0", "7")).toBe("done");
    expect(press("7", "12", "12", true)).toBe("unverified");
    expect(press("7", "12", "12")).toBe("no_effect");
    expect(press("C", "12", "0")).toBe("done");
    expect(press("<-", "12", "1")).toBe("done");
    expect(press("<-", "12", "7")).toBe("unverified");
  });

  it("is not done when a dialog that came up disabled everything", () => {
    const other = (enabled: boolean): Sketch => ({ role: "button", label: "Open", states: { enabled } });
    const own = (enabled: boolean): Sketch => ({ ...save, states: { enabled } });
    expect(effectOf([own(true), other(true)], [own(false), other(true)])).toBe("done");
    expect(effectOf([own(true), other(true)], [own(false), other(false), { role: "dialog", label: "News" }])).toBe(
      "unverified",
    );
  });

  it("is not done when a window only changes its title", () => {
    expect(
      effectOf({ nodes: [save], otherWindows: ["Mail (1)"] }, { nodes: [save], otherWindows: ["Mail (2)"] }),
    ).not.toBe("done");
    expect(effectOf({ nodes: [save], title: "a" }, { nodes: [save], title: "b" })).toBe("unverified");
    const dialog = (label: string): Sketch => ({ role: "dialog", label, inside: [save] });
    expect(
      effectOf(
        { nodes: [dialog("Copying 10 %")], modal: "Copying 10 %" },
        { nodes: [dialog("Copying 20 %")], modal: "Copying 20 %" },
      ),
    ).not.toBe("done");
  });

  it("is done when it was an option and its pop-up shows it", () => {
    const size = (value: string): Sketch => ({
      role: "popup",
      label: "Size",
      value,
      inside: [{ role: "menuitem", label: "Large" }],
    });
    expect(effectOf([size("Small")], [size("Large")], "Large")).toBe("done");
    expect(effectOf([size("Small")], [size("Medium")], "Large")).toBe("unverified");
  });

  it("is done on a cell when something in its row flipped, not when another row did", () => {
    const row = (name: string, checked: boolean): Sketch => ({
      role: "row",
      label: name,
      inside: [
        { role: "cell", label: `${name} done`, states: { checked } },
        { role: "cell", label: `${name} title` },
      ],
    });
    expect(effectOf([row("A", false), row("B", false)], [row("A", true), row("B", false)], "A title")).toBe("done");
    expect(effectOf([row("A", false), row("B", false)], [row("A", false), row("B", true)], "A title")).toBe(
      "unverified",
    );
  });

  it("has no effect when nothing changed; on rows and cells that is only unverified", () => {
    expect(judged(click, "Save", [save], [save])).toMatchObject({ effect: "no_effect", final: false, change: {} });
    expect(effectOf([{ role: "row", label: "R" }], [{ role: "row", label: "R" }], "R")).toBe("unverified");
  });

  it("is unverified when nothing changed but a field cannot be read, where the effect may be [verify.blind]", () => {
    const hidden: Sketch = { role: "textarea", label: "Display" };
    expect(effectOf([save, hidden], [save, hidden])).toBe("unverified");
    expect(effectOf([save, field("Display", "1")], [save, field("Display", "1")])).toBe("no_effect");
    // A password field is never read, and nobody looks for an effect there.
    const secret: Sketch = { role: "securefield", label: "Password" };
    expect(effectOf([save, secret], [save, secret])).toBe("no_effect");
  });

  it("is unverified when the page around the control only lost it, done when one replaced it that it names", () => {
    const page = (label: string, ...inside: Sketch[]): Sketch => ({ role: "webarea", label, inside });
    const link: Sketch = { role: "link", label: "Docs" };
    expect(effectOf([page("Home", link)], [page("Docs", { role: "heading", label: "Docs page" })], "Docs")).toBe(
      "done",
    );
    expect(effectOf([page("Home", link)], [page("Home")], "Docs")).toBe("unverified");
    expect(effectOf([page("Home", link)], [page("Offline")], "Docs")).toBe("unverified");
  });

  it("reports what changed without quoting a password field", () => {
    const { change } = judged(
      click,
      "Save",
      [save, clock("10:00")],
      [save, clock("10:01"), { role: "link", label: "Undo" }],
    );
    expect(change).toEqual({ appeared: ["link Undo"], textsChanged: ["10:01"] });
    const secret = (value: string): Sketch => ({ role: "securefield", label: "P", value, rawValue: value });
    expect(JSON.stringify(judged(click, "Save", [save, secret("a")], [save, secret("hunter2")]).change)).not.toContain(
      "hunter2",
    );
  });
});

describe("changes that have nothing to do with the action", () => {
  const unrelated: fc.Arbitrary<Sketch> = fc.oneof(
    fc.record({ role: fc.constant("text" as const), label: fc.string({ minLength: 1 }) }),
    fc.record({
      role: fc.constant("textfield" as const),
      label: fc.constant("Other"),
      value: fc.string(),
      rawValue: fc.string(),
    }),
    fc.record({ role: fc.constant("progress" as const), label: fc.constant("Load"), value: fc.string() }),
    fc.record({
      role: fc.constant("checkbox" as const),
      label: fc.constant("Else"),
      states: fc.record({ checked: fc.boolean() }),
    }),
    fc.record({ role: fc.constant("link" as const), label: fc.string() }),
    fc.record({ role: fc.constant("image" as const), label: fc.string() }),
  );
  const targets: Sketch[] = [
    save,
    field("Name", "old"),
    { role: "checkbox", label: "Agree", states: { checked: false } },
    { role: "popup", label: "Size", value: "Small" },
    {
      role: "scrollarea",
      label: "Area",
      frame: { x: 0, y: 0, width: 9, height: 9 },
      inside: [{ role: "text", label: "now" }],
    },
    { role: "slider", label: "Volume", value: "1" },
  ];
  const acts = [
    ["Save", click],
    ["Name", { kind: "set_value", text: "new" }],
    ["Agree", { kind: "toggle" }],
    ["Size", { kind: "choose_option", text: "Large" }],
    ["Area", { kind: "scroll", direction: "down" }],
    ["Volume", { kind: "key", key: "right" }],
    ["", { kind: "key", key: "tab" }],
  ] as const;

  it("never make it done [verify.unrelated]", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...acts),
        fc.array(unrelated),
        fc.array(unrelated),
        fc.boolean(),
        ([on, act], was, is, first) => {
          const put = (extra: readonly Sketch[]) => (first ? [...extra, ...targets] : [...targets, ...extra]);
          expect(judged(act, on === "" ? undefined : on, put(was), put(is)).effect).not.toBe("done");
        },
      ),
      { numRuns: 500 },
    );
  });

  it("include a clock inside the thing that was scrolled", () => {
    const area = (time: string): Sketch => ({
      role: "scrollarea",
      label: "Area",
      inside: [{ role: "text", label: time }],
    });
    expect(judged({ kind: "scroll", direction: "down" }, "Area", [area("10:00")], [area("10:01")]).effect).toBe(
      "unverified",
    );
  });
});

describe("judging", () => {
  it("does not change its watch, and a watch is plain data", () => {
    const watch = begin(windowOf({ nodes: [save] }), { kind: "click", handle: 2 });
    const copy = structuredClone(watch);
    judge(watch, windowOf({ nodes: [] }));
    expect(watch).toEqual(copy);
    expect(judge(copy, windowOf({ nodes: [save] }))).toEqual(judge(watch, windowOf({ nodes: [save] })));
  });
});
