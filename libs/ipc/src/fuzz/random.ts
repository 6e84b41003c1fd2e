/** A repeatable stream of numbers in [0, 1). */
export type Random = () => number;

/** mulberry32 (public domain, by Tommy Ettinger): small, and good enough to choose mutations. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[below(random, from.length)];
  if (chosen === undefined) throw new RangeError("nothing to choose from");
  return chosen;
}
