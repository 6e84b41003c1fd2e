import type { Logger } from "pino";

import type { CallBudget } from "../../../budget.js";
import {
  accessibilityAddress,
  type BusConnection,
  BusFault,
  type CallScope,
  enableAccessibility,
  type Message,
  openBus,
  registerEvents,
  within,
} from "@beans-picker/dbus";

/** Events that are wanted of every application. Registering them is also what makes GTK 3 offer its cache. */
const wantedEvents = [
  "object:children-changed",
  "object:state-changed",
  "object:text-changed",
  "object:text-caret-moved",
  "object:property-change",
  "object:bounds-changed",
  "object:selection-changed",
  "object:visible-data-changed",
  "object:active-descendant-changed",
  "window:",
  "focus:",
];

/** One life of the accessibility bus: what was learnt on it ends with it. */
export interface Link<S> {
  readonly bus: BusConnection;
  readonly state: S;
}

export interface LinkParts<S> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
  readonly log: Logger;
  /** What is kept for as long as the bus lives. */
  startState(): S;
  onSignal(state: S, signal: Message): void;
  /** The bus is gone, and what was learnt on it holds no more. */
  onLost(state: S): void;
}

/** How long connecting may take, whoever asked for it first. */
const connectMs = 5_000;

/** The connection to the accessibility bus, made again when the bus was restarted. */
export class BusLink<S> {
  #link: Promise<Link<S>> | undefined;
  #session: BusConnection | undefined;
  #restore: ((scope: CallScope) => Promise<void>) | undefined;
  readonly #stop = new AbortController();

  constructor(readonly parts: LinkParts<S>) {}

  /** The live link; the caller waits no longer than its own scope, and connecting goes on for the others. */
  async use(scope: CallScope): Promise<Link<S>> {
    if (this.#stop.signal.aborted) throw new BusFault("lost", false);
    const opening = (this.#link ??= this.#open());
    if (scope.over !== undefined) throw new BusFault(scope.over, false);
    return await new Promise<Link<S>>((resolve, reject) => {
      const forget = scope.onEnd((kind) => {
        reject(new BusFault(kind, false));
      });
      opening.then(resolve, reject).finally(forget);
    });
  }

  async close(budget: CallBudget): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const opening = this.#link;
    this.#stop.abort();
    const link = await opening?.catch(() => undefined);
    link?.bus.close();
    const restore = this.#restore;
    this.#restore = undefined;
    await within(budget, async (scope) => await restore?.(scope)).catch(() => {
      this.parts.log.warn("accessibility could not be switched off again");
    });
    this.#session?.close();
  }

  #open(): Promise<Link<S>> {
    const budget = { signal: this.#stop.signal, remainingMs: countdown(connectMs) };
    const opening = within(budget, (scope) => this.#connect(scope)).catch((error: unknown) => {
      // Whatever refused, or was too slow: there is no bus to talk to.
      throw error instanceof BusFault ? new BusFault("lost", false) : error;
    });
    const forget = (): void => {
      if (this.#link === opening) this.#link = undefined;
    };
    opening.then(async ({ bus, state }) => {
      await bus.closed;
      forget();
      this.parts.onLost(state);
      if (!this.#stop.signal.aborted) this.parts.log.warn("the accessibility bus ended");
    }, forget);
    return opening;
  }

  async #connect(scope: CallScope): Promise<Link<S>> {
    const session = await this.#openSession(scope);
    // A bus that was started again is off again.
    const enabling = enableAccessibility(session, scope);
    enabling.catch(() => undefined);
    const address = await accessibilityAddress(session, scope);
    const state = this.parts.startState();
    const [bus, restore] = await Promise.all([
      openBus(address, this.parts.uid, (signal) => this.parts.onSignal(state, signal), scope),
      enabling,
    ]);
    this.#restore = restore ?? this.#restore;
    this.#register(bus);
    return { bus, state };
  }

  /** Nobody waits for this: what is asked after it is answered after it. A bus that takes no listeners is of no use. */
  #register(bus: BusConnection): void {
    const budget = { signal: this.#stop.signal, remainingMs: countdown(connectMs) };
    within(budget, (scope) => registerEvents(bus, wantedEvents, scope)).catch(() => bus.close());
  }

  async #openSession(scope: CallScope): Promise<BusConnection> {
    if (this.#session !== undefined) return this.#session;
    const address = this.parts.env["DBUS_SESSION_BUS_ADDRESS"];
    if (address === undefined || address === "") throw new BusFault("lost", false);
    const session = await openBus(address, this.parts.uid, () => undefined, scope);
    this.#session = session;
    void session.closed.then(() => {
      if (this.#session !== session) return;
      this.#session = undefined;
      this.#restore = undefined;
    });
    return session;
  }
}

function countdown(ms: number): () => number {
  const until = performance.now() + ms;
  return () => Math.max(0, until - performance.now());
}
