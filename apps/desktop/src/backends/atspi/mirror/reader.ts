import { type ObjectRef, refKey } from "@beans-picker/desktop";

import { type AccessibleCalls, BusFault, type CacheItem, documentRoles, isOver, nullPath } from "@beans-picker/dbus";
import { CacheIndex } from "./cache-index.js";
import { readBase, readParts } from "./details.js";
import { type Earlier, keptDetails, type NodeRecord } from "./record.js";
import { showsIn, type ToolkitKind } from "./toolkit.js";
import { type Base, isSecret, type Part, type Place, wantedParts } from "./wanted.js";
import { visibleWindow } from "./window-of-rows.js";

export interface Reached {
  readonly records: ReadonlyMap<string, NodeRecord>;
  readonly reasons: ReadonlySet<"element_limit" | "deadline">;
  /** Objects that are known to be there. */
  readonly total: number;
}

/** What was found out about an application by asking it. */
export interface Application {
  readonly bus: string;
  readonly kind: ToolkitKind;
  /** Whether its cache answers. */
  hasCache: boolean;
  /** The names of actions in the programmer's words, by the words for people. */
  readonly actionNames: Map<string, Promise<readonly string[]>>;
}

/** With more children than this, only those that show are read. */
const manyChildren = 400;

/**
 * Reads everything below `roots`: first what shows, then the rest, until the scope ends. `items` is what the
 * application's cache holds, if that is known already. Rejects only when the first root could not be read.
 */
export async function readTrees(
  calls: AccessibleCalls,
  app: Application,
  roots: readonly ObjectRef[],
  maxElements: number,
  earlier: Earlier | undefined,
  items?: readonly CacheItem[],
): Promise<Reached> {
  const reading = new Reading(calls, app, maxElements, earlier, items);
  await reading.run(roots);
  return reading;
}

class Reading implements Reached {
  readonly records = new Map<string, NodeRecord>();
  readonly reasons = new Set<"element_limit" | "deadline">();
  total = 0;
  #cache = new CacheIndex([]);
  readonly #seen = new Set<string>();
  #later: (() => Promise<void>)[] = [];
  /** Answers that are on their way. */
  readonly #bases = new Map<string, Promise<Base>>();
  readonly #parts = new Map<string, Promise<readonly ObjectRef[]>>();

  constructor(
    readonly calls: AccessibleCalls,
    readonly app: Application,
    readonly maxElements: number,
    readonly earlier: Earlier | undefined,
    readonly items: readonly CacheItem[] | undefined,
  ) {}

