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
      announced: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 3 }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ front, pause, took, announced }): Sample => {
      const before = at;
      const askedMs = at + pause;
      at = askedMs + took;
      const announcedMs = announced.map((ms) => before + Math.min(ms, pause)).sort((a, b) => a - b);
      return { front, askedMs, answeredMs: at, announcedMs, connected: true };
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

  it("says how long a visit since the last change can have been without being seen", () => {
    fc.assert(
      fc.property(looks, (samples) => {
        let since = 0;
        for (const { at, blindMs } of replay(samples)) {
          const gaps = samples.slice(since, at).map((last, i) => {
            const next = samples[since + i + 1] ?? last;
            const [first, end] = [next.announcedMs[0], next.announcedMs.at(-1)];
            if (first !== undefined && end !== undefined) return end - first;
            // A difference that nobody announced: all the time between the looks.
            return since + i + 1 === at ? next.answeredMs - last.askedMs : 0;
          });
          expect(blindMs).toBe(Math.max(periodMs, ...gaps));
          since = at;
        }
      }),
    );
  });

  it("puts a change at the moment of its announcement, in order, and no later than it was found", () => {
    fc.assert(
      fc.property(looks, (samples) => {
        let before = -Infinity;
        for (const { at, monotonicMs } of replay(samples)) {
          const found = samples[at]?.answeredMs ?? 0;
          expect(monotonicMs).toBeLessThanOrEqual(found);
          expect(monotonicMs).toBeGreaterThanOrEqual(before);
          before = samples[at - 1]?.askedMs ?? 0;
        }
      }),
    );
  });

  it("takes all the time without a connection for blind, and forgets it after the next change", () => {
    const more = { announcedMs: [], connected: true };
    const seen = [
      { front: front("A"), askedMs: 0, answeredMs: 1, ...more },
      { front: front("A"), askedMs: 900, answeredMs: 901, announcedMs: [], connected: false },
      { front: front("A"), askedMs: 920, answeredMs: 921, ...more },
      { front: front("B"), askedMs: 940, answeredMs: 941, announcedMs: [939], connected: true },
      { front: front("A"), askedMs: 960, answeredMs: 961, announcedMs: [959], connected: true },
    ];
    expect(replay(seen).map(({ blindMs }) => blindMs)).toEqual([901, periodMs]);
  });

  it("counts the time since the last look as blind", () => {
    const look = { front: front("A"), askedMs: 100, answeredMs: 101, announcedMs: [], connected: true };
    const { track } = advance(null, look, periodMs);
    expect(blindness(track, 110)).toBe(periodMs);
    expect(blindness(track, 400)).toBe(300);
  });

  it("takes another process under the same window number for a change", () => {
    const first = advance(
      null,
      { front: front("A"), askedMs: 0, answeredMs: 1, announcedMs: [], connected: true },
      periodMs,
    );
    const other = { ...front("A"), pid: 4 };
    const second = advance(
      first.track,
      { front: other, askedMs: 20, answeredMs: 21, announcedMs: [], connected: true },
      periodMs,
    );
    expect(second.change).toMatchObject({ front: { pid: 4 }, previous: front("A") });
  });
});
