import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextBar } from "./scroll-amount.js";

const value = (current: number, maximum: number) => ({ current, minimum: 0, maximum, text: "" });
const view = { x: 0, y: 0, width: 200, height: 100 };

describe("one page of a scroll bar", () => {
  it("is most of what can be seen where the bar counts pixels", () => {
    expect(nextBar(value(0, 1_000), { view, increment: 20 }, "down")).toBe(90);
    expect(nextBar(value(500, 1_000), { view, increment: 0 }, "up")).toBe(410);
    expect(nextBar(value(0, 1_000), { view, increment: 20 }, "right")).toBe(180);
  });

  it("is the lines that fit where it counts lines", () => {
    expect(nextBar(value(0, 50), { view, increment: 1 }, "down")).toBe(4);
  });

  it("never leaves the bar's range, and moves unless the end is reached", () => {
    const directions = fc.constantFrom("up", "down", "left", "right" as const);
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.nat(1_000),
        fc.constantFrom(0, 1, 20),
        directions,
        (at, more, increment, direction) => {
          const next = nextBar(value(at, at + more), { view, increment }, direction);
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThanOrEqual(at + more);
          const forward = direction === "down" || direction === "right";
          if (forward ? more > 0 : at > 0) expect(next).not.toBe(at);
        },
      ),
    );
  });
});
