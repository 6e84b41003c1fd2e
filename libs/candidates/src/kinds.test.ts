import { field, windowOf, type Sketch, type WindowSketch } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "./build.js";
import type { Candidate, CandidateKind } from "./candidate.js";
import { dragFrom } from "./kinds/drag.js";
import { takesText, withText } from "./with-text.js";

const frame = { x: 0, y: 0, width: 100, height: 20 };

function only(kind: CandidateKind, nodes: readonly Sketch[], more: Partial<WindowSketch> = {}): Candidate[] {
  return buildCandidates(windowOf({ nodes, ...more })).filter((one) => one.kind === kind);
}
const lines = (candidates: readonly Candidate[]) => candidates.map(({ does }) => does);

describe("typing and appending", () => {
  it("are offered for fields of text and not for numbers, and keep the text to the code unit", () => {
    const nodes: Sketch[] = [field("Name", "Ada"), { role: "stepper", label: "Count", value: "3" }];
    const [typed, ...more] = only("type_into", nodes);
    expect(more).toEqual([]);
    expect(only("append", nodes).map(({ action }) => action)).toEqual([{ kind: "append", handle: 2, text: "" }]);
    expect(withText(typed ?? missing(), " a\u{1f600}\n")).toMatchObject({
      does: 'type " a😀\\n" into text field "Name" at its caret',
      action: { kind: "type_into", text: " a\u{1f600}\n" },
    });
  });

  it("take the empty text as a text", () => {
    const [append = missing()] = only("append", [field("Name", "Ada")]);
    expect(takesText(append, "")).toBe(true);
    expect(withText(append, "").does).toBe('add "" at the end of text field "Name"');
  });
});

describe("rows and items", () => {
  it("are selected where the toolkit shows a selection, and clicked elsewhere", () => {
    const item = { role: "listitem", label: "Bob" } as const;
    expect(lines(only("select", [{ ...item, states: { selected: false } }]))).toEqual(['select list item "Bob"']);
    expect(only("click", [{ ...item, states: { selected: false } }])).toEqual([]);
    expect(lines(only("click", [item]))).toEqual(['click list item "Bob"']);
  });

  it("that can be ticked are toggled: a check box drawn into a cell has no node of its own", () => {
    const cell: Sketch = { role: "cell", label: "Olives", states: { checked: false, selected: false } };
    expect(lines(only("toggle", [cell]))).toEqual(['turn on cell "Olives"']);
  });

  it("that fold others away are expanded or collapsed, under one id", () => {
    const row = (expanded: boolean): Sketch => ({ role: "treeitem", label: "src", states: { expanded } });
    const [closed = missing()] = only("expand", [row(false)]);
    const [opened = missing()] = only("expand", [row(true)]);
    expect([closed.does, opened.does]).toEqual(['expand tree item "src"', 'collapse tree item "src"']);
    expect(closed.id).toBe(opened.id);
    expect(closed.action).toMatchObject({ expanded: true });
    expect(only("expand", [{ role: "popup", label: "Size", states: { expanded: false } }])).toEqual([]);
  });

  it("have a context menu where they have a name: rows, links, images", () => {
    const nodes: Sketch[] = [
      { role: "row", label: "Invoice" },
      { role: "link", label: "Home" },
      { role: "image", label: "Chart" },
      { role: "row" },
      { role: "button", label: "Save" },
    ];
    expect(lines(only("context_menu", nodes))).toEqual([
      'open the context menu of row "Invoice" (right-click)',
      'open the context menu of link "Home" (right-click)',
      'open the context menu of image "Chart" (right-click)',
    ]);
  });

  it("carry what else stands in their row", () => {
    const row = (name: string): Sketch => ({
      role: "row",
      inside: [
        { role: "text", label: name },
        { role: "text", label: "12 kB" },
        { role: "button", label: "Delete" },
      ],
    });
    const found = only("click", [{ role: "table", inside: [row("a.txt"), row("b.txt")] }]).filter(
      ({ facts }) => facts.role === "button",
    );
    expect(found.map(({ facts }) => facts.row)).toEqual([
      ["a.txt", "12 kB"],
      ["b.txt", "12 kB"],
    ]);
  });
});

describe("options", () => {
  it("of a pop-up are told by title, each with a click of its own", () => {
    const titles = Array.from({ length: 50 }, (_, at) => `Option ${at}`);
    const popup: Sketch = {
      role: "popup",
      label: "Size",
      inside: titles.map((label) => ({ role: "menuitem", label }) as const),
    };
    const [choose = missing()] = only("choose_option", [popup]);
    // Never silently cut: the list is short and says how many there are.
    expect([choose.facts.options?.length, choose.facts.optionCount]).toEqual([40, 50]);
    expect(only("click", [popup])).toHaveLength(50);
  });

  it("that are plain texts directly in a list are chosen by a click", () => {
    const list: Sketch = { role: "list", label: "Colours", inside: [{ role: "text", label: "Red" }] };
    expect(lines(only("click", [list]))).toEqual(['choose option "Red" in list "Colours"']);
  });
});

