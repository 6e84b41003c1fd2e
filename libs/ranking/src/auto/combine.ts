import type { Ranking } from "../ranking.js";

/**
 * Two rankers read the same words, so their mistakes are not independent: the second opinion counts for this part of what it
 * would if they were.
 */
const INDEPENDENCE = 0.5;

/**
 * Jev's answer after the local one. Where both lead with the same option the leader gains, at the cost of all others in
 * proportion; where they do not, Jev's answer stands as it is. `confidence` is the local leader's calibrated chance.
 */
export function combined(local: Ranking, jev: Ranking, confidence: number): Ranking {
  const leader = untied(jev);
  if (leader === undefined || leader.p <= jev.pNone || untied(local)?.id !== leader.id) return jev;
  const raised = 1 - (1 - leader.p) * (1 - INDEPENDENCE * Math.min(1, Math.max(0, confidence)));
  const rest = leader.p >= 1 ? 0 : (1 - raised) / (1 - leader.p);
  return {
    ...jev,
    ranked: jev.ranked.map((option) => ({ ...option, p: option.id === leader.id ? raised : option.p * rest })),
    pNone: jev.pNone * rest,
    agreed: local.ranker,
  };
}

function untied({ ranked }: Ranking): { id: string; p: number } | undefined {
  const top = Math.max(0, ...ranked.map(({ p }) => p));
  const leaders = ranked.filter(({ p }) => p === top && p > 0);
  return leaders.length === 1 ? leaders[0] : undefined;
}
