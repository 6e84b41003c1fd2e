/** What a model answered for one text: numbers and their dimensions. */
export interface Output {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/**
 * The vector of one text, of length 1: the mean over its pieces (`[1, pieces, width]`), or the answer itself where the model
 * has done that already (`[1, width]`). Undefined when it is of another shape, or holds what is no number.
 */
export function sentenceVector({ dims, data }: Output, pieces: number): Float32Array | undefined {
  const width = dims.at(-1) ?? 0;
  const rows = dims.length === 3 ? pieces : 1;
  const fits =
    dims[0] === 1 &&
    (dims.length === 2 || (dims.length === 3 && dims[1] === pieces)) &&
    width > 0 &&
    data.length === rows * width;
  if (!fits) return undefined;
  const mean = new Float64Array(width);
  data.forEach((value, at) => {
    mean[at % width] = (mean[at % width] ?? 0) + value / rows;
  });
  const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0));
  return Number.isFinite(length) && length > 0 ? Float32Array.from(mean, (value) => value / length) : undefined;
}

/** Cosine of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
