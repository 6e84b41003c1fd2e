import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createProgress, type ProgressEvent } from "./progress.js";

describe("progress", () => {
  it("always grows and never passes the total [call.progress]", () => {
    const reports = fc.array(fc.record({ step: fc.nat(4), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(reports, (given) => {
        const events: ProgressEvent[] = [];
        const progress = createProgress(5, (event) => events.push(event));
        for (const { step, part } of given) progress.report(step, part, "x");
        progress.stop();
        expect(events).toHaveLength(given.length);
        events.forEach((event, index) => {
          expect(event.progress).toBeLessThanOrEqual(5);
          if (index > 0 && event.progress < 5) expect(event.progress).toBeGreaterThan(events[index - 1]?.progress ?? 5);
        });
      }),
    );
  });

  it("says again where it is while nothing happens, until it is stopped", () => {
    vi.useFakeTimers();
    try {
      const events: ProgressEvent[] = [];
      const progress = createProgress(1, (event) => events.push(event), 1_000);
      progress.report(0, 0.5, "checking the effect");
      vi.advanceTimersByTime(3_500);
      expect(events.map(({ message }) => message)).toEqual(Array(4).fill("checking the effect"));
      progress.stop();
      vi.advanceTimersByTime(10_000);
      expect(events).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
