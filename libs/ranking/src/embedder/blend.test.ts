import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationFor } from "../gate/calibration.js";
import { decide } from "../gate/decide.js";
import type { Ranking } from "../ranking.js";
import { blended } from "./blend.js";

const calibration = calibrationFor("local");
const { thresholds } = calibration;

/** Shares from best to worst, with what is left for "none". */
const rankings = fc
  .record({
    worths: fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
    none: fc.double({ min: 0, max: 1, noNaN: true }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ worths, none, confidence }): Ranking => {
    const all = worths.reduce((sum, worth) => sum + worth, 0);
    const shares = worths.map((worth) => (worth / all) * (1 - none)).sort((a, b) => b - a);
    const ranked = shares.map((p, at) => ({ id: `o${at}`, p }));
    return { ranked, pNone: none, forced: "o0", confidence, ranker: "local" };
  });
const cosines = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 });

describe("an embedder that nothing was learned about", () => {
  it("never lets anything be acted on that would not have been, nor something else [rank.embedder-blend]", () => {
    fc.assert(
      fc.property(rankings, cosines, (local, alike) => {
        const likeness = new Map(alike.map((cosine, at) => [`o${at}`, cosine]));
        const [before, after] = [local, blended(local, likeness, calibration)].map((one) => decide(one, thresholds));
        expect(after?.outcome === "pick" ? after : undefined).toEqual(before?.outcome === "pick" ? before : undefined);
      }),
    );
  });

  it("puts the option that means the same before those that only share words, where nothing is acted on", () => {
    const local: Ranking = {
      ranked: [
        { id: "letters", p: 0.3 },
        { id: "case", p: 0.25 },
        { id: "other", p: 0.05 },
      ],
      pNone: 0.4,
      forced: "letters",
      confidence: 0.6,
      ranker: "local",
    };
    const alike = new Map([
      ["letters", 0.1],
      ["case", 0.7],
      ["other", 0.2],
    ]);
    const found = blended(local, alike, calibration);
    expect(found.ranked.map(({ id }) => id)).toEqual(["case", "letters", "other"]);
    expect(found.ranked.map(({ p }) => p)).toEqual([0.3, 0.25, 0.05]);
    expect(found).toMatchObject({ forced: "case", confidence: 0.5 });
  });
});