  async run(roots: readonly ObjectRef[]): Promise<void> {
    const top: Place = { shows: true, isBelowHidden: false, parent: "", inDocument: false, inSecret: false };
    await this.#readCache();
    this.#ask();
    for (const root of roots) this.#seen.add(refKey(root));
    this.total += roots.length;
    const [first, ...others] = roots.map((root) => this.#visit(root, top, ""));
    await Promise.all([first, ...others.map((visit) => this.#attempt(visit))]);
    while (this.#later.length > 0) {
      const next = this.#later;
      this.#later = [];
      await Promise.all(next.map((job) => this.#attempt(job())));
    }
  }

  async #readCache(): Promise<void> {
    if (this.items !== undefined) {
      this.#cache = new CacheIndex(this.items);
      this.app.hasCache = true;
      return;
    }
    // GTK offers its cache as soon as it knows that somebody listens.
    const isGtk = this.app.kind === "gtk3" || this.app.kind === "gtk4";
    if (!this.app.hasCache && !isGtk) return;
    try {
      this.#cache = new CacheIndex(await this.calls.cache(this.app.bus));
      this.app.hasCache = true;
    } catch (error) {
      if (!(error instanceof BusFault) || isOver(error)) throw error;
      this.app.hasCache = false;
    }
  }

  /** Asks for what the cache does not hold of the objects that were there before, all at once instead of level by level. */
  #ask(): void {
    for (const { ref, base } of this.earlier?.all() ?? []) {
      const key = refKey(ref);
      const isHeld = this.#cache.item(ref) !== undefined;
      if (!isHeld && this.earlier?.hidden(key) === undefined) {
        this.#bases.set(key, quiet(readBase(this.calls, ref, this.app.kind)));
      }
      if (base.childCount !== 0 && !isLong(base) && this.#cache.children(ref) === undefined) {
        this.#parts.set(key, quiet(this.calls.children(ref)));
      }
    }
  }

  async #visit(ref: ObjectRef, parent: Place, parentPath: string): Promise<void> {
    const key = refKey(ref);
    const base = await this.#base(ref, key, parent);
    const place: Place = {
      shows: showsIn(this.app.kind, base.states, parent.shows),
      isBelowHidden: !parent.shows,
      parent: parentPath,
      inDocument: parent.inDocument || documentRoles.has(base.role),
      inSecret: parent.inSecret || isSecret(base),
    };
    const wanted = wantedParts(base, place, this.app.kind);
    const known = this.earlier?.record(key);
    const details =
      this.earlier === undefined || known === undefined ? {} : keptDetails(known, base, wanted, this.earlier);
    const record: NodeRecord = { ref, base, place, details, children: [] };
    this.records.set(key, record);
    const missing = wanted.filter((part) => details[part] === undefined);
    if (place.shows || !parent.shows) await this.#complete(record, missing);
    else this.#later.push(() => this.#complete(record, missing));
  }

  async #complete(record: NodeRecord, missing: readonly Part[]): Promise<void> {
    const { ref, base, details } = record;
    await Promise.all([
      this.#attempt(readParts(this.calls, this.app, ref, base, missing, details)),
      this.#attempt(this.#descend(record)),
    ]);
  }

  async #descend(record: NodeRecord): Promise<void> {
    const { base, place } = record;
    if (base.childCount === 0) return;
    const children = (await this.#children(record)).filter(({ path }) => path !== nullPath);
    const fresh = children.filter((child) => !this.#seen.has(refKey(child)));
    const isCut = children.length < base.childCount && isLong(base);
    this.total += isCut ? base.childCount : fresh.length;
    const room = Math.max(0, this.maxElements - this.#seen.size);
    if (isCut || fresh.length > room) this.reasons.add("element_limit");
    const taken = fresh.slice(0, room);
    record.children = children;
    for (const child of taken) this.#seen.add(refKey(child));
    await Promise.all(taken.map((child) => this.#attempt(this.#visit(child, place, record.ref.path))));
  }

  async #children({ ref, base, place }: NodeRecord): Promise<readonly ObjectRef[]> {
    if (isLong(base)) {
      return place.shows ? await visibleWindow(this.calls, ref, base) : [];
    }
    const held = this.#cache.children(ref);
    if (held !== undefined) return held;
    return await (this.#parts.get(refKey(ref)) ?? this.calls.children(ref));
  }

  async #base(ref: ObjectRef, key: string, parent: Place): Promise<Base> {
    const held = this.#cache.item(ref) ?? (parent.shows ? undefined : this.earlier?.hidden(key)?.base);
    if (held !== undefined && held.childCount >= 0) return held;
    // The cache does not count the children of tables and lists.
    if (held !== undefined) return { ...held, childCount: await this.calls.childCount(ref) };
    return await (this.#bases.get(key) ?? readBase(this.calls, ref, this.app.kind));
  }

  /** An object that is gone or refuses costs itself only; an end of time is noted. */
  async #attempt(job: Promise<void>): Promise<void> {
    try {
      await job;
    } catch (error) {
      if (!(error instanceof BusFault)) throw error;
      if (isOver(error)) this.reasons.add("deadline");
    }
  }
}

/** The same answer, which may also be left unread. */
function quiet<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

function isLong({ childCount }: Base): boolean {
  return childCount > manyChildren;
}
