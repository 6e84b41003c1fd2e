import { CodedError } from "@beans-picker/shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationFor } from "../gate/calibration.js";
import { decide } from "../gate/decide.js";
import type { Ranker } from "../ranker.js";
import type { Ranking } from "../ranking.js";
import { option, request } from "../testing/options.js";
import { combined } from "./combine.js";
import { autoRanker } from "./ranker.js";

const signal = new AbortController().signal;
const shipped = calibrationFor("local");
const calibrationOf = () => ({ ...shipped, thresholds: { ...shipped.thresholds, strict: 0.8, confidence: 0.9 } });
const asked = request("press A", [option("a", "A"), option("b", "B")]);
const of = (ranker: string, a: number, b: number, pNone: number, forced = "a"): Ranking => ({
  ranked: [
    { id: "a", p: a },
    { id: "b", p: b },
  ],
  pNone,
  forced,
  ranker,
});
const fixed = (answer: Ranking | CodedError): Ranker & { calls: number } => {
  const ranker = {
    name: "fixed",
    calls: 0,
    rank: () => {
      ranker.calls += 1;
      return answer instanceof CodedError ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return ranker;
};

describe("ranking by itself", () => {
  it("asks Jev only when the local ranker is not sure enough to act [rank.auto]", async () => {
    const jev = fixed(of("jev", 0.9, 0, 0.1));
    const sure = autoRanker({
      local: fixed({ ...of("local", 0.97, 0.01, 0.02), confidence: 0.99 }),
      jev,
      calibrationOf,
    });
    expect((await sure.rank(asked, signal)).ranker).toBe("local");
    expect(jev.calls).toBe(0);
    const unsure = autoRanker({ local: fixed(of("local", 0.4, 0.3, 0.3)), jev, calibrationOf });
    expect((await unsure.rank(asked, signal)).ranker).toBe("jev");
    expect(jev.calls).toBe(1);
  });

  it("asks nobody else without a key, and nobody about nothing [rank.auto]", async () => {
    const local = fixed(of("local", 0.4, 0.3, 0.3));
    expect(await autoRanker({ local, calibrationOf }).rank(asked, signal)).toMatchObject({ ranker: "local" });
    const jev = fixed(of("jev", 0.9, 0, 0.1));
    await autoRanker({ local, jev, calibrationOf }).rank(request("press A", []), signal);
    expect(jev.calls).toBe(0);
  });

  it("falls back to the local answer when Jev cannot answer, which is not acted on [rank.auto]", async () => {
    for (const code of ["jev_unavailable", "jev_bad_response"] as const) {
      const auto = autoRanker({
        local: fixed(of("local", 0.4, 0.3, 0.3)),
        jev: fixed(new CodedError(code)),
        calibrationOf,
      });
      const found = await auto.rank(asked, signal);
      expect(found).toMatchObject({ ranker: "local", without: code });
      expect(decide(found, calibrationOf().thresholds).outcome).not.toBe("pick");
    }
    const cancelled = autoRanker({
      local: fixed(of("local", 0.4, 0.3, 0.3)),
      jev: fixed(new CodedError("cancelled")),
      calibrationOf,
    });
    await expect(cancelled.rank(asked, signal)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("lets agreement raise the leader, and only then", () => {
    const agreed = combined(of("local", 0.5, 0.3, 0.2), of("jev", 0.6, 0.2, 0.2), 0.8);
    expect(agreed).toMatchObject({ agreed: "local", ranked: [{ id: "a" }, { id: "b" }] });
    expect(agreed.ranked[0]?.p).toBeCloseTo(0.76, 9);
    const jev = of("jev", 0.2, 0.6, 0.2);
    expect(combined(of("local", 0.5, 0.3, 0.2), jev, 0.8)).toBe(jev);
    const none = of("jev", 0.3, 0.1, 0.6);
    expect(combined(of("local", 0.5, 0.3, 0.2), none, 0.8)).toBe(none);
    const tied = of("jev", 0.4, 0.4, 0.2);
    expect(combined(of("local", 0.5, 0.3, 0.2), tied, 0.8)).toBe(tied);
  });

  it("keeps shares that sum to 1 and never makes another leader", () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        share,
        share,
        share,
        share,
        share,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, none, la, lb, confidence) => {
          fc.pre(a + b + none > 0);
          const sum = a + b + none;
          const jev = of("jev", a / sum, b / sum, none / sum);
          const found = combined(of("local", la / 200, lb / 200, 0.1), jev, confidence);
          expect(found.ranked.reduce((total, { p }) => total + p, found.pNone)).toBeCloseTo(1, 9);
          const order = Math.sign((found.ranked[0]?.p ?? 0) - (found.ranked[1]?.p ?? 0));
          expect(order).toBe(Math.sign(a - b));
        },
      ),
    );
  });
});
