import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrated, calibrationFor } from "./calibration.js";
import { decide } from "./decide.js";
import { decision, type Ranking } from "../ranking.js";

const jev = calibrationFor("jev").thresholds;
const all = calibrated.map((name) => calibrationFor(name).thresholds);
const of = (ps: number[], pNone: number, forced = "o0"): Ranking => ({
  ranked: ps.map((p, index) => ({ id: `o${index}`, p })),
  pNone,
  forced,
  ranker: "jev",
});

describe("decide", () => {
  it.each<[string, Ranking, ReturnType<typeof decide>["outcome"], string?]>([
    ["a leader of 0.8 is picked", of([0.8, 0.1], 0.1), "pick", "strict"],
    ["not when none has more than 0.3", of([0.65, 0], 0.35), "ambiguous"],
    ["0.6 against 0.2 is picked when forced agrees", of([0.6, 0.2], 0.2), "pick", "agree"],
    ["not when forced is another", of([0.6, 0.2], 0.2, "o1"), "ambiguous"],
    ["0.5 against 0.4 is ambiguous", of([0.5, 0.4], 0.1), "ambiguous"],
    ["0.5 against 0.25 is twice as much", of([0.5, 0.25], 0.25), "pick", "agree"],
    ["none of 0.7 is not found", of([0.2, 0.1], 0.7), "not_found"],
    ["nothing of 0.03 or more is not found", of([0.02, 0.01], 0.4), "not_found"],
    ["no options are not found", of([], 1), "not_found"],
    ["a shared lead is ambiguous", of([0.5, 0.5], 0), "ambiguous"],
  ])("%s [ranking.gate]", (_, ranking, outcome, rule) => {
    const found = decide(ranking, jev);
    expect(found.outcome).toBe(outcome);
    if (rule !== undefined) expect(found).toMatchObject({ rule, id: "o0" });
  });

  it("shows at most five options of 0.03 or more, highest first", () => {
    const found = decide(of([0.05, 0.2, 0.15, 0.1, 0.3, 0.12, 0.02], 0.06), jev);
    expect(found).toMatchObject({ outcome: "ambiguous" });
    if (found.outcome === "ambiguous")
      expect(found.shortlist.map(({ id }) => id)).toEqual(["o4", "o1", "o2", "o5", "o3"]);
  });

  it("does not depend on the order of the ranking and never picks a shared lead [ranking.tie]", () => {
    const ps = fc.array(fc.constantFrom(0, 0.01, 0.1, 0.25, 0.4, 0.5, 0.8, 1), { maxLength: 8 });
    fc.assert(
      fc.property(ps, fc.constantFrom(0, 0.2, 0.3, 0.5, 0.9), fc.constantFrom(...all), (shares, pNone, limits) => {
        const ranking = of(shares, pNone);
        const found = decision.parse(decide(ranking, limits));
        expect(decide({ ...ranking, ranked: [...ranking.ranked].reverse() }, limits)).toEqual(found);
        const top = Math.max(...shares);
        if (found.outcome === "pick") expect(shares.filter((p) => p === top)).toHaveLength(1);
      }),
    );
  });

  it("does not count the forced choice among one option, which has nothing to choose from", () => {
    expect(decide(of([0.7], 0.3), jev)).toMatchObject({ outcome: "ambiguous" });
    expect(decide(of([0.8], 0.2), jev)).toMatchObject({ outcome: "pick", rule: "strict" });
  });

  it("asks instead of acting when the calibrated confidence is below the limit", () => {
    const limits = { ...jev, confidence: 0.9 };
    expect(decide(of([0.95, 0.01], 0.04), limits, 0.89)).toMatchObject({ outcome: "ambiguous" });
    expect(decide(of([0.95, 0.01], 0.04), limits, 0.9)).toMatchObject({ outcome: "pick" });
    expect(decide(of([0.95, 0.01], 0.04), limits)).toMatchObject({ outcome: "ambiguous" });
    expect(decide(of([0.95, 0.01], 0.04), jev)).toMatchObject({ outcome: "pick" });
  });
});
