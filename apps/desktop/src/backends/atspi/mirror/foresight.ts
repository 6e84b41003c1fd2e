import type { ObjectRef } from "@beans-picker/desktop";
import type { AccessibleCalls, CacheItem } from "@beans-picker/dbus";

/**
 * What every first look at an application needs, asked before it is known what the application is. What it has not
 * answered by the time it is needed is asked again.
 */
export class Foresight {
  #tops: readonly ObjectRef[] | undefined;
  #items: readonly CacheItem[] | undefined;

  constructor(calls: Pick<AccessibleCalls, "children" | "cache">, root: ObjectRef) {
    calls.children(root).then(
      (tops) => (this.#tops = tops),
      () => undefined,
    );
    calls.cache(root.bus).then(
      (items) => (this.#items = items),
      () => undefined,
    );
  }

  /** The application told of some change: what it answered before is out of date; what it answers after that is not. */
  note(): void {
    this.#tops = undefined;
    this.#items = undefined;
  }

  /** The children of its top object. */
  get tops(): readonly ObjectRef[] | undefined {
    return this.#tops;
  }

  /** What its cache holds. */
  get items(): readonly CacheItem[] | undefined {
    return this.#items;
  }
}
