import type { AccessibleFacts, Frame } from "@beans-picker/desktop";
import type { X11Window } from "@beans-picker/x11";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { belongingTo, entriesOf, factsOfWindow, pairWindows } from "./windows.js";

const area = (x: number, y: number, width = 300, height = 200): Frame => ({ x, y, width, height });

function window(id: number, more: Partial<X11Window> = {}): X11Window {
  const bounds = more.bounds ?? area(10, 20);
  return {
    id,
    pid: 7,
    app: "App",
    title: "Title",
    transientFor: null,
    type: "normal",
    modal: false,
    overrideRedirect: false,
    managed: true,
    bounds,
    frame: bounds,
    minimised: false,
    maximised: false,
    fullscreen: false,
    desktop: 0,
    mapped: true,
    zIndex: id,
    active: false,
    ...more,
  };
}

function top(
  path: string,
  name: string,
  extents: Frame | undefined,
  more: Partial<AccessibleFacts> = {},
): AccessibleFacts {
  return {
    ref: { bus: ":1.1", path },
    role: 23,
    roleName: "frame",
    name,
    description: "",
    states: new Set(["showing", "visible"]),
    interfaces: new Set(),
    childCount: 1,
    ...(extents === undefined ? {} : { extents }),
    ...more,
  };
}

const paths = (pairs: ReadonlyMap<number, AccessibleFacts>) =>
  Object.fromEntries([...pairs].map(([id, { ref }]) => [id, ref.path]));

describe("pairing X11 windows with accessible ones", () => {
  it("goes by title, then by place", () => {
    const windows = [
      window(1, { title: "A" }),
      window(2, { title: "B" }),
      window(3, { title: "B", bounds: area(500, 20) }),
    ];
    const tops = [top("b2", "B", area(500, 20)), top("b1", "B", area(10, 20)), top("a", "A", undefined)];
    expect(paths(pairWindows(windows, tops, null))).toEqual({ 1: "a", 2: "b1", 3: "b2" });
  });

  it("finds an untitled dialog by its place, whatever accessibility calls it", () => {
    const windows = [window(1), window(2, { title: "", type: "dialog", bounds: area(100, 90, 240, 112) })];
    const tops = [
      top("main", "Title", area(10, 20)),
      top("alert", "Question", area(100, 90, 240, 112), { role: 2, roleName: "alert" }),
    ];
    expect(paths(pairWindows(windows, tops, null))).toEqual({ 1: "main", 2: "alert" });
  });

  it("takes a frame for the window of a menu only where it stands and is as large as that", () => {
    const menu = window(2, { title: "", type: "menu", overrideRedirect: true, bounds: area(50, 60, 90, 120) });
    const place = top("menu", "", area(50, 60, 90, 120));
    expect(paths(pairWindows([menu], [top("bubble", "", area(400, 60, 90, 120)), place], null))).toEqual({ 2: "menu" });
    expect(paths(pairWindows([menu], [top("bubble", "", area(400, 60, 90, 120))], null))).toEqual({});
  });

  it("leaves out what cannot be told apart rather than guess [native.windows]", () => {
    const windows = [window(1), window(2)];
    const tops = [top("a", "Title", area(10, 20)), top("b", "Title", area(10, 20))];
    expect(paths(pairWindows(windows, tops, null))).toEqual({});
  });

  it("tells two that look the same apart by the focus", () => {
    const windows = [window(1), window(2)];
    const tops = [
      top("a", "Title", area(10, 20)),
      top("b", "Title", area(10, 20), { states: new Set(["showing", "visible", "active"]) }),
    ];
    expect(paths(pairWindows(windows, tops, 1))).toEqual({ 1: "b", 2: "a" });
  });

  it("joins the only one left on each side while a title changes", () => {
    expect(paths(pairWindows([window(1, { title: "Old" })], [top("a", "New", area(0, 0, 9, 9))], null))).toEqual({
      1: "a",
    });
  });

  it("never gives one accessible window to two, nor two to one", () => {
    const titles = fc.constantFrom("", "A", "B");
    const frames = fc.constantFrom(area(10, 20), area(500, 20), area(10, 20, 90, 90));
    const shape = fc.record({ title: titles, frame: frames, active: fc.boolean() });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 5 }), fc.array(shape, { maxLength: 5 }), (left, right) => {
        const windows = left.map(({ title, frame }, at) => window(at + 1, { title, bounds: frame }));
        const tops = right.map(({ title, frame, active }, at) =>
          top(String(at), title, frame, { states: new Set(["showing", ...(active ? ["active"] : [])]) }),
        );
        const pairs = [...pairWindows(windows, tops, 1)];
        expect(new Set(pairs.map(([, { ref }]) => ref.path)).size).toBe(pairs.length);
      }),
    );
  });
});

