import { maxFrameDepth } from "./scan.js";

export type Plain = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/**
 * Copies a value into what the wire can carry: properties that are `undefined` are left out (absent and null differ on
 * this wire), and whatever has no form there (functions, dates, class instances, NaN, cycles) is refused by name of its path.
 */
export function plainValue(value: unknown): Plain {
  try {
    return { ok: true, value: copy(value, "", 0) };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, reason: error.message };
    return { ok: false, reason: "the value cannot be read" };
  }
}

class Unfit extends Error {}

function copy(value: unknown, path: string, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new Unfit(`${where(path)} is not a finite number`);
    case "object":
      return value === null ? null : copyObject(value, path, depth);
    case "undefined":
    case "function":
    case "bigint":
    case "symbol":
      throw new Unfit(`${where(path)} is a ${typeof value}, which the wire cannot carry`);
  }
}

function copyObject(value: object, path: string, depth: number): unknown {
  if (value instanceof Uint8Array) return value;
  // A frame that nests too deeply is refused by the reader as well; this also ends cycles.
  if (depth >= maxFrameDepth) throw new Unfit(`${where(path)} nests deeper than ${maxFrameDepth}`);
  if (Array.isArray(value)) return value.map((entry: unknown, index) => copy(entry, `${path}/${index}`, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new Unfit(`${where(path)} is an instance of a class, which the wire cannot carry`);
  }
  const out: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    // Assigning this key would replace the copy's prototype instead of adding a property.
    if (key === "__proto__") throw new Unfit(`${where(path)} has a key that the wire refuses`);
    if (entry !== undefined) out[key] = copy(entry, `${path}/${key}`, depth + 1);
  }
  return out;
}

const where = (path: string): string => (path === "" ? "the message" : path);
