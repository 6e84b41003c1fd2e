import { type ObjectRef, refKey } from "@beans-picker/desktop";

import type { CacheItem } from "@beans-picker/dbus";

/** What an application's cache holds, by object. It may lack objects, and children of objects. */
export class CacheIndex {
  readonly #items = new Map<string, CacheItem>();
  readonly #children = new Map<string, CacheItem[]>();

  constructor(items: readonly CacheItem[]) {
    for (const item of items) {
      this.#items.set(refKey(item.ref), item);
      const parent = refKey(item.parent);
      const siblings = this.#children.get(parent);
      if (siblings === undefined) this.#children.set(parent, [item]);
      else siblings.push(item);
    }
  }

  get size(): number {
    return this.#items.size;
  }

  item(ref: ObjectRef): CacheItem | undefined {
    return this.#items.get(refKey(ref));
  }

  /** The children in order, or `undefined` when the cache does not hold each of them exactly once. */
  children(ref: ObjectRef): readonly ObjectRef[] | undefined {
    const item = this.item(ref);
    if (item === undefined) return undefined;
    if (item.children !== undefined) return item.children;
    if (item.childCount === 0) return [];
    const held = this.#children.get(refKey(ref)) ?? [];
    if (held.length !== item.childCount) return undefined;
    const inOrder = [...held].sort((one, other) => one.index - other.index);
    return inOrder.every(({ index }, at) => index === at) ? inOrder.map(({ ref: child }) => child) : undefined;
  }
}
