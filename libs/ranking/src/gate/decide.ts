import type { Decision, Ranking } from "../ranking.js";
import type { Thresholds } from "./thresholds.js";

/** Length of a shortlist and of the nearest options shown when nothing fits. */
const SHORTLIST = 5;

/** Probabilities closer than this are a tie. */
const TIE = 1e-9;

/**
 * Decides whether the leader is clear enough to act on. Probabilities are relative to the offered options and "none", and
 * sum to 1. Two options with an equal lead are never told apart by their order. With a single option the forced question
 * has nothing to choose from, so its agreement does not count. Source of the rules: beans-picker 0.5 seed.
 */
export function decide(ranking: Ranking, limits: Thresholds, confidence = ranking.confidence): Decision {
  const options = ranking.ranked.map(({ id, p }) => ({ id, p })).sort((a, b) => b.p - a.p || (a.id < b.id ? -1 : 1));
  const { pNone } = ranking;
  const notFound = (): Decision => ({ outcome: "not_found", pNone, nearest: options.slice(0, SHORTLIST) });
  const [leader, runnerUp] = options;
  if (leader === undefined || (pNone >= limits.none && pNone > leader.p)) return notFound();
  const second = runnerUp?.p ?? 0;
  const clear =
    leader.p - second > TIE &&
    pNone <= limits.noneLimit &&
    // Where a confidence is asked for, not having one is not being sure.
    (confidence ?? 0) >= limits.confidence;
  if (clear && leader.p >= limits.strict) return { outcome: "pick", id: leader.id, p: leader.p, rule: "strict" };
  const agreed = runnerUp !== undefined && ranking.forced === leader.id;
  if (clear && agreed && leader.p >= limits.agree && leader.p >= limits.margin * second) {
    return { outcome: "pick", id: leader.id, p: leader.p, rule: "agree" };
  }
  const shortlist = options.filter(({ p }) => p >= limits.shortlist).slice(0, SHORTLIST);
  return shortlist.length === 0 ? notFound() : { outcome: "ambiguous", shortlist };
}
