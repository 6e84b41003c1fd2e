import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultBudgetMs, hasSettled, nextLook } from "./settling.js";
import { windowOf } from "@beans-picker/desktop/sketch";

/** Plays the looks of a driver that needs `lookMs` for each; returns when each began. */
function play(lookMs: number, budgetMs: number): number[] {
  const starts: number[] = [];
  let now = 0;
  for (let next = nextLook(now, 0, budgetMs); next !== "stop"; next = nextLook(now, starts.length, budgetMs)) {
    now += next.waitMs;
    starts.push(now);
    now += lookMs;
  }
  return starts;
}

describe("nextLook", () => {
  it("looks at once, then at growing intervals, and last when the time is up, however fast looks are [verify.time]", () => {
    const starts = play(0, defaultBudgetMs);
    expect(starts[0]).toBe(0);
    expect(starts.at(-1)).toBe(defaultBudgetMs);
    const gaps = starts.slice(1, -1).map((start, index) => start - (starts[index] ?? 0));
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
  });

  it("ends, looks at least twice and covers the budget for every speed of looking", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 20_000 }), (lookMs, budgetMs) => {
        const starts = play(lookMs, budgetMs);
        expect(starts.length).toBeGreaterThanOrEqual(2);
        expect(starts.length).toBeLessThan(200);
        expect((starts.at(-1) ?? 0) + lookMs).toBeGreaterThanOrEqual(budgetMs);
      }),
    );
  });
});

describe("hasSettled", () => {
  it("compares controls and modal, not values", () => {
    const look = (value: string, label = "A") => windowOf({ nodes: [{ role: "textfield", label, value }] });
    expect(hasSettled(look("1"), look("2"))).toBe(true);
    expect(hasSettled(look("1"), look("1", "B"))).toBe(false);
  });
});