describe("texts of a web page", () => {
  const page = (...inside: Sketch[]): Sketch[] => [{ role: "webarea", label: "Page", inWeb: true, inside }];
  const text = (label: string, more: Partial<Sketch> = {}): Sketch => ({
    role: "text",
    label,
    inWeb: true,
    frame,
    ...more,
  });

  it("that are short, stand there once and belong to no control are clicked, after all controls", () => {
    const nodes = page(text("Show more"), { role: "button", label: "Save", inWeb: true });
    expect(lines(only("click", nodes))).toEqual(['click button "Save"', 'click the text "Show more"']);
  });

  it("that are double, long, without a place, inside a control or outside a page are not", () => {
    const nodes = [
      ...page(text("Twice"), text("Twice"), text("x".repeat(200)), text("nowhere", { frame: undefined }), {
        role: "button",
        label: "Buy",
        inWeb: true,
        inside: [text("Buy it")],
      }),
      text("native", { inWeb: false }),
    ];
    expect(lines(only("click", nodes)).filter((line) => line.startsWith("click the text"))).toEqual([]);
  });

  it("are flagged when what they or their help say is destructive", () => {
    const nodes = page(text("Delete account"), text("Tidy up", { help: "Will erase the history" }), text("More"));
    expect(only("click", nodes).map(({ destructive }) => destructive)).toEqual([true, true, false]);
  });
});

describe("scrolling", () => {
  it("is offered for areas that have no action of their own, in the directions that their bars show", () => {
    const bar = (width: number, height: number): Sketch => ({ role: "scrollbar", frame: { ...frame, width, height } });
    const area: Sketch = {
      role: "scrollarea",
      label: "Files",
      operable: false,
      frame: { ...frame, height: 100 },
      inside: [bar(6, 90), bar(90, 6)],
    };
    expect(lines(only("scroll", [area])).map((line) => line.split(" ")[4])).toEqual(["down", "up", "right", "left"]);
  });

  it("moves a bar that stands alone, and no bar of an area by itself", () => {
    const bar: Sketch = { role: "scrollbar", frame: { x: 0, y: 0, width: 100, height: 10 } };
    expect(lines(only("scroll", [bar]))).toEqual(["scroll scrollbar right one page", "scroll scrollbar left one page"]);
  });
});

describe("step keys", () => {
  it("move a slider by right and left and a stepper by up and down, sent to the control itself", () => {
    const nodes: Sketch[] = [
      { role: "slider", label: "Volume" },
      { role: "stepper", label: "Count" },
    ];
    const keys = only("key", nodes).flatMap(({ action }) =>
      action.kind === "key" && action.handle !== undefined ? [action.key] : [],
    );
    expect(keys).toEqual(["right", "left", "up", "down"]);
  });
});

describe("a drag", () => {
  const candidates = buildCandidates(
    windowOf({
      nodes: [
        { role: "image", label: "Card", actions: ["press"] },
        { role: "button", label: "Trash" },
        { role: "row", label: "Row" },
      ],
    }),
  );
  const id = (does: string) => candidates.find((one) => one.does === does)?.id ?? "";

  it("is built from one candidate's control to another's, or by an offset", () => {
    const drag = dragFrom(candidates, id('click image "Card"'), { candidateId: id('click row "Row"') });
    expect(drag).toMatchObject({
      ok: true,
      candidate: {
        kind: "drag",
        does: 'drag image "Card" to row "Row"',
        destructive: false,
        action: { kind: "drag", handle: 2, to: { handle: 4 } },
      },
    });
    expect(dragFrom(candidates, id('click image "Card"'), { dx: -5, dy: 40 })).toMatchObject({
      ok: true,
      candidate: { action: { to: { dx: -5, dy: 40 } } },
    });
  });

  it("is not found where an id is unknown, and not supported where an end is no control", () => {
    const card = id('click image "Card"');
    expect(dragFrom(candidates, "c0", { dx: 1, dy: 1 })).toEqual({ ok: false, code: "not_found" });
    expect(dragFrom(candidates, card, { candidateId: "c0" })).toEqual({ ok: false, code: "not_found" });
    expect(dragFrom(candidates, card, { candidateId: id("press Escape") })).toEqual({
      ok: false,
      code: "drag_not_supported",
    });
  });

  it("needs consent where either end does", () => {
    const trash = id('click button "Trash"');
    expect(dragFrom(candidates, id('click row "Row"'), { candidateId: trash })).toMatchObject({
      candidate: { destructive: true },
    });
  });
});

function missing(): never {
  throw new Error("the candidate is missing");
}
