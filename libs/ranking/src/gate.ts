import type { Decision, Ranking } from "./ranking.js";

/** What it takes to act on a ranking's leader. All are probabilities, `margin` a factor. */
export interface Thresholds {
  /** From here on, "none" that also beats the leader means that nothing fits. */
  readonly none: number;
  /** Leader needed to act at once. */
  readonly strict: number;
  /** Leader needed to act when it is also the forced choice. */
  readonly agree: number;
  /** How many times the runner-up the leader must be for `agree`. */
  readonly margin: number;
  /** Highest "none" with which anything is picked. */
  readonly noneLimit: number;
  /** Lowest share worth showing in a shortlist. */
  readonly shortlist: number;
}

/** Length of a shortlist and of the nearest options shown when nothing fits. */
const SHORTLIST = 5;

/** Probabilities closer than this are a tie. */
const TIE = 1e-9;

/**
 * Source of `jev`: beans-picker 0.5 seed. `local` is measured on the same instructions as its weights (see `constants.ts`),
 * where it picks right in 12 of 13 cases.
 */
export const thresholds = {
  jev: { none: 0.5, strict: 0.8, agree: 0.5, margin: 2, noneLimit: 0.3, shortlist: 0.03 },
  local: { none: 0.5, strict: 0.8, agree: 0.6, margin: 4, noneLimit: 0.2, shortlist: 0.03 },
} as const satisfies Record<string, Thresholds>;

/** Thresholds by ranker name; an unknown ranker gets Jev's. */
export function thresholdsFor(ranker: string): Thresholds {
  return ranker === "local" ? thresholds.local : thresholds.jev;
}

/**
 * Decides whether the leader is clear enough to act on. Probabilities are relative to the offered options and "none", and
 * sum to 1. Two options with an equal lead are never told apart by their order.
 */
export function decide(ranking: Ranking, limits: Thresholds): Decision {
  const options = [...ranking.ranked].sort((a, b) => b.p - a.p || (a.id < b.id ? -1 : 1));
  const { pNone } = ranking;
  const notFound = (): Decision => ({ outcome: "not_found", pNone, nearest: options.slice(0, SHORTLIST) });
  const [leader, runnerUp] = options;
  if (leader === undefined || (pNone >= limits.none && pNone > leader.p)) return notFound();
  const second = runnerUp?.p ?? 0;
  const clear = leader.p - second > TIE && pNone <= limits.noneLimit;
  if (clear && leader.p >= limits.strict) return { outcome: "pick", id: leader.id, p: leader.p, rule: "strict" };
  if (clear && ranking.forced === leader.id && leader.p >= limits.agree && leader.p >= limits.margin * second) {
    return { outcome: "pick", id: leader.id, p: leader.p, rule: "agree" };
  }
  const shortlist = options.filter(({ p }) => p >= limits.shortlist).slice(0, SHORTLIST);
  return shortlist.length === 0 ? notFound() : { outcome: "ambiguous", shortlist };
}
