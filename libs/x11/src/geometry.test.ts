import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference, type Rect } from "./geometry.js";
import { quietPoint } from "./visible.js";

const rect = fc.record({
  x: fc.integer({ min: -8, max: 12 }),
  y: fc.integer({ min: -8, max: 12 }),
  width: fc.integer({ min: 1, max: 10 }),
  height: fc.integer({ min: 1, max: 10 }),
});

function has({ x, y, width, height }: Rect, px: number, py: number): boolean {
  return px >= x && px < x + width && py >= y && py < y + height;
}

describe("what several rectangles leave of others", () => {
  it("is every point of the others that is in none of them, and each point once", () => {
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 5 }), (area, holes) => {
        const left = difference([area], holes);
        const wrong: (readonly [number, number])[] = [];
        for (let x = -10; x < 24; x += 1) {
          for (let y = -10; y < 24; y += 1) {
            const expected = has(area, x, y) && !holes.some((hole) => has(hole, x, y));
            if (left.filter((part) => has(part, x, y)).length !== (expected ? 1 : 0)) wrong.push([x, y]);
          }
        }
        expect(wrong).toEqual([]);
      }),
    );
  });

  it("has a quiet point whenever it has any point", () => {
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 5 }), (area, holes) => {
        const left = difference([area], holes);
        const point = quietPoint(left, area);
        if (point === null) expect(left).toEqual([]);
        else expect(left.some((part) => has(part, point.x, point.y))).toBe(true);
      }),
    );
  });
});
