import type { AccessibleFacts, AccessibleReading, ObjectRef } from "@beans-picker/desktop";

import type { AccessibleApp, AccessibleTopLevel, ReadLimits } from "../accessibility.js";
import { Applications } from "../bus/applications.js";
import { AccessibleCalls, daemon, type Message } from "@beans-picker/dbus";
import { AppMirror } from "./app-mirror.js";
import { factsOf } from "./assemble.js";
import { Foresight } from "./foresight.js";
import type { Stir } from "./stir.js";

/** What is known of the applications on one accessibility bus. */
export class Desk {
  #applications: Applications | undefined;
  readonly #mirrors = new Map<string, AppMirror>();

  /** What was asked of applications before it was known what they are. */
  readonly #foresights = new Map<string, Foresight>();

  constructor(readonly stir: Stir) {}

  async applications(calls: AccessibleCalls, pid?: number): Promise<readonly AccessibleApp[]> {
    this.#applications ??= new Applications(calls.connection, (root, scope) => {
      this.#foresights.set(root.bus, new Foresight(new AccessibleCalls(calls.connection, scope), root));
    });
    return await this.#applications.list(calls.scope, pid);
  }

  async topLevels(calls: AccessibleCalls, app: AccessibleApp): Promise<readonly AccessibleTopLevel[]> {
    return await this.#mirror(app).topLevels(calls);
  }

  async read(
    calls: AccessibleCalls,
    app: AccessibleApp,
    roots: readonly ObjectRef[],
    limits: ReadLimits,
  ): Promise<AccessibleReading> {
    return await this.#mirror(app).read(calls, roots, limits);
  }

  /** The same, with nothing taken from what was read before. */
  async readFresh(
    calls: AccessibleCalls,
    app: AccessibleApp,
    roots: readonly ObjectRef[],
    limits: ReadLimits,
  ): Promise<AccessibleReading> {
    return await this.#mirror(app).readFresh(calls, roots, limits);
  }

  /** See {@link Accessibility.isCurrent}. */
  async isCurrent(calls: AccessibleCalls, reading: AccessibleReading, undrawn: Promise<boolean>): Promise<boolean> {
    const mirror = this.#mirrors.get(reading.root.facts.ref.bus);
    return mirror !== undefined && this.stir.isOver && (await mirror.isCurrent(calls, reading, undrawn));
  }

  async facts(calls: AccessibleCalls, ref: ObjectRef): Promise<AccessibleFacts> {
    const mirror = this.#mirrors.get(ref.bus) ?? new AppMirror({ bus: ref.bus, app: "", name: "", version: "" });
    return factsOf(await mirror.one(calls, ref));
  }

  /** Takes in a signal of the bus. */
  note(signal: Message): void {
    if (signal.sender === daemon.destination) {
      if (signal.member === "NameOwnerChanged" && signal.body !== undefined) this.#ended(signal.body.string());
      return;
    }
    this.#foresights.get(signal.sender)?.note();
    this.#mirrors.get(signal.sender)?.note(signal);
  }

  clear(): void {
    this.#mirrors.clear();
    this.#foresights.clear();
    this.#applications = undefined;
  }

  #ended(name: string): void {
    // Connections are told of when they come, too; then nothing is known of them yet.
    this.#mirrors.delete(name);
    this.#foresights.delete(name);
    this.#applications?.forget(name);
  }

  #mirror({ root, name: app, toolkit }: AccessibleApp): AppMirror {
    const known = this.#mirrors.get(root.bus);
    // An application that was slow to say what it is may have said it meanwhile.
    if (known?.identity.name === toolkit.name) return known;
    const made = new AppMirror({ bus: root.bus, app, ...toolkit }, root, this.#foresights.get(root.bus));
    this.#foresights.delete(root.bus);
    this.#mirrors.set(root.bus, made);
    return made;
  }
}
