import { type AccessibleReading, type ObjectRef, refKey } from "@beans-picker/desktop";

import type { AccessibleTopLevel, ReadLimits } from "../accessibility.js";
import type { AccessibleCalls } from "../bus/calls.js";
import { BusFault, isOver, type Message, nullPath } from "@beans-picker/dbus";
import { assemble, factsOf } from "./assemble.js";
import { readBase, readParts } from "./details.js";
import { type Application, type Reached, readTrees } from "./reader.js";
import type { NodeRecord } from "./record.js";
import { showsIn, type Toolkit, toolkitKind } from "./toolkit.js";
import { type Details, isSecret, type Part, type Place, wantedParts } from "./wanted.js";
import { WindowMirror } from "./window-mirror.js";

/** Windows of one application that are remembered. */
const maxWindows = 16;

/** What is known of one application. */
export class AppMirror {
  readonly #app: Application;
  readonly #windows = new Map<string, WindowMirror>();

  constructor(
    readonly identity: Toolkit & { readonly bus: string },
    readonly root?: ObjectRef,
  ) {
    const kind = toolkitKind(identity);
    this.#app = { bus: identity.bus, kind, hasCache: true, actionNames: new Map() };
  }

  /** Takes in an event of the application. */
  note(signal: Message): void {
    for (const window of this.#windows.values()) window.note(signal);
  }

  async topLevels(calls: AccessibleCalls): Promise<readonly AccessibleTopLevel[]> {
    if (this.root === undefined) return [];
    const refs = (await calls.children(this.root)).filter(({ path }) => path !== nullPath);
    const found = await Promise.allSettled(refs.map((ref) => this.#read(calls, ref, ["extents", "attributes"])));
    for (const result of found) if (result.status === "rejected" && isOver(result.reason)) throw result.reason;
    return found.flatMap((result) => (result.status === "fulfilled" ? [factsOf(result.value)] : []));
  }

  async read(
    calls: AccessibleCalls,
    roots: readonly ObjectRef[],
    { maxElements }: ReadLimits,
  ): Promise<AccessibleReading> {
    const [root] = roots;
    if (root === undefined) throw new BusFault("malformed", false);
    return this.#answer(roots, await this.#window(root).read(calls, this.#app, roots, maxElements));
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
    return await this.#read(calls, ref, undefined);
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

  async #read(calls: AccessibleCalls, ref: ObjectRef, only: readonly Part[] | undefined): Promise<NodeRecord> {
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
    const parts = only ?? wantedParts(base, place);
    await readParts(calls, this.#app, ref, base, parts, details);
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
