import { type ObjectRef, refKey } from "@beans-picker/desktop";

import type { AccessibleCalls, CacheItem } from "@beans-picker/dbus";
import type { AppEvent } from "./app-event.js";
import { Marks } from "./marks.js";
import { haveStayed, probesOf } from "./probes.js";
import { type Application, type Reached, readTrees } from "./reader.js";
import type { Earlier, NodeRecord } from "./record.js";
import { trustIn } from "./toolkit.js";

/** After this time everything is read again, whatever the events said. */
const longestTrustMs = 30_000;

/** The last reading of one window, and what happened since. */
export class WindowMirror {
  #records: ReadonlyMap<string, NodeRecord> | undefined;
  #readAt = 0;
  #marks = new Marks();
  #isReading = false;

  /** Takes in an event of the window's application. */
  note(event: AppEvent): void {
    if (this.#records !== undefined) this.#marks.note(event);
  }

  record(key: string): NodeRecord | undefined {
    return this.#records?.get(key);
  }

  /** Reads the window with as few calls as its toolkit allows. `items`: what its application's cache holds, if known. */
  async read(
    calls: AccessibleCalls,
    app: Application,
    roots: readonly ObjectRef[],
    maxElements: number,
    items?: readonly CacheItem[],
  ): Promise<Reached> {
    // Two readings at once would take each other's marks.
    if (this.#isReading) return await readTrees(calls, app, roots, maxElements, undefined, items);
    this.#isReading = true;
    const records = this.#records;
    const before = this.#marks;
    // What happens from now on counts for this reading as far as it is known when it matters, and for the next one: an
    // event of before may still be under way, and arrives ahead of the application's first answer.
    const since = new Marks();
    this.#marks = since;
    this.#records = new Map(records);
    try {
      const earlier = await this.#earlier(calls, app, roots, records, [before, since]);
      const reached = await readTrees(calls, app, roots, maxElements, earlier, items);
      if (earlier === undefined) this.#readAt = performance.now();
      this.#records = reached.records;
      return reached;
    } catch (error) {
      this.#records = undefined;
      throw error;
    } finally {
      this.#isReading = false;
    }
  }

  async #earlier(
    calls: AccessibleCalls,
    app: Application,
    [root]: readonly ObjectRef[],
    records: ReadonlyMap<string, NodeRecord> | undefined,
    marks: readonly Marks[],
  ): Promise<Earlier | undefined> {
    const trust = trustIn(app.kind);
    const first = root === undefined ? undefined : records?.get(refKey(root));
    if (records === undefined || first === undefined || trust.parts.size === 0) return undefined;
    const isOld = performance.now() - this.#readAt > longestTrustMs;
    // An application that offers no cache does not know yet that somebody listens, and sends no events either.
    if (isOld || !app.hasCache || marks.some(({ overflowed }) => overflowed)) return undefined;
    const hasMoved = (): boolean => marks.some(({ moved }) => moved);
    const isMarked = (path: string): boolean => marks.some((some) => some.has(path));
    const standStill = trust.places && !hasMoved() && (await haveStayed(calls, probesOf(first, records)));
    const record = (key: string): NodeRecord | undefined => {
      const found = records.get(key);
      return found === undefined || isMarked(found.ref.path) ? undefined : found;
    };
    const hidden = (key: string): NodeRecord | undefined => {
      const found = trust.hidden ? record(key) : undefined;
      // A list announces that its selection changed, and not which of its rows did.
      return found?.place.isBelowHidden === true && !isMarked(found.place.parent) ? found : undefined;
    };
    return {
      record,
      hidden,
      all: () => records.values(),
      parts: trust.parts,
      fixedAction: trust.fixedAction,
      stayed: () => standStill && !hasMoved(),
    };
  }
}
