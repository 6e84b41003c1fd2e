import type { RankRequest, Ranking } from "./ranking.js";

export interface RankLimits {
  /** Milliseconds until the caller gives up. */
  readonly deadlineMs: number;
}

/** Something that picks among offered options. It cannot invent one: it answers with their ids and "none" only. */
export interface Ranker {
  /** Name of its calibration; see `gate/calibration.ts`. */
  readonly name: string;
  /** Rejects with a CodedError (`jev_unavailable`, `jev_bad_response` …) when it cannot answer. */
  rank(request: RankRequest, signal: AbortSignal, limits?: RankLimits): Promise<Ranking>;
}
