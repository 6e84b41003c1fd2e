import {
  confidenceOf,
  decide,
  type Calibration,
  type Decision,
  type Ranking,
  type Thresholds,
} from "@beans-picker/ranking";
import type { RankCase } from "./cases.js";

/** What became of one case. Without a ranking the ranker failed, and `code` says how. */
export interface Answered {
  readonly case: RankCase;
  readonly ranking?: Ranking;
  readonly code?: string;
  readonly ms: number;
}

export interface Judged extends Answered {
  readonly decision: Decision | undefined;
  /** Chance that the leader is right, as the ranker gives it: calibrated where it is, else its share. */
  readonly confidence: number;
  /** 1 when the k first hold a right option; between, when options tie around the border. */
  readonly top: (k: number) => number;
}

export interface Summary {
  n: number;
  top1: number;
  top3: number;
  act: { coverage: number; precision: number };
  none: { recall: number; falseActs: number };
  /** Expected calibration error over ten bins of the leader's confidence. */
  ece: number;
  failures: number;
  byPhrasing: Record<string, Score>;
  byApp: Record<string, Score>;
  msP50: number;
  msP95: number;
}

export interface Score {
  n: number;
  top1: number;
  top3: number;
}

export function judgeAll(answered: readonly Answered[], calibrationOf: (ranker: string) => Calibration): Judged[] {
  return answered.map((each) => {
    const { ranking } = each;
    if (ranking === undefined) return { ...each, decision: undefined, confidence: 0, top: () => 0 };
    const calibration = calibrationOf(ranking.ranker);
    const measured = confidenceOf(ranking, calibration);
    return {
      ...each,
      decision: decide(ranking, calibration.thresholds, measured),
      confidence: measured ?? Math.max(0, ...ranking.ranked.map(({ p }) => p)),
      top: (k) => topShare(ranking, each.case.right, k),
    };
  });
}

function topShare({ ranked }: Ranking, right: readonly string[], k: number): number {
  const wanted = new Set(right);
  const best = Math.max(-1, ...ranked.filter(({ id }) => wanted.has(id)).map(({ p }) => p));
  if (best < 0) return 0;
  const before = ranked.filter(({ p }) => p > best).length;
  const equal = ranked.filter(({ p }) => p === best);
  const good = equal.filter(({ id }) => wanted.has(id)).length;
  const places = k - before;
  if (places <= 0) return 0;
  // The chance that one of `good` among `equal` is in the first `places`, were the tie broken by lot.
  let miss = 1;
  for (let place = 0; place < Math.min(places, equal.length); place += 1) {
    miss *= Math.max(0, equal.length - good - place) / (equal.length - place);
  }
  return 1 - miss;
}

export function isRight({ case: { right }, decision }: Judged): boolean {
  return decision?.outcome === "pick" && right.includes(decision.id);
}

export function summarise(judged: readonly Judged[]): Summary {
  const wanted = judged.filter(({ case: { phrasing } }) => phrasing !== "none");
  const nothing = judged.filter(({ case: { phrasing } }) => phrasing === "none");
  const acted = wanted.filter(({ decision }) => decision?.outcome === "pick");
  const falseActs = nothing.filter(({ decision }) => decision?.outcome === "pick").length;
  const picks = acted.length + falseActs;
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    ...scoreOf(wanted),
    act: {
      coverage: ratio(acted.length, wanted.length),
      precision: picks === 0 ? 1 : acted.filter(isRight).length / picks,
    },
    none: {
      recall: ratio(nothing.filter(({ decision }) => decision?.outcome === "not_found").length, nothing.length),
      falseActs: ratio(falseActs, nothing.length),
    },
    ece: calibrationError(judged),
    failures: judged.filter(({ ranking }) => ranking === undefined).length,
    byPhrasing: grouped(wanted, ({ case: { phrasing } }) => phrasing),
    byApp: grouped(wanted, ({ case: { app } }) => app),
    msP50: percentile(times, 0.5),
    msP95: percentile(times, 0.95),
  };
}

function scoreOf(judged: readonly Judged[]): Score {
  const mean = (k: number): number =>
    ratio(
      judged.reduce((sum, each) => sum + each.top(k), 0),
      judged.length,
    );
  return { n: judged.length, top1: mean(1), top3: mean(3) };
}

function grouped(judged: readonly Judged[], by: (each: Judged) => string): Record<string, Score> {
  const groups = new Map<string, Judged[]>();
  for (const each of judged) groups.set(by(each), [...(groups.get(by(each)) ?? []), each]);
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, all]) => [name, scoreOf(all)]),
  );
}

export interface Bin {
  readonly from: number;
  readonly n: number;
  readonly confidence: number;
  readonly right: number;
}

/** Ten bins of the leader's confidence, with how often the leader was right. With nothing to find it never is. */
export function reliability(judged: readonly Judged[]): Bin[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const held = judged.filter(
      ({ ranking, confidence }) => ranking !== undefined && Math.min(9, Math.floor(confidence * 10)) === bin,
    );
    const mean = (of: (each: Judged) => number): number =>
      ratio(
        held.reduce((sum, each) => sum + of(each), 0),
        held.length,
      );
    return {
      from: bin / 10,
      n: held.length,
      confidence: mean(({ confidence }) => confidence),
      right: mean((each) => each.top(1)),
    };
  });
}

function calibrationError(judged: readonly Judged[]): number {
  const bins = reliability(judged);
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  return ratio(
    bins.reduce((sum, { n, confidence, right }) => sum + n * Math.abs(confidence - right), 0),
    all,
  );
}

export interface SweepPoint {
  readonly threshold: number;
  readonly coverage: number;
  readonly precision: number;
  /** Share of the cases with nothing to find that were acted on. */
  readonly falseActs: number;
}

/** What the gate would do with other limits: the leader needed to act goes from 0.3 to 0.99, everything else stays. */
export function sweep(judged: readonly Judged[], thresholdsOf: (ranker: string) => Thresholds): SweepPoint[] {
  return Array.from({ length: 24 }, (_, step) => 0.3 + step * 0.03).map((threshold) => {
    const moved = judged.map((each) => {
      const { ranking, confidence } = each;
      if (ranking === undefined) return each;
      const limits = thresholdsOf(ranking.ranker);
      // Both rules at once: what moves is how sure the ranker has to be, in its own measure.
      const decision = decide(ranking, { ...limits, strict: 0, agree: 1, confidence: threshold }, confidence);
      return { ...each, decision };
    });
    const { act, none } = summarise(moved);
    return { threshold, ...act, falseActs: none.falseActs };
  });
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function percentile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
