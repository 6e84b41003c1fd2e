import type { ObjectRef } from "@beans-picker/desktop";

import type { AccessibleApp } from "../accessibility.js";
import { limitBudget } from "../../../budget.js";
import {
  AccessibleCalls,
  type BusConnection,
  type CallScope,
  daemon,
  isOver,
  registry,
  uint32,
  within,
} from "@beans-picker/dbus";

/** How long a new application may take to say its name before it is listed without; a hung one costs this once. */
const introductionMs = 400;

/** The applications on one accessibility bus. What they say of themselves is asked once. */
export class Applications {
  readonly #known = new Map<string, AccessibleApp>();
  readonly #pids = new Map<string, number>();
  /** Those that did not say their name in time; they are asked again without being waited for. */
  readonly #silent = new Set<string>();

  /** `onFound` is told of an application of the process that is wanted when nothing is known of it yet. */
  constructor(
    readonly bus: BusConnection,
    readonly onFound: (root: ObjectRef, scope: CallScope) => void = () => undefined,
  ) {}

  /** All of them, or those of one process: nothing is asked of the others. */
  async list(scope: CallScope, pid?: number): Promise<readonly AccessibleApp[]> {
    const root = { bus: registry.destination, path: registry.root };
    const refs = await new AccessibleCalls(this.bus, scope).children(root);
    const found = await Promise.all(refs.map((ref) => this.#app(ref, scope, pid)));
    return found.filter((app) => app !== undefined);
  }

  /** The connection ended; its name is never used again. */
  forget(bus: string): void {
    this.#known.delete(bus);
    this.#pids.delete(bus);
    this.#silent.delete(bus);
  }

  async #app(root: ObjectRef, scope: CallScope, wanted: number | undefined): Promise<AccessibleApp | undefined> {
    const pid = await this.#pid(root, scope);
    if (pid === undefined || (wanted !== undefined && wanted !== pid)) return undefined;
    const known = this.#known.get(root.bus);
    if (known !== undefined) return known;
    if (wanted !== undefined) this.onFound(root, scope);
    const nameless = { root, pid, name: "", toolkit: { name: "", version: "" } };
    if (this.#silent.has(root.bus)) {
      void this.#introduce(nameless, scope);
      return nameless;
    }
    return await this.#introduce(nameless, scope);
  }

  async #pid({ bus }: ObjectRef, scope: CallScope): Promise<number | undefined> {
    const known = this.#pids.get(bus);
    if (known !== undefined) return known;
    try {
      const member = "GetConnectionUnixProcessID";
      const pid = await this.bus.call({ ...daemon, member }, [["s", bus]], [uint32], scope);
      this.#pids.set(bus, pid);
      return pid;
    } catch (error) {
      if (isOver(error)) throw error;
      return undefined;
    }
  }

  async #introduce(app: AccessibleApp, scope: CallScope): Promise<AccessibleApp> {
    const { root } = app;
    try {
      return await within(limitBudget(scope.budget, introductionMs), async (own) => {
        const calls = new AccessibleCalls(this.bus, own);
        const [name, toolkit, version] = await Promise.all([
          calls.name(root),
          calls.toolkitName(root),
          calls.toolkitVersion(root),
        ]);
        const whole = { ...app, name, toolkit: { name: toolkit, version } };
        this.#known.set(root.bus, whole);
        this.#silent.delete(root.bus);
        return whole;
      });
    } catch {
      this.#silent.add(root.bus);
      return app;
    }
  }
}
