import type { RankRequest, Ranking } from "../ranking.js";
import { evidenceOf } from "./evidence.js";
import { featureNames, featuresOf } from "./features/index.js";
import { shippedModel, type Model } from "./model.js";
import { readingBelief } from "./reading.js";

/** How many features are named as the reason, and for how many of the best options. */
const REASONS = 4;
const EXPLAINED = 5;
/** Scores this close are equal: sums of the same features in another order differ in the last bits. */
const EQUAL = 1e-9;

/**
 * Ranks by what the instruction's words say of each option: no network, the same answer every time. The order in which options
 * come does not matter; equal ones share and are listed by id. What is written on the screen is only ever compared, never followed.
 * `alike` is what an embedder says of each option, by id; only weights that were learned with it count it.
 */
export function rankLocally(
  request: RankRequest,
  model: Model = shippedModel(),
  alike?: ReadonlyMap<string, number>,
): Ranking {
  if (request.options.length === 0) return { ranked: [], pNone: 1, confidence: 0, ranker: "local" };
  // Options are looked at in the order of their ids, so that every sum is the same in whatever order they come.
  const options = [...request.options].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const vectors = featuresOf({ ...request, options }, alike);
  const { scores, shares, order } = scored(vectors, model);
  const { answerable, confidence: sure } =
    request.purpose === "extract"
      ? readingBelief(vectors, shares, order)
      : actingBelief(
          evidenceOf(vectors, shares, order, () => order[1]),
          model,
        );
  const tied = order.length > 1 && Math.abs((scores[order[0] ?? 0] ?? 0) - (scores[order[1] ?? 0] ?? 0)) < EQUAL;
  const ranked = order.map((at, place) => ({
    id: options[at]?.id ?? "",
    p: (shares[at] ?? 0) * answerable,
    ...(place < EXPLAINED ? { because: reasonsOf(vectors[at], model) } : {}),
  }));
  const [leader] = ranked;
  return {
    ranked,
    pNone: 1 - answerable,
    ...(leader === undefined ? {} : { forced: leader.id }),
    confidence: tied ? Math.min(sure, 0.5) : sure,
    ranker: "local",
  };
}

/** What the model has learned of how such a lead turns out. */
function actingBelief(evidence: Float64Array, model: Model): { answerable: number; confidence: number } {
  return {
    answerable: logistic(dot(evidence, model.answerable)),
    confidence: corrected(logistic(dot(evidence, model.confidence)), model.knots),
  };
}

/** Weighted sums, their softmax, and the indices from best to worst. */
export function scored(
  vectors: readonly Float64Array[],
  model: Pick<Model, "features">,
): { scores: Float64Array; shares: Float64Array; order: number[] } {
  const count = vectors.length;
  const scores = new Float64Array(count);
  const shares = new Float64Array(count);
  let top = -Infinity;
  for (let at = 0; at < count; at += 1) {
    const score = Math.round(dot(vectors[at] ?? nothing, model.features) / EQUAL) * EQUAL;
    scores[at] = score;
    top = Math.max(top, score);
  }
  let total = 0;
  for (let at = 0; at < count; at += 1) total += shares[at] = Math.exp((scores[at] ?? 0) - top);
  for (let at = 0; at < count; at += 1) shares[at] = (shares[at] ?? 0) / total;
  const order = Array.from({ length: count }, (_, at) => at);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return { scores, shares, order };
}

const nothing = new Float64Array();

function reasonsOf(vector: Float64Array | undefined, { features }: Model): { feature: string; by: number }[] {
  const found: { feature: string; by: number }[] = [];
  featureNames.forEach((feature, at) => {
    const by = (vector?.[at] ?? 0) * (features[at] ?? 0);
    if (Math.abs(by) > 0.05) found.push({ feature, by });
  });
  return found
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, REASONS)
    .map(({ feature, by }) => ({ feature, by: Math.round(by * 100) / 100 }));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** On the straight lines between knots; outside of them the nearest one's value. */
export function corrected(x: number, knots: Model["knots"]): number {
  const [first] = knots;
  if (first === undefined) return x;
  let [fromX, fromY] = first;
  if (x <= fromX) return fromY;
  for (const [toX, toY] of knots) {
    if (x <= toX) return toX === fromX ? toY : fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX);
    [fromX, fromY] = [toX, toY];
  }
  return fromY;
}
