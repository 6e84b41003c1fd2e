import { maxFrameDepth } from "./scan.js";

export type Plain = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/**
 * What the wire can carry of a value: the value itself where nothing has to change. Properties that are `undefined` are left
 * out (absent and null differ on this wire), and whatever has no form there (functions, dates, class instances, NaN, cycles)
 * is refused by name of its path.
 */
export function plainValue(value: unknown): Plain {
  try {
    return { ok: true, value: copy(value, []) };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, reason: error.message };
    return { ok: false, reason: "the value cannot be read" };
  }
}

class Unfit extends Error {}

/** `path` leads from the message to the value. It is one list for the whole walk: texts for every value would cost more than it. */
function copy(value: unknown, path: (string | number)[]): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new Unfit(`${where(path)} is not a finite number`);
    case "object":
      return value === null ? null : copyObject(value, path);
    case "undefined":
    case "function":
    case "bigint":
    case "symbol":
      throw new Unfit(`${where(path)} is a ${typeof value}, which the wire cannot carry`);
  }
}

function copyObject(value: object, path: (string | number)[]): unknown {
  if (value instanceof Uint8Array) return value;
  // A frame that nests too deeply is refused by the reader as well; this also ends cycles.
  if (path.length >= maxFrameDepth) throw new Unfit(`${where(path)} nests deeper than ${maxFrameDepth}`);
  if (Array.isArray(value)) return copyList(value, path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new Unfit(`${where(path)} is an instance of a class, which the wire cannot carry`);
  }
  const entries: [string, unknown][] = Object.entries(value);
  let same = true;
  for (const part of entries) {
    const [key, entry] = part;
    // Assigning this key would replace the copy's prototype instead of adding a property.
    if (key === "__proto__") throw new Unfit(`${where(path)} has a key that the wire refuses`);
    if (entry !== undefined) part[1] = copyPart(entry, key, path);
    same &&= entry !== undefined && part[1] === entry;
  }
  return same ? value : Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}

function copyList(list: readonly unknown[], path: (string | number)[]): unknown {
  let copied: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const entry = list[index];
    const part = copyPart(entry, index, path);
    if (part !== entry) copied ??= [...list];
    if (copied) copied[index] = part;
  }
  return copied ?? list;
}

function copyPart(entry: unknown, key: string | number, path: (string | number)[]): unknown {
  if (typeof entry === "string" || typeof entry === "boolean" || entry === null) return entry;
  path.push(key);
  const copied = copy(entry, path);
  path.pop();
  return copied;
}

const where = (path: readonly (string | number)[]): string =>
  path.length === 0 ? "the message" : `/${path.join("/")}`;
