import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ranking } from "../ranking.js";
import { type Calibration, calibrated, calibrationFor, confidenceOf, parseCalibration } from "./calibration.js";

const model = (more: Partial<NonNullable<Calibration["confidence"]>> = {}): Calibration => ({
  ...calibrationFor("jev"),
  confidence: { bias: 0, leader: 1, margin: 0, none: 0, count: 0, knots: [], ...more },
});
const ranked = (...ps: number[]): Ranking => ({
  ranked: ps.map((p, at) => ({ id: `o${at}`, p })),
  pNone: 0,
  ranker: "jev",
});

describe("a calibration", () => {
  it.each(calibrated)("ships for %s, under its own name", (name) => {
    expect(calibrationFor(name)).toMatchObject({ ranker: name, version: 1 });
  });

  it("of a back end that ships none is Jev's", () => {
    expect(calibrationFor("other")).toBe(calibrationFor("jev"));
  });

  it.each([
    ["not JSON", "{", "not JSON"],
    ["of another version", JSON.stringify({ ...calibrationFor("jev"), version: 2 }), '"version"'],
    [
      "with a limit out of range",
      JSON.stringify({ ...calibrationFor("jev"), thresholds: { ...calibrationFor("jev").thresholds, strict: 2 } }),
      '"thresholds.strict"',
    ],
  ])("%s is refused by the name of what is wrong", (_, text, named) => {
    expect(() => parseCalibration(text)).toThrow(named);
  });

  it("says nothing about confidence where nothing was measured, and keeps what the ranker says itself", () => {
    expect(confidenceOf(ranked(0.9), calibrationFor("jev"))).toBeUndefined();
    expect(confidenceOf({ ...ranked(0.9), confidence: 0.4 }, model())).toBe(0.4);
    expect(confidenceOf(ranked(), model())).toBe(0);
  });

  it("gives a chance for every ranking, that rises with the leader and stays on the straight lines between knots", () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(shares, (ps) => {
        const found = confidenceOf(
          ranked(...ps),
          model({
            margin: 0.4,
            count: -0.2,
            knots: [
              [0.2, 0.1],
              [0.9, 0.95],
            ],
          }),
        );
        expect(found).toBeGreaterThanOrEqual(0.1);
        expect(found).toBeLessThanOrEqual(0.95);
      }),
    );
    expect(
      confidenceOf(
        ranked(0.5),
        model({
          knots: [
            [0, 0],
            [1, 0.5],
          ],
        }),
      ),
    ).toBeCloseTo(0.25, 9);
    expect(confidenceOf(ranked(0.9), model())).toBeGreaterThan(confidenceOf(ranked(0.6), model()) ?? 1);
  });
});
