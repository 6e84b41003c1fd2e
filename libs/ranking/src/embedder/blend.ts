import type { Calibration } from "../gate/calibration.js";
import { decide } from "../gate/decide.js";
import type { Ranking } from "../ranking.js";

/** Of reciprocal rank fusion: how little the first places count more than the next. Source: Cormack and others, SIGIR 2009. */
const FLATNESS = 60;

/**
 * The local ranking with an embedder that nothing was learned about: how much its cosines are worth is not known, only their
 * order. Where the local ranker is sure enough to act, nothing changes. Elsewhere options are put in the order of both, and the
 * shares stay those of the places: whatever the gate decides about acting, it decides as it would without the embedder.
 */
export function blended(local: Ranking, alike: ReadonlyMap<string, number>, { thresholds }: Calibration): Ranking {
  if (decide(local, thresholds).outcome === "pick") return local;
  const byWords = placesOf(local.ranked.map(({ id, p }) => [id, p]));
  const byMeaning = placesOf(local.ranked.map(({ id }) => [id, alike.get(id) ?? 0]));
  const worth = (id: string): number =>
    1 / (FLATNESS + (byWords.get(id) ?? 0)) + 1 / (FLATNESS + (byMeaning.get(id) ?? 0));
  const order = local.ranked
    .map((option, place) => ({ option, place, worth: worth(option.id) }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place);
  const ranked = order.map(({ option }, place) => ({ ...option, p: local.ranked[place]?.p ?? 0 }));
  const [leader] = ranked;
  const isSame = leader?.id === local.ranked[0]?.id;
  return {
    ...local,
    ranked,
    ...(leader !== undefined && local.forced !== undefined && { forced: leader.id }),
    // It was about the other leader.
    ...(!isSame && local.confidence !== undefined && { confidence: Math.min(local.confidence, 0.5) }),
  };
}

/** The place of each id, best first and from 1; equal worths share one. */
function placesOf(worths: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sorted = [...worths].sort(([, a], [, b]) => b - a);
  const places = new Map<string, number>();
  let place = 0;
  sorted.forEach(([id, worth], at) => {
    if (at === 0 || worth !== sorted[at - 1]?.[1]) place = at + 1;
    places.set(id, place);
  });
  return places;
}
