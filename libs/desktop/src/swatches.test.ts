import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colourName, colourOf } from "./colours.js";
import { windowOf, type Sketch } from "./sketch.js";
import { coloursShown, swatchesOf } from "./swatches.js";

const at = (x: number, width = 20, height = width) => ({ x, y: 10, width, height });
const button = (x: number, more: Partial<Sketch> = {}): Sketch => ({ role: "button", frame: at(x), ...more });
const row = (...inside: Sketch[]) => windowOf({ nodes: [{ role: "group", inside }] });
const framesOf = (snapshot: ReturnType<typeof row>) => swatchesOf(snapshot).map(({ frame }) => frame?.x);

describe("swatches", () => {
  it("are three unnamed buttons of 20 points, and not two, not named ones, not ones of 60 points", () => {
    expect(framesOf(row(button(0), button(30), button(60)))).toEqual([0, 30, 60]);
    expect(framesOf(row(button(0), button(30)))).toEqual([]);
    expect(framesOf(row(button(0), button(30), button(60, { label: "Red" })))).toEqual([]);
    expect(framesOf(row(...[0, 70, 140].map((x) => button(x, { frame: at(x, 60) }))))).toEqual([]);
  });

  it("are nearly square", () => {
    expect(framesOf(row(...[0, 50, 100].map((x) => button(x, { frame: at(x, 40, 30) }))))).toEqual([0, 50, 100]);
    expect(framesOf(row(...[0, 50, 100].map((x) => button(x, { frame: at(x, 40, 29) }))))).toEqual([]);
  });

  it("are counted under one parent", () => {
    const pair = (x: number): Sketch => ({ role: "group", inside: [button(x), button(x + 30)] });
    expect(framesOf(windowOf({ nodes: [pair(0), pair(100)] }))).toEqual([]);
  });

  it("of a GTK colour chooser are told by what they can be asked, whatever they are called", () => {
    const colour: Sketch = {
      role: "radio",
      label: "Dark Red",
      frame: at(0, 48, 32),
      actions: ["select", "customize"],
    };
    expect(framesOf(row(colour))).toEqual([0]);
  });
});

/** A picture with one colour in each column of 10 pixels. */
function striped(colours: readonly (readonly [number, number, number])[]) {
  const [width, height] = [colours.length * 10, 40];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rgba.set(colours[Math.floor(x / 10)] ?? [], (y * width + x) * 4);
  }
  return { width, height, rgba };
}
const stripes = striped([
  [139, 92, 246],
  [139, 92, 246],
  [220, 40, 40],
  [220, 40, 40],
  [30, 160, 60],
  [30, 160, 60],
]);
const area = { frame: { x: 0, y: 0, width: 60, height: 40 }, scale: 1 };
const palette = (x = 0) => row(...[0, 20, 40].map((dx) => button(dx + x)));

describe("the colours of swatches", () => {
  it("are those of the picture, by name and number", () => {
    expect(coloursShown(palette(), palette(), stripes, area).map(({ colour }) => colour)).toEqual([
      "purple #8B5CF6",
      "red #DC2828",
      "green #1EA03C",
    ]);
  });

  it("are those of the second look's handles, and are looked for where the picture's scale puts them", () => {
    const after = windowOf({ nodes: [{ role: "group", inside: [0, 20, 40].map((x) => button(x)) }], firstHandle: 70 });
    const doubled = { frame: { x: 0, y: 0, width: 30, height: 20 }, scale: 2 };
    const half = row(...[0, 10, 20].map((x) => button(x, { frame: { x, y: 5, width: 10, height: 10 } })));
    expect(coloursShown(palette(), after, stripes, area).map(({ handle }) => handle)).toEqual([72, 73, 74]);
    expect(coloursShown(half, half, stripes, doubled).map(({ colour }) => colour)[1]).toBe("red #DC2828");
  });

  it("stay unnamed when the palette moved or was resized between the two looks", () => {
    expect(coloursShown(palette(), palette(1), stripes, area)).toEqual([]);
    const wider = row(...[0, 20, 40].map((x) => button(x, { frame: at(x, 19) })));
    expect(coloursShown(palette(), wider, stripes, area)).toEqual([]);
  });

  it("are none where there is more than one, a grey, or nothing of the picture", () => {
    expect(colourOf(at(10), stripes, area)).toBeUndefined();
    expect(
      colourOf(
        at(0),
        striped([
          [128, 128, 128],
          [130, 128, 128],
        ]),
        area,
      ),
    ).toBeUndefined();
    expect(colourOf(at(50, 30), stripes, area)).toBeUndefined();
  });

  it.each([
    [[255, 0, 0], "red"],
    [[255, 0, 40], "red"],
    [[255, 128, 0], "orange"],
    [[255, 230, 0], "yellow"],
    [[0, 200, 0], "green"],
    [[0, 200, 180], "teal"],
    [[0, 90, 255], "blue"],
    [[139, 92, 246], "purple"],
    [[255, 80, 180], "pink"],
    [[20, 20, 40], undefined],
    [[250, 250, 250], undefined],
  ] as const)("of %j is called %s", (colour, name) => {
    expect(colourName(colour)).toBe(name);
  });

  it("have a name or are grey or dark, whatever they are", () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(part, part, part), (colour) => {
        const [most, least] = [Math.max(...colour), Math.min(...colour)];
        const isPlain = most / 255 < 0.2 || (most - least) / most < 0.15;
        expect(colourName(colour) === undefined).toBe(isPlain);
      }),
    );
  });
});
