import { rankLocally } from "./local.js";
import type { RankRequest, Ranking } from "./ranking.js";

/** Something that picks among offered options. It cannot invent one: it answers with their ids and "none" only. */
export interface Ranker {
  /** Key of its thresholds; see `thresholdsFor`. */
  readonly name: string;
  /** Rejects with a CodedError (`jev_unavailable`, `jev_bad_response` …) when it cannot answer. */
  rank(request: RankRequest, signal: AbortSignal): Promise<Ranking>;
}

/** The ranker that needs no key and no network. */
export const localRanker: Ranker = {
  name: "local",
  rank: (request, signal) =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      resolve(rankLocally(request));
    }),
};
