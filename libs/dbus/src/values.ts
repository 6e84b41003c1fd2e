import type { Frame, ObjectRef } from "@beans-picker/desktop";

import { relationNames, stateNames } from "./names.js";
import { listOf, type Shape, structOf, text, uint32 } from "./shapes.js";

/** An object as it is named in answers. */
export const reference: Shape<ObjectRef> = structOf("so", (from) => ({ bus: from.string(), path: from.string() }));

export const references = listOf(reference);

const knownSets = new Map<string, ReadonlySet<string>>();
/** Combinations of states that are kept; there are a few dozen. */
const maxSets = 4_096;

/** The names of the set bits; `words` are the 32-bit words, low first. The same words give the same set. */
export function stateSet(words: readonly number[]): ReadonlySet<string> {
  const key = words.join(" ");
  const known = knownSets.get(key);
  if (known !== undefined) return known;
  const names = stateNames.filter((_, bit) => (((words[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1);
  const made = new Set<string>(names);
  if (knownSets.size < maxSets) knownSets.set(key, made);
  return made;
}

const words = listOf(uint32);

export const states: Shape<ReadonlySet<string>> = { ...words, read: (from) => stateSet(words.read(from)) };

const names = listOf(text);
const knownInterfaces = new Map<string, ReadonlySet<string>>();

/** The last parts of interface names. The same list gives the same set. */
function interfaceSet(full: readonly string[]): ReadonlySet<string> {
  const key = full.join(" ");
  const known = knownInterfaces.get(key);
  if (known !== undefined) return known;
  const made = new Set(full.map((name) => name.slice(name.lastIndexOf(".") + 1)));
  if (knownInterfaces.size < maxSets) knownInterfaces.set(key, made);
  return made;
}

export const interfaces: Shape<ReadonlySet<string>> = { ...names, read: (from) => interfaceSet(names.read(from)) };

export const extents: Shape<Frame> = structOf("iiii", (from) => ({
  x: from.int32(),
  y: from.int32(),
  width: from.int32(),
  height: from.int32(),
}));

export interface ActionFacts {
  readonly name: string;
  readonly description: string;
  readonly keyBinding: string;
}

export const actions: Shape<readonly ActionFacts[]> = listOf(
  structOf("sss", (from) => ({ name: from.string(), description: from.string(), keyBinding: from.string() })),
);

export interface RelationFacts {
  readonly type: string;
  readonly targets: readonly ObjectRef[];
}

export const relations: Shape<readonly RelationFacts[]> = listOf(
  structOf("ua(so)", (from) => ({
    type: relationNames[from.uint32()] ?? "unknown",
    targets: references.read(from),
  })),
);

/** What an application's cache says of one object. */
export interface CacheItem {
  readonly ref: ObjectRef;
  readonly parent: ObjectRef;
  /** Position below the parent; -1 when it is not said. */
  readonly index: number;
  /** Of all children, -1 when it is not known. */
  readonly childCount: number;
  /** Only older toolkits list them. */
  readonly children: readonly ObjectRef[] | undefined;
  readonly interfaces: ReadonlySet<string>;
  readonly name: string;
  readonly role: number;
  readonly description: string;
  readonly states: ReadonlySet<string>;
}

/** GTK 3 (at-spi2-core since 2.33), GTK 4. */
const newItem: Shape<CacheItem> = structOf("(so)(so)(so)iiassusau", (from) => {
  const ref = reference.read(from);
  reference.read(from);
  return {
    ref,
    parent: reference.read(from),
    index: from.int32(),
    childCount: from.int32(),
    children: undefined,
    interfaces: interfaces.read(from),
    name: from.string(),
    role: from.uint32(),
    description: from.string(),
    states: states.read(from),
  };
});

/** Qt, Java and older at-spi2-core. */
const oldItem: Shape<CacheItem> = structOf("(so)(so)(so)a(so)assusau", (from) => {
  const ref = reference.read(from);
  reference.read(from);
  const parent = reference.read(from);
  const children = references.read(from);
  return {
    ref,
    parent,
    index: -1,
    childCount: children.length,
    children,
    interfaces: interfaces.read(from),
    name: from.string(),
    role: from.uint32(),
    description: from.string(),
    states: states.read(from),
  };
});

export const cacheItems: readonly Shape<readonly CacheItem[]>[] = [listOf(newItem), listOf(oldItem)];
