import { type AccessibleReading, type ObjectRef, refKey } from "@beans-picker/desktop";

import type { AccessibleTopLevel, ReadLimits } from "../accessibility.js";
import { type AccessibleCalls, BusFault, isOver, type Message, nullPath, roleNumbers } from "@beans-picker/dbus";
import { eventOf } from "./app-event.js";
import { assemble, factsOf } from "./assemble.js";
import { CacheIndex } from "./cache-index.js";
import { readBase, readParts } from "./details.js";
import type { Foresight } from "./foresight.js";
import { Opened } from "./opened.js";
import { type Application, type Reached, readTrees } from "./reader.js";
import type { NodeRecord } from "./record.js";
import { showsIn, type Toolkit, toolkitKind, trustIn } from "./toolkit.js";
import { haveKept, unseenIn } from "./unseen.js";
import { type Base, type Details, isSecret, type Place, wantedParts } from "./wanted.js";
import { WindowMirror } from "./window-mirror.js";

/** Windows of one application that are remembered. */
const maxWindows = 16;

/** After this time a window is read again, whatever the events said. */
const longestTrustMs = 30_000;

const menuRoles: ReadonlySet<number> = new Set([roleNumbers.menu, roleNumbers.popupMenu]);

/** When a reading was begun. */
interface Moment {
  /** How many events had come. */
  readonly events: number;
  readonly at: number;
  readonly tops: readonly ObjectRef[];
  readonly isFirst: boolean;
}

/** What is known of one application. */
export class AppMirror {
  readonly #app: Application;
  readonly #windows = new Map<string, WindowMirror>();
  readonly #moments = new WeakMap<AccessibleReading, Moment>();
  #events = 0;
  #tops: readonly ObjectRef[] = [];
  #hasRead = false;
  readonly #opened = new Opened();
  /** Good for the first look, as long as the application tells of no change. */
  #foresight: Foresight | undefined;

  constructor(
    readonly identity: Toolkit & { readonly bus: string },
    readonly root?: ObjectRef,
    foresight?: Foresight,
  ) {
    this.#foresight = foresight;
    const kind = toolkitKind(identity);
    this.#app = { bus: identity.bus, kind, hasCache: true, actionNames: new Map() };
  }

