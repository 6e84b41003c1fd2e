import { WireError, type WireReader } from "./wire-reader.js";

/** A D-Bus type and how its values are read; a reply is read only when its signature is exactly this one. */
export interface Shape<T> {
  readonly signature: string;
  /** Alignment of the type. */
  readonly align: 1 | 2 | 4 | 8;
  read(from: WireReader): T;
}

export const nothing: Shape<void> = { signature: "", align: 1, read: () => undefined };
export const text: Shape<string> = { signature: "s", align: 4, read: (from) => from.string() };
export const int32: Shape<number> = { signature: "i", align: 4, read: (from) => from.int32() };
export const uint32: Shape<number> = { signature: "u", align: 4, read: (from) => from.uint32() };
export const double: Shape<number> = { signature: "d", align: 8, read: (from) => from.double() };
export const bool: Shape<boolean> = { signature: "b", align: 4, read: (from) => from.bool() };

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    signature: `a${item.signature}`,
    align: 4,
    read: (from) => {
      const items: T[] = [];
      from.array(item.align, () => items.push(item.read(from)));
      return items;
    },
  };
}

/** A struct whose members `read` takes in order; `signature` names them without the brackets. */
export function structOf<T>(signature: string, read: (from: WireReader) => T): Shape<T> {
  return {
    signature: `(${signature})`,
    align: 8,
    read: (from) => {
      from.align(8);
      return read(from);
    },
  };
}

/** A variant that must hold the one type. */
export function variantOf<T>(inner: Shape<T>): Shape<T> {
  return {
    signature: "v",
    align: 1,
    read: (from) => {
      if (from.signature() !== inner.signature) throw new WireError("A property has another type.");
      return inner.read(from);
    },
  };
}

export const stringMap: Shape<Readonly<Record<string, string>>> = {
  signature: "a{ss}",
  align: 4,
  read: (from) => {
    const entries: [string, string][] = [];
    from.array(8, () => {
      from.align(8);
      entries.push([from.string(), from.string()]);
    });
    return Object.fromEntries(entries);
  },
};

/** Properties by name: numbers, strings, truth values; others are passed over. */
export const propertyMap: Shape<ReadonlyMap<string, string | number | boolean>> = {
  signature: "a{sv}",
  align: 4,
  read: (from) => {
    const entries = new Map<string, string | number | boolean>();
    from.array(8, () => {
      from.align(8);
      const name = from.string();
      const type = from.signature();
      const shape = simple.get(type);
      if (shape === undefined) from.skipValues(type);
      else entries.set(name, shape.read(from));
    });
    return entries;
  },
};

const simple: ReadonlyMap<string, Shape<string | number | boolean>> = new Map<string, Shape<string | number | boolean>>(
  [text, { ...text, signature: "o" }, int32, uint32, double, bool].map((shape) => [shape.signature, shape]),
);
