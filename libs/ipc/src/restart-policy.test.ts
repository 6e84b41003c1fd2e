import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterExit, recentRestarts, restartLimits } from "./restart-policy.js";

describe("after a child ended", () => {
  it("pauses 50 ms, doubled each time, and counts as failed after five restarts within a minute", () => {
    let restarts: readonly number[] = [];
    const pauses: number[] = [];
    for (let now = 0; ; now += 10) {
      const decision = afterExit(restarts, now);
      if (decision.next === "failed") break;
      pauses.push(decision.pauseMs);
      restarts = [...recentRestarts(restarts, now), now];
    }
    expect(pauses).toEqual([50, 100, 200, 400, 800]);
  });

  it("forgets restarts that are more than a minute old", () => {
    expect(afterExit([0, 1, 2, 3, 4], 60_010)).toEqual({ next: "restart", pauseMs: 50 });
  });

  it("never pauses longer than two seconds and never restarts more than five times in any minute", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }), (gaps) => {
        const started: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const decision = afterExit(started, now);
          if (decision.next === "failed") continue;
          expect(decision.pauseMs).toBeLessThanOrEqual(restartLimits.longestPauseMs);
          started.push(now);
          expect(started.filter((at) => at > now - restartLimits.windowMs).length).toBeLessThanOrEqual(
            restartLimits.mostRestarts,
          );
        }
      }),
    );
  });
});
