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

  it("is done when a dialog, popover, menu or window came or went [verify.surface]", () => {
    for (const role of ["dialog", "popover", "menu", "alert"] as const) {
      expect(effectOf([save], [save, { role, label: "X", inside: [{ role: "button", label: "Y" }] }])).toBe("done");
    }
    expect(effectOf([save], { nodes: [save], otherWindows: ["Export"] })).toBe("done");
    const dialog: Sketch = { role: "dialog", label: "D", inside: [save] };
    expect(effectOf({ nodes: [dialog], modal: "D" }, [field("Name", "")])).toBe("done");
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

  it("is unverified when the page around the control only lost it, done when the page was replaced", () => {
    const page = (label: string, ...inside: Sketch[]): Sketch => ({ role: "webarea", label, inside });
    const link: Sketch = { role: "link", label: "Docs" };
    expect(effectOf([page("Home", link)], [page("Docs", { role: "heading", label: "Docs page" })], "Docs")).toBe(
      "done",
    );
    expect(effectOf([page("Home", link)], [page("Home")], "Docs")).toBe("unverified");
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
