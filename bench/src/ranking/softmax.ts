import type { Example } from "./dataset.js";

/** Rounds and step of Adam, and the weight of the squared norm; found on the corpus, where twice as many rounds change nothing. */
const ROUNDS = 160;
const STEP = 0.12;
const DECAY = { first: 0.9, second: 0.999 } as const;
export const RIDGE = 0.003;

/**
 * Weights under which the wanted options are likeliest: gradient descent on the mean of −log of their share of the softmax.
 * Instructions without a wanted option teach nothing here. Deterministic.
 * `priors` are what the penalty pulls to: the weights of features that the examples hardly show.
 */
export function fitSoftmax(examples: readonly Example[], priors: Float64Array, ridge: number = RIDGE): Float64Array {
  const width = priors.length;
  const taught = examples.filter(({ wanted }) => wanted.size > 0);
  const weights = Float64Array.from(priors);
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  const packed = taught.map((example) => pack(rivalsOf(example)));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gradient = weights.map((weight, at) => 2 * ridge * (weight - (priors[at] ?? 0)));
    for (const one of packed) addGradient(one, weights, gradient, 1 / packed.length);
    const step = STEP * Math.min(1, 3 * (1 - round / (ROUNDS + 1)));
    for (let at = 0; at < width; at += 1) {
      const slope = gradient[at] ?? 0;
      first[at] = DECAY.first * (first[at] ?? 0) + (1 - DECAY.first) * slope;
      second[at] = DECAY.second * (second[at] ?? 0) + (1 - DECAY.second) * slope * slope;
      const mean = (first[at] ?? 0) / (1 - DECAY.first ** round);
      const spread = (second[at] ?? 0) / (1 - DECAY.second ** round);
      weights[at] = (weights[at] ?? 0) - (step * mean) / (Math.sqrt(spread) + 1e-8);
    }
  }
  return weights;
}

/** Options that teach something: the wanted ones and those with the most signs of being meant. The rest is never near. */
const RIVALS = 150;

function rivalsOf({ vectors, wanted }: Example): Pick<Example, "vectors" | "wanted"> {
  if (vectors.length <= RIVALS) return { vectors, wanted };
  const signs = vectors.map((vector) => vector.reduce((sum, value) => sum + value, 0));
  const kept = [...vectors.keys()]
    .sort((a, b) => Number(wanted.has(b)) - Number(wanted.has(a)) || (signs[b] ?? 0) - (signs[a] ?? 0) || a - b)
    .slice(0, Math.max(RIVALS, wanted.size));
  return {
    vectors: kept.flatMap((at) => vectors[at] ?? []),
    wanted: new Set(kept.flatMap((at, place) => (wanted.has(at) ? [place] : []))),
  };
}

/** An example's vectors without their zeros. */
interface Packed {
  readonly starts: Int32Array;
  readonly names: Int32Array;
  readonly values: Float64Array;
  readonly wanted: Uint8Array;
}

function pack({ vectors, wanted }: Pick<Example, "vectors" | "wanted">): Packed {
  const starts = new Int32Array(vectors.length + 1);
  const names: number[] = [];
  const values: number[] = [];
  vectors.forEach((vector, row) => {
    vector.forEach((value, at) => {
      if (value === 0) return;
      names.push(at);
      values.push(value);
    });
    starts[row + 1] = names.length;
  });
  return {
    starts,
    names: Int32Array.from(names),
    values: Float64Array.from(values),
    wanted: Uint8Array.from(vectors, (_, row) => (wanted.has(row) ? 1 : 0)),
  };
}

function addGradient(
  { starts, names, values, wanted }: Packed,
  weights: Float64Array,
  gradient: Float64Array,
  share: number,
): void {
  const count = wanted.length;
  const scores = new Float64Array(count);
  let top = -Infinity;
  for (let row = 0; row < count; row += 1) {
    let sum = 0;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1)
      sum += (values[at] ?? 0) * (weights[names[at] ?? 0] ?? 0);
    scores[row] = sum;
    if (sum > top) top = sum;
  }
  let [all, good] = [0, 0];
  for (let row = 0; row < count; row += 1) {
    const weighed = Math.exp((scores[row] ?? 0) - top);
    scores[row] = weighed;
    all += weighed;
    if (wanted[row] === 1) good += weighed;
  }
  for (let row = 0; row < count; row += 1) {
    const weighed = scores[row] ?? 0;
    const pull = share * (weighed / all - (wanted[row] === 1 ? weighed / Math.max(1e-300, good) : 0));
    if (Math.abs(pull) < 1e-12) continue;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const name = names[at] ?? 0;
      gradient[name] = (gradient[name] ?? 0) + pull * (values[at] ?? 0);
    }
  }
}
