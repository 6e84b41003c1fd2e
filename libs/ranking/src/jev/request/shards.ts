/** Most options in one question. Source: beans-picker 0.5 seed; the service's own limit is 255. */
export const SHARD_OPTIONS = 60;

export interface ShardLimits {
  readonly options: number;
  /** Tokens of the options of one shard. */
  readonly tokens: number;
}

/**
 * Cuts a list into runs that keep its order and stay within the limits. An option that is too long by itself gets a shard of
 * its own: it is offered, and the service decides.
 */
export function shardsOf<T>(items: readonly T[], tokens: (item: T) => number, limits: ShardLimits): T[][] {
  const shards: T[][] = [];
  let current: T[] = [];
  let used = 0;
  for (const item of items) {
    const cost = tokens(item);
    if (current.length > 0 && (current.length >= limits.options || used + cost > limits.tokens)) {
      shards.push(current);
      current = [];
      used = 0;
    }
    current.push(item);
    used += cost;
  }
  if (current.length > 0) shards.push(current);
  return shards;
}
