import { below, pick, type Random } from "./random.js";

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** Values that decode well and are wrong nearly everywhere: other types, edges of numbers, long and odd texts, deep nests. */
function oddValue(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => true,
    () => -1,
    () => 0,
    () => 1.5,
    () => Number.MAX_SAFE_INTEGER,
    () => -(2 ** 40),
    () => 2 ** 31,
    () => "",
    () => "\u0000\u202e\ufeff",
    () => "é".repeat(1 + below(random, 300)),
    () => "x".repeat(1 + below(random, 5_000)),
    () => new Uint8Array(below(random, 300)),
    () => [],
    () => ({}),
    () => Array.from({ length: below(random, 50) }, () => ({ a: 1 })),
    () => nest(below(random, 40)),
    () => ({ constructor: 1, toString: 2, hasOwnProperty: 3, length: 4 }),
  ])();
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const without = (tree: Tree, key: string): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => name !== key));

/** Changes one place of a decoded frame: a value, a key, a missing or an extra entry. The rest stays as it was. */
export function mutateValue(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return mutateArray(value, random);
  if (!isTree(value)) return oddValue(random);
  const keys = Object.keys(value);
  const key = keys.length === 0 ? undefined : pick(random, keys);
  if (key === undefined) return { [pick(random, ["v", "id", "x"])]: oddValue(random) };
  const copy: Tree = { ...value };
  switch (below(random, 5)) {
    case 0:
      copy[key] = oddValue(random);
      return copy;
    case 1:
      return without(copy, key);
    case 2:
      return { ...without(copy, key), [`${key}x`]: copy[key] };
    case 3:
      copy[pick(random, ["v", "id", "ok", "error", "result", "extra"])] = oddValue(random);
      return copy;
    default:
      copy[key] = mutateValue(copy[key], random);
      return copy;
  }
}

function mutateArray(value: readonly unknown[], random: Random): unknown {
  const copy = [...value];
  const at = below(random, copy.length + 1);
  switch (below(random, 4)) {
    case 0:
      copy.splice(at, 0, oddValue(random));
      return copy;
    case 1:
      copy.splice(at, 1);
      return copy;
    case 2:
      return oddValue(random);
    default:
      if (copy.length > 0) copy[at % copy.length] = mutateValue(copy[at % copy.length], random);
      return copy;
  }
}