  /** Takes in an event of the application. */
  note(signal: Message): void {
    this.#events += 1;
    this.#foresight?.note();
    const event = eventOf(signal);
    this.#opened.note(event);
    for (const window of this.#windows.values()) window.note(event);
  }

  async topLevels(calls: AccessibleCalls): Promise<readonly AccessibleTopLevel[]> {
    if (this.root === undefined) return [];
    const { tops: children = await calls.children(this.root), items = [] } = this.#foresight ?? {};
    const refs = children.filter(({ path }) => path !== nullPath);
    this.#tops = refs;
    const known = new CacheIndex(items);
    const menus = this.#app.kind === "qt" ? await this.#openMenus(calls, refs) : [];
    const found = await Promise.allSettled(refs.map((ref) => this.#top(calls, ref, known.item(ref))));
    for (const result of found) if (result.status === "rejected" && isOver(result.reason)) throw result.reason;
    const tops = found.flatMap((result) => (result.status === "fulfilled" ? [factsOf(result.value)] : []));
    return [...tops, ...menus];
  }

  async read(
    calls: AccessibleCalls,
    roots: readonly ObjectRef[],
    { maxElements }: ReadLimits,
  ): Promise<AccessibleReading> {
    const [root] = roots;
    if (root === undefined) throw new BusFault("malformed", false);
    const moment = { events: this.#events, at: performance.now(), tops: this.#tops, isFirst: !this.#hasRead };
    const items = this.#foresight?.items;
    this.#foresight = undefined;
    const reading = this.#answer(roots, await this.#window(root).read(calls, this.#app, roots, maxElements, items));
    this.#moments.set(reading, moment);
    this.#hasRead = true;
    return reading;
  }

  /** See {@link Accessibility.isCurrent}. */
  async isCurrent(calls: AccessibleCalls, reading: AccessibleReading, undrawn: Promise<boolean>): Promise<boolean> {
    const moment = this.#moments.get(reading);
    const { unseen } = trustIn(this.#app.kind);
    // At the first reading the application may not have known yet that somebody listens.
    if (moment === undefined || moment.isFirst || this.root === undefined || unseen === "nothing") return false;
    if (
      performance.now() - moment.at > longestTrustMs ||
      !reading.reasons.every((reason) => reason === "element_limit")
    )
      return false;
    const isQuiet = (): boolean => this.#events === moment.events;
    if (!isQuiet()) return false;
    // Every event of before arrives ahead of the application's answer.
    const [tops, isSame] = await Promise.all([
      calls.children(this.root),
      undrawn.then(
        (isUndrawn) => isUndrawn && (unseen === "kept" || haveKept(calls, unseenIn(reading, this.#app.kind))),
      ),
    ]);
    return isSame && isQuiet() && sameRefs(tops, moment.tops);
  }

  async readFresh(
    calls: AccessibleCalls,
    roots: readonly ObjectRef[],
    { maxElements }: ReadLimits,
  ): Promise<AccessibleReading> {
    return this.#answer(roots, await readTrees(calls, this.#app, roots, maxElements, undefined));
  }

  /** One object, straight from the application. */
  async one(calls: AccessibleCalls, ref: ObjectRef): Promise<NodeRecord> {
    return await this.#read(calls, ref);
  }

  /** The open menus that are no children of the application, as far as it told of them. */
  async #openMenus(calls: AccessibleCalls, known: readonly ObjectRef[]): Promise<readonly AccessibleTopLevel[]> {
    const paths = this.#opened.paths.filter((path) => !known.some((ref) => ref.path === path));
    const tops = await Promise.all(
      paths.map((path) => orRefused(this.#top(calls, { bus: this.identity.bus, path }, undefined))),
    );
    return tops.flatMap((top, at) => {
      if (top !== undefined && menuRoles.has(top.base.role) && top.base.states.has("showing")) return [factsOf(top)];
      this.#opened.forget(paths[at] ?? "");
      return [];
    });
  }

  #window(root: ObjectRef): WindowMirror {
    const key = refKey(root);
    const window = this.#windows.get(key) ?? new WindowMirror();
    // The last one used is the last one forgotten.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    for (const old of this.#windows.keys()) if (this.#windows.size > maxWindows) this.#windows.delete(old);
    return window;
  }

  async #top(
    calls: AccessibleCalls,
    ref: ObjectRef,
    held: Base | undefined,
  ): Promise<Pick<NodeRecord, "ref" | "base" | "details">> {
    const details: Details = {};
    const [base, extents, attributes] = await Promise.all([
      held !== undefined && held.childCount >= 0 ? held : readBase(calls, ref, this.#app.kind),
      orRefused(calls.extents(ref)),
      orRefused(calls.attributes(ref)),
    ]);
    if (extents !== undefined) details.extents = extents;
    if (attributes !== undefined) details.attributes = attributes;
    return { ref, base, details };
  }

  async #read(calls: AccessibleCalls, ref: ObjectRef): Promise<NodeRecord> {
    const base = await readBase(calls, ref, this.#app.kind);
    const known = this.#place(refKey(ref));
    const place: Place = {
      shows: showsIn(this.#app.kind, base.states, true),
      isBelowHidden: false,
      parent: "",
      inDocument: known?.inDocument ?? true,
      inSecret: known?.inSecret ?? isSecret(base),
    };
    const details: Details = {};
    await readParts(calls, this.#app, ref, base, wantedParts(base, place, this.#app.kind), details);
    return { ref, base, place, details, children: [] };
  }

  #place(key: string): Place | undefined {
    for (const window of this.#windows.values()) {
      const record = window.record(key);
      if (record !== undefined) return record.place;
    }
    return undefined;
  }

  #answer(roots: readonly ObjectRef[], { records, reasons, total }: Reached): AccessibleReading {
    const [root, ...attached] = assemble(roots, records);
    if (root === undefined) throw new BusFault("refused", true, "org.freedesktop.DBus.Error.UnknownObject");
    return {
      root,
      attached,
      toolkit: { name: this.identity.name, version: this.identity.version },
      complete: reasons.size === 0,
      reasons: [...reasons],
      total,
    };
  }
}

async function orRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (!(error instanceof BusFault) || isOver(error)) throw error;
    return undefined;
  });
}

function sameRefs(some: readonly ObjectRef[], others: readonly ObjectRef[]): boolean {
  const real = some.filter(({ path }) => path !== nullPath);
  return real.length === others.length && real.every(({ path }, at) => path === others[at]?.path);
}
