import { CodedError } from "@beans-picker/shared";
import { confidenceOf, type Calibration } from "../gate/calibration.js";
import { decide } from "../gate/decide.js";
import type { Ranker } from "../ranker.js";
import { combined } from "./combine.js";

export interface AutoRankerOptions {
  readonly local: Ranker;
  /** By the name of who answered: below its bar Jev is asked. */
  readonly calibrationOf: (ranker: string) => Calibration;
  /** Absent without a key. */
  readonly jev?: Ranker;
}

/**
 * Asks the local ranker, and Jev only when that is not sure enough to act. When Jev cannot answer, the local answer stands
 * and says so in `without`: it was not sure, so nothing is acted on that would not have been without a key.
 */
export function autoRanker({ local, jev, calibrationOf }: AutoRankerOptions): Ranker {
  return {
    name: "auto",
    async rank(request, signal, limits) {
      const first = await local.rank(request, signal, limits);
      if (jev === undefined || request.options.length === 0) return first;
      const calibration = calibrationOf(first.ranker);
      const confidence = confidenceOf(first, calibration);
      if (decide(first, calibration.thresholds, confidence).outcome === "pick") return first;
      try {
        const second = await jev.rank(request, signal, limits);
        return combined(first, second, confidence ?? first.ranked[0]?.p ?? 0);
      } catch (error) {
        if (!(error instanceof CodedError) || error.code === "cancelled") throw error;
        return { ...first, without: error.code };
      }
    },
  };
}
