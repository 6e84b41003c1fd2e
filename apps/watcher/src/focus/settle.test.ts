import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceFocus, noFocus, settleMs } from "./settle.js";

function replay(looks: readonly { windowId: number | null; inside: boolean; nowMs: number }[]) {
  let track = noFocus;
  return looks.flatMap((look) => {
    const step = advanceFocus(track, look);
    track = step.track;
    return step.report === null ? [] : [step.report];
  });
}

describe("the focus of the front window", () => {
  it("is lost when it stays away, told once, and told again when it is back [focus.lost]", () => {
    const away = { windowId: 1, inside: false };
    const looks = [
      { windowId: 1, inside: true, nowMs: 0 },
      { ...away, nowMs: 20 },
      { ...away, nowMs: 20 + settleMs },
      { ...away, nowMs: 200 },
      { windowId: 1, inside: true, nowMs: 220 },
    ];
    expect(replay(looks)).toEqual(["lost", "back"]);
  });

  it("is not lost in the moment of a switch, nor when another window comes to the front", () => {
    const looks = [
      { windowId: 1, inside: true, nowMs: 0 },
      { windowId: 1, inside: false, nowMs: 20 },
      { windowId: 2, inside: true, nowMs: 40 },
      { windowId: 2, inside: false, nowMs: 60 },
      { windowId: 1, inside: false, nowMs: 60 + settleMs },
    ];
    expect(replay(looks)).toEqual([]);
  });

  it("is told as lost and back in turns, whatever is seen [focus.lost]", () => {
    const look = fc.record({ windowId: fc.constant(1), inside: fc.boolean(), step: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(fc.array(look), (steps) => {
        let nowMs = 0;
        const told = replay(steps.map(({ step, ...rest }) => ({ ...rest, nowMs: (nowMs += step) })));
        told.forEach((word, at) => expect(word).toBe(at % 2 === 0 ? "lost" : "back"));
      }),
    );
  });
});
