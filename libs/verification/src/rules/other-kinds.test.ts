import { describe, expect, it } from "vitest";
import type { Sketch } from "@beans-picker/desktop/sketch";
import { judged } from "../testing/steps.js";

describe("a toggle", () => {
  const box = (checked: boolean | "mixed" | undefined): Sketch => ({
    role: "checkbox",
    label: "Agree",
    states: checked === undefined ? {} : { checked },
  });
  const effectOf = (was: boolean | "mixed" | undefined, is: boolean | "mixed" | undefined, extra: Sketch[] = []) =>
    judged({ kind: "toggle" }, "Agree", [box(was)], [box(is), ...extra]).effect;

  it("is done when its state flipped and has no effect when it did not [verify.toggle]", () => {
    expect(effectOf(false, true)).toBe("done");
    expect(effectOf("mixed", true)).toBe("done");
    expect(effectOf(true, true)).toBe("no_effect");
  });

  it("is unverified when its state cannot be read before or after", () => {
    expect(effectOf(undefined, true)).toBe("unverified");
    expect(effectOf(false, undefined)).toBe("unverified");
  });

  it("is unverified when it did not flip but a dialog asks first", () => {
    expect(effectOf(false, false, [{ role: "dialog", label: "Sure?" }])).toBe("unverified");
  });

  it("among look-alikes is unverified once the window's controls changed", () => {
    const two = (first: boolean) => [box(first), box(false)];
    expect(judged({ kind: "toggle" }, "Agree", two(false), two(true)).effect).toBe("done");
    expect(judged({ kind: "toggle" }, "Agree", two(false), [box(true)]).effect).toBe("unverified");
  });
});

describe("choosing an option", () => {
  const size = (value: string | undefined, ...options: Sketch[]): Sketch => ({
    role: "popup",
    label: "Size",
    ...(value === undefined ? {} : { value, rawValue: value }),
    inside: options,
  });
  const option = (selected?: boolean): Sketch => ({
    role: "menuitem",
    label: "Large",
    states: selected === undefined ? {} : { selected },
  });
  const choose = (was: Sketch, is: Sketch, text = "Large") =>
    judged({ kind: "choose_option", text }, "Size", [was], [is]);

  it("is done when the pop-up shows it, exactly when to the code unit [verify.option]", () => {
    expect(choose(size("Small"), size("Large"))).toMatchObject({ effect: "done", exact: true });
    expect(choose(size("Small"), size("Large"), " Large ")).toMatchObject({ effect: "done", exact: false });
  });

  it("is done when the option itself is selected, though the pop-up shows nothing", () => {
    expect(choose(size(undefined, option(false)), size(undefined, option(true))).effect).toBe("done");
    expect(choose(size(undefined, option(false)), size(undefined, option(false))).effect).toBe("no_effect");
    expect(choose(size(undefined, option()), size(undefined, option())).effect).toBe("unverified");
  });

  it("is a mismatch when another option shows, no effect when the old one does", () => {
    expect(choose(size("Small"), size("Medium")).effect).toBe("mismatch");
    expect(choose(size("Small"), size("Small")).effect).toBe("no_effect");
  });
});

describe("a menu command", () => {
  const window = (menus: { path: string[]; checked?: boolean }[], nodes: Sketch[] = []) => ({
    nodes,
    menus: menus.map((menu, index) => ({ handle: 900 + index, enabled: true, operable: true, ...menu })),
  });
  const effectOf = (before: ReturnType<typeof window>, after: ReturnType<typeof window>) =>
    judged({ kind: "menu" }, "Wrap", before, after).effect;
  const wrap = { path: ["View", "Wrap"] };
  const zoom = { path: ["View", "Zoom"] };

  it("is done when its own check mark flipped or it got a new title [verify.menu]", () => {
    expect(effectOf(window([{ ...wrap, checked: false }]), window([{ ...wrap, checked: true }]))).toBe("done");
    expect(effectOf(window([wrap, zoom]), window([{ path: ["View", "Unwrap"] }, zoom]))).toBe("done");
  });

  it("is unverified when something else changed or it leaves no trace, and has no effect when its mark stayed", () => {
    expect(effectOf(window([wrap, zoom]), window([wrap, { path: ["View", "Zoom in"] }]))).toBe("unverified");
    expect(effectOf(window([wrap]), window([wrap], [{ role: "text", label: "12:00" }]))).toBe("unverified");
    expect(effectOf(window([wrap]), window([wrap]))).toBe("unverified");
    const marked = { ...wrap, checked: false };
    expect(effectOf(window([marked]), window([marked]))).toBe("no_effect");
  });

  it("is done when what it brought up is called by its words [verify.menu]", () => {
    const opened = (label: string) => window([wrap], [{ role: "dialog", label }]);
    expect(effectOf(window([wrap]), opened("Wrapping"))).toBe("done");
    expect(effectOf(window([wrap]), opened("Update available"))).toBe("unverified");
  });
});

describe("a key", () => {
  it("for the window is never done, as it has no target [verify.key]", () => {
    const press = (after: Sketch[]) => judged({ kind: "key", key: "tab" }, undefined, [], after).effect;
    expect(press([{ role: "dialog", label: "D" }])).toBe("unverified");
    expect(press([])).toBe("no_effect");
  });

  it("for a slider is done when its value changed", () => {
    const slider = (value?: string): Sketch => ({
      role: "slider",
      label: "V",
      ...(value === undefined ? {} : { value }),
    });
    const press = (was: Sketch, is: Sketch) => judged({ kind: "key", key: "right" }, "V", [was], [is]).effect;
    expect(press(slider("1"), slider("2"))).toBe("done");
    expect(press(slider("1"), slider("1"))).toBe("no_effect");
    expect(press(slider(), slider())).toBe("unverified");
    const down = judged({ kind: "key", key: "down" }, "V", [slider("1")], [slider("2")]);
    expect(down.effect).toBe("unverified");
  });
});

describe("scrolling", () => {
  const area = (offset: number): Sketch => ({
    role: "scrollarea",
    label: "Area",
    frame: { x: 0, y: 0, width: 100, height: 100 },
    inside: ["a", "b", "c"].map((label, index) => ({
      role: "listitem",
      label,
      frame: { x: 0, y: index * 20 + offset, width: 100, height: 20 },
    })),
  });
  const scroll = (direction: "up" | "down", was: Sketch, is: Sketch) =>
    judged({ kind: "scroll", direction }, "Area", [was], [is]).effect;

  it("is done when the content moved in that direction and not otherwise [verify.scroll]", () => {
    expect(scroll("down", area(0), area(-60))).toBe("done");
    expect(scroll("up", area(-60), area(0))).toBe("done");
    expect(scroll("down", area(0), area(60))).toBe("unverified");
    expect(scroll("down", area(0), area(0))).toBe("no_effect");
  });

  it("is believed only when the content stays there, since some apps scroll back", () => {
    expect(judged({ kind: "scroll", direction: "down" }, "Area", [area(0)], [area(-60)]).stayMs).toBe(400);
  });

  it("is not done when the whole area moved with its content", () => {
    const moved = { ...area(-60), frame: { x: 0, y: -60, width: 100, height: 100 } };
    expect(scroll("down", area(0), moved)).toBe("no_effect");
  });
});
