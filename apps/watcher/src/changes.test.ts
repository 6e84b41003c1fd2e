import type { Front } from "@beans-picker/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, blindness, type Sample, type Track } from "./changes.js";

const periodMs = 20;

function front(name: string): Front {
  return { pid: name.charCodeAt(0), windowId: name.charCodeAt(0) + 1000, app: name, title: null };
}

/** Looks that follow each other: each starts after the one before has ended. */
const looks = fc
  .array(
    fc.record({
      front: fc.constantFrom("A", "B", "C").map(front),
      pause: fc.integer({ min: 0, max: 500 }),
      took: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ front, pause, took }): Sample => {
      const askedMs = at + pause;
      at = askedMs + took;
      return { front, askedMs, answeredMs: at };
    });
  });

function replay(samples: readonly Sample[]) {
  let track: Track | null = null;
  return samples.flatMap((sample, at) => {
    const step = advance(track, sample, periodMs);
    track = step.track;
    return step.change === null ? [] : [{ at, ...step.change }];
  });
}

describe("changes of the front app", () => {
  it("reports each difference between neighbouring looks once, in order, as an unbroken chain", () => {
    fc.assert(
      fc.property(looks, (samples) => {
        const names = samples.map((sample) => sample.front.app);
        const expected = names.flatMap((name, at) => (at > 0 && names[at - 1] !== name ? [[names[at - 1], name]] : []));
        expect(replay(samples).map(({ previous, front }) => [previous.app, front.app])).toEqual(expected);
      }),
    );
  });

  it("says how long the widest gap between two looks since the last change was", () => {
    fc.assert(
      fc.property(looks, (samples) => {
        let since = 0;
        for (const { at, blindMs } of replay(samples)) {
          const gaps = samples
            .slice(since, at)
            .map(({ askedMs }, i) => (samples[since + i + 1]?.answeredMs ?? 0) - askedMs);
          expect(blindMs).toBe(Math.max(periodMs, ...gaps));
          since = at;
        }
      }),
    );
  });

  it("remembers a long gap until the next change and forgets it then", () => {
    const seen = [
      { front: front("A"), askedMs: 0, answeredMs: 1 },
      { front: front("A"), askedMs: 900, answeredMs: 901 },
      { front: front("A"), askedMs: 920, answeredMs: 921 },
      { front: front("B"), askedMs: 940, answeredMs: 941 },
      { front: front("A"), askedMs: 960, answeredMs: 961 },
    ];
    expect(replay(seen).map(({ blindMs }) => blindMs)).toEqual([901, 21]);
  });

  it("counts the time since the last look as blind", () => {
    const { track } = advance(null, { front: front("A"), askedMs: 100, answeredMs: 101 }, periodMs);
    expect(blindness(track, 110)).toBe(periodMs);
    expect(blindness(track, 400)).toBe(300);
  });

  it("takes another process under the same window number for a change", () => {
    const first = advance(null, { front: front("A"), askedMs: 0, answeredMs: 1 }, periodMs);
    const other = { ...front("A"), pid: 4 };
    const second = advance(first.track, { front: other, askedMs: 20, answeredMs: 21 }, periodMs);
    expect(second.change).toMatchObject({ front: { pid: 4 }, previous: front("A") });
  });
});
