import { featureNames, type FeatureName } from "./features/index.js";

/**
 * What the words say of an element that is only to be read. The learned confidence is about acting: which controls people press,
 * and what a wrong press costs. Reading changes nothing and shows what was read, so plain evidence is enough.
 */
export interface ReadingBelief {
  /** Probability that the leader is what was asked for at all, 0…1. */
  readonly answerable: number;
  /** How sure it is that the leader is meant and not the next, 0…1. */
  readonly confidence: number;
}

/** At least this share of the words must be the leader's own, or stand around it. */
const FOUND = 0.5;
const LIKELY = 0.95;
const UNLIKELY = 0.05;
/** A leader that is ahead of the next by this factor is taken. */
const AHEAD = 1.5;

/** Features that say how much of the instruction an element explains; each is a share, 0…1. */
const explaining: readonly FeatureName[] = ["own", "ownSynonym", "quoted", "verbatim", "all", "way"];
const places = explaining.map((name) => featureNames.indexOf(name));

/** `shares` are the softmax of the scores, in the order of `order`'s indices: best first. */
export function readingBelief(
  vectors: readonly Float64Array[],
  shares: Float64Array,
  order: readonly number[],
): ReadingBelief {
  const [leader = 0, next] = order;
  const explained = Math.max(...places.map((place) => vectors[leader]?.[place] ?? 0));
  const first = shares[leader] ?? 0;
  const second = next === undefined ? 0 : (shares[next] ?? 0);
  return {
    answerable: explained >= FOUND ? LIKELY : UNLIKELY,
    confidence: first >= AHEAD * second ? LIKELY : first / Math.max(first + second, Number.MIN_VALUE),
  };
}