describe("what belongs to a window", () => {
  const owner = window(1);
  const view = (...more: X11Window[]) => ({ windows: [owner, ...more], active: null, desktop: 0 });
  const ids = (...more: X11Window[]) => belongingTo(owner, view(...more)).map(({ id }) => id);

  it("is its untitled or modal dialogs and open menus, and theirs", () => {
    const untitled = window(2, { title: "", type: "dialog", transientFor: 1 });
    const modal = window(3, { type: "dialog", modal: true, transientFor: 1 });
    const nested = window(4, { type: "dialog", modal: true, transientFor: 3 });
    const menu = window(5, { type: "popup", overrideRedirect: true, transientFor: 1 });
    expect(ids(untitled, modal, nested, menu)).toEqual([2, 3, 4, 5]);
  });

  it("is a menu that does not say whose it is, when the window is its app's only one or the one in front", () => {
    const menu = window(5, { type: "menu", overrideRedirect: true });
    const second = window(6, { title: "Second" });
    expect(ids(menu)).toEqual([5]);
    expect(ids(menu, second)).toEqual([]);
    const inFront = (active: number) => belongingTo(owner, { ...view(menu, second), active }).map(({ id }) => id);
    expect([inFront(1), inFront(6)]).toEqual([[5], []]);
  });

  it("is not a dialog that leaves it usable, one of another window or app, nor a tooltip", () => {
    const free = window(2, { type: "dialog", title: "Find", transientFor: 1 });
    const others = window(3, { type: "dialog", modal: true, transientFor: 99 });
    const foreign = window(4, { type: "dialog", modal: true, transientFor: 1, pid: 8 });
    const tooltip = window(5, { type: "tooltip", overrideRedirect: true, transientFor: 1 });
    expect(ids(free, others, foreign, tooltip)).toEqual([]);
  });
});

describe("the list of windows", () => {
  it("has ordinary windows, those of other desktops and minimised ones included, and no menus", () => {
    const windows = [
      window(1),
      window(2, { minimised: true, mapped: false }),
      window(3, { desktop: 1, mapped: false }),
      window(4, { type: "menu", overrideRedirect: true, managed: false }),
      window(5, { type: "dock" }),
    ];
    const list = entriesOf({ windows, active: 1, desktop: 0 }, {});
    expect(
      list.map(({ windowId, onScreen, minimized, onCurrentSpace }) => [windowId, onScreen, minimized, onCurrentSpace]),
    ).toEqual([
      [1, true, false, true],
      [2, false, true, true],
      [3, false, false, false],
    ]);
    expect(
      entriesOf({ windows, active: 1, desktop: 0 }, { onScreenOnly: true }).map(({ windowId }) => windowId),
    ).toEqual([1]);
    expect(entriesOf({ windows, active: 1, desktop: 0 }, { pid: 8 })).toEqual([]);
  });

  it("says whether the app is in front, and when that is unknown", () => {
    const windows = [window(1), window(2, { pid: 8 })];
    const front = (active: number | null) => factsOfWindow(window(1), 7, { windows, active, desktop: 0 }).frontmost;
    expect([front(1), front(2), front(null)]).toEqual([true, false, null]);
  });
});
