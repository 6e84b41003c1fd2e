import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { judge } from "../judge.js";
import { judged } from "../testing/steps.js";
import { begin } from "../watch.js";

const type = (text: string) => ({ kind: "type_into", text }) as const;
const append = (text: string) => ({ kind: "append", text }) as const;

describe("typing into a field", () => {
  it("is done wherever the text was put in whole, also between the halves of a character [verify.inserted]", () => {
    for (const held of ["ba😀", "ab😀", "a😀b", "a\ud83db\ude00"]) {
      expect(judged(type("b"), "Name", [field("Name", "a😀")], [field("Name", held)])).toMatchObject({
        effect: "done",
        exact: true,
      });
    }
  });

  it("is done for every position and for no text that was changed on the way [verify.inserted]", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.nat(), (old, text, place) => {
        const at = place % (old.length + 1);
        const held = old.slice(0, at) + text + old.slice(at);
        const effect = (now: string) => judged(type(text), "Name", [field("Name", old)], [field("Name", now)]).effect;
        expect(effect(held)).toBe("done");
        expect(effect(`${held}x`)).toBe("mismatch");
      }),
    );
  });

  it("needs the old text exact as well as the new one, which replacing does not [verify.inserted]", () => {
    const inexact = { valueExact: false };
    const after = [field("Name", "ab")];
    const before = [field("Name", "a", inexact)];
    expect(judged(type("b"), "Name", before, after).effect).toBe("unverified");
    expect(judged(append("b"), "Name", before, after).effect).toBe("unverified");
    expect(judged({ kind: "set_value", text: "ab" }, "Name", before, after)).toMatchObject({ effect: "done" });
  });

  it("gives both texts when something else is held [verify.both_texts]", () => {
    expect(judged(append("b"), "Name", [field("Name", "a")], [field("Name", "ba")])).toMatchObject({
      effect: "mismatch",
      texts: { wanted: "b", held: "ba" },
    });
  });
});

describe("a keypad", () => {
  const keypad = (display: string, keys: string, clock = "1"): [Sketch[], number[]] => [
    [
      field("Display", display),
      { role: "text", label: `Clock ${clock}` },
      ...Array.from(keys).map((label): Sketch => ({ role: "button", label })),
    ],
    Array.from(keys).map((_, index) => index + 4),
  ];
  const press = (keys: string, was: string, is: string, clock = "1") => {
    const [before, handles] = keypad(was, keys);
    const [after] = keypad(is, keys, clock);
    const pressed = Array.from(keys).map((key, index) => ({ key, handle: handles[index] ?? 0 }));
    const watch = begin(windowOf({ nodes: before }), { kind: "keypad", keys: pressed });
    return judge(watch, windowOf({ nodes: after })).effect;
  };

  it("is done only when the display shows what was keyed in [verify.keypad]", () => {
    expect(press("12+3", "", "12+3")).toBe("done");
    expect(press("12+3", "5", "512+3")).toBe("done");
    expect(press("12+3", "0", "3")).toBe("done");
    expect(press("12+3", "0", "4")).toBe("unverified");
    expect(press("7", "0", "0", "17")).toBe("unverified");
    expect(press("2+3=", "0", "5")).toBe("unverified");
  });
});

describe("a drag", () => {
  const at = (x: number, label = "Card"): Sketch => ({
    role: "image",
    label,
    frame: { x, y: 10, width: 20, height: 20 },
  });
  const drag = { kind: "drag", to: { dx: 40, dy: 0 } } as const;

  it("is done when the control moved inside its window, not when the whole window did [verify.drag]", () => {
    expect(judged(drag, "Card", [at(10)], [at(50)]).effect).toBe("done");
    expect(judged(drag, "Card", [at(10)], [at(10)]).effect).toBe("no_effect");
    expect(judged(drag, "Card", [at(10)], [{ role: "image", label: "Card" }]).effect).not.toBe("done");
  });

  it("has to stay where it is, since what snaps back was not moved", () => {
    expect(judged(drag, "Card", [at(10)], [at(50)]).stayMs).toBeGreaterThanOrEqual(300);
  });
});

describe("a window's title", () => {
  it("that becomes empty is still a change [change.title]", () => {
    const save: Sketch = { role: "button", label: "Save" };
    const { change } = judged({ kind: "click" }, "Save", { nodes: [save], title: "a" }, { nodes: [save], title: "" });
    expect(change).toMatchObject({ windowTitle: "" });
  });
});
