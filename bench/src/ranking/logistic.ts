import { logistic } from "@beans-picker/ranking";

export interface Observation {
  readonly evidence: Float64Array;
  readonly happened: boolean;
}

const ROUNDS = 1500;
const STEP = 0.5;

/** Logistic regression with a squared-norm penalty (the first weight, the bias, goes free): plain gradient descent. */
export function fitLogistic(observations: readonly Observation[], width: number, ridge = 0.002): Float64Array {
  const weights = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : 2 * ridge * weight));
    for (const { evidence, happened } of observations) {
      let sum = 0;
      for (let at = 0; at < width; at += 1) sum += (evidence[at] ?? 0) * (weights[at] ?? 0);
      const off = (logistic(sum) - (happened ? 1 : 0)) / observations.length;
      for (let at = 0; at < width; at += 1) gradient[at] = (gradient[at] ?? 0) + off * (evidence[at] ?? 0);
    }
    for (let at = 0; at < width; at += 1) weights[at] = (weights[at] ?? 0) - STEP * (gradient[at] ?? 0);
  }
  return weights;
}

/** Fewest observations that a level of the staircase rests on. */
const LEAST = 25;

/** Knots of a rising staircase through (said, happened), by pooling neighbours that fall. */
export function fitIsotonic(
  points: readonly { readonly said: number; readonly happened: boolean }[],
): [number, number][] {
  if (points.length === 0) return [];
  const sorted = [...points].sort((a, b) => a.said - b.said);
  const levels: { said: number; happened: number; count: number }[] = [];
  const groups = Math.max(1, Math.floor(sorted.length / LEAST));
  for (let at = 0; at < groups; at += 1) {
    const group = sorted.slice(at * LEAST, at + 1 === groups ? sorted.length : (at + 1) * LEAST);
    levels.push({
      said: group.reduce((sum, { said }) => sum + said, 0),
      happened: group.filter(({ happened }) => happened).length,
      count: group.length,
    });
    for (
      let last = levels.at(-1), before = levels.at(-2);
      last && before;
      last = levels.at(-1), before = levels.at(-2)
    ) {
      if (before.happened / before.count <= last.happened / last.count) break;
      levels.splice(-2, 2, {
        said: before.said + last.said,
        happened: before.happened + last.happened,
        count: before.count + last.count,
      });
    }
  }
  let highest = 0;
  return levels.map(({ said, happened, count }) => {
    highest = Math.max(highest, (happened + 0.5) / (count + 1));
    return [said / count, highest];
  });
}
