import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, type Arrival, type Told } from "./judge.js";

const seen = (window: number, at: number, blindMs = 20): Told => ({ window, at, blindMs });

describe("the judgement of a watcher", () => {
  it("finds a visit that was longer than the blind interval and was not told", () => {
    const happened = [seen(1, 0), seen(2, 100), seen(1, 150), seen(3, 300)];
    expect(judge(happened, [seen(1, 1), seen(3, 301)], 0)).toMatchObject({ missed: [{ window: 2 }], unseen: 0 });
    expect(judge(happened, [seen(1, 1), seen(3, 301, 60)], 0)).toMatchObject({ missed: [], unseen: 1 });
  });

  it("does not take a window for missed that the watcher held to be in front all the time", () => {
    const happened = [seen(1, 0), seen(2, 100), seen(1, 105), seen(3, 300)];
    const { missed, unseen, pairs } = judge(happened, [seen(1, 1), seen(3, 302)], 0);
    expect([missed, unseen, pairs.map(({ lateMs }) => lateMs)]).toEqual([[], 1, [1, 2]]);
  });

  it("finds what was told and did not happen, or in another order", () => {
    const happened = [seen(1, 0), seen(2, 100), seen(3, 200)];
    expect(judge(happened, [seen(1, 0), seen(3, 50), seen(2, 100), seen(3, 200)], 0).invented).toEqual([seen(3, 50)]);
    expect(judge(happened, [seen(1, 0), seen(3, 200), seen(2, 201)], 0).invented).toHaveLength(1);
  });

  it("accepts what is told in order and late, whatever it is, and says how late", () => {
    const step = fc.record({ window: fc.integer({ min: 0, max: 3 }), lasts: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 50 }), (steps, late) => {
        let at = 0;
        const happened: Arrival[] = steps.map(({ window, lasts }) => ({ window, at: (at += lasts) }));
        const told = happened.map((one) => ({ ...one, at: one.at + late, blindMs: 0 }));
        const { missed, invented, pairs } = judge(happened, told, 0);
        expect([missed, invented]).toEqual([[], []]);
        expect(pairs.every(({ lateMs }) => lateMs === late)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
