import type { AccessibleFacts, AccessibleReading, ObjectRef } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import type { Logger } from "pino";

import type { Accessibility, AccessibleApp, AccessibleTopLevel, ReadLimits } from "../accessibility.js";
import { type CallBudget, startBudget } from "../../../budget.js";
import { Desk } from "../mirror/desk.js";
import { Stir } from "../mirror/stir.js";
import { AccessibleCalls, type CallScope, codedFrom, within } from "@beans-picker/dbus";
import { BusLink } from "./link.js";
import { News } from "./news.js";

/** How long opening may take. */
const openMs = 5_000;

/** {@link Accessibility} with what tests compare it to. */
export interface AtspiAccessibility extends Accessibility {
  /** The same as `read`, with nothing taken from what was read before. */
  readFresh: Accessibility["read"];
}

/**
 * Connects to the accessibility bus of the session in `env` (DBUS_SESSION_BUS_ADDRESS) and switches accessibility on; it
 * is switched off again by `close` when it was off. Rejects with `driver_unavailable` when there is no bus. After the bus
 * was restarted, the next call connects again.
 */
export async function openAccessibility(
  env: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<AtspiAccessibility> {
  const uid = process.getuid?.();
  if (uid === undefined) throw new CodedError("unsupported_platform");
  const news = new News();
  const stir = new Stir(() => performance.now());
  const link = new BusLink<Desk>({
    env,
    uid,
    log,
    startState: () => new Desk(stir),
    onSignal: (desk, signal) => {
      desk.note(signal);
      news.note(signal.sender);
    },
    onLost: (desk) => desk.clear(),
  });
  const service = new Service(link, news, stir);
  try {
    await within(startBudget(new AbortController().signal, openMs), (scope) => link.use(scope));
  } catch (error) {
    await service.close();
    throw codedFrom(error, false);
  }
  return service;
}

class Service implements AtspiAccessibility {
  constructor(
    readonly link: BusLink<Desk>,
    readonly news: News,
    readonly stir: Stir,
  ) {}

  told(apps: readonly AccessibleApp[]): ReadonlyMap<string, number> {
    return new Map(apps.map(({ root }) => [root.bus, this.news.count(root.bus)]));
  }

  moreThan(told: ReadonlyMap<string, number>, waitMs: number, budget: CallBudget): Promise<boolean> {
    return this.news.after(told, waitMs, budget);
  }

  applications(budget: CallBudget, pid?: number): Promise<readonly AccessibleApp[]> {
    return this.#run(budget, false, (calls, desk) => desk.applications(calls, pid));
  }

  topLevels(app: AccessibleApp, budget: CallBudget): Promise<readonly AccessibleTopLevel[]> {
    return this.#run(budget, false, (calls, desk) => desk.topLevels(calls, app));
  }

  read(
    app: AccessibleApp,
    root: ObjectRef,
    attached: readonly ObjectRef[],
    limits: ReadLimits,
    budget: CallBudget,
  ): Promise<AccessibleReading> {
    return this.#run(almost(budget), false, (calls, desk) => desk.read(calls, app, [root, ...attached], limits));
  }

  readFresh(
    app: AccessibleApp,
    root: ObjectRef,
    attached: readonly ObjectRef[],
    limits: ReadLimits,
    budget: CallBudget,
  ): Promise<AccessibleReading> {
    return this.#run(almost(budget), false, (calls, desk) => desk.readFresh(calls, app, [root, ...attached], limits));
  }

  isCurrent(reading: AccessibleReading, undrawn: Promise<boolean>, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, false, (calls, desk) => desk.isCurrent(calls, reading, undrawn));
  }

  expectChange(): void {
    this.stir.expect();
  }

  async facts(ref: ObjectRef, budget: CallBudget): Promise<AccessibleFacts> {
    try {
      return await this.#run(budget, false, (calls, desk) => desk.facts(calls, ref));
    } catch (error) {
      // What every object can answer, GTK 4 says of one that has gone that it cannot.
      if (error instanceof CodedError && error.code === "unsupported") throw goneObject();
      throw error;
    }
  }

  childrenOf(ref: ObjectRef, budget: CallBudget): Promise<readonly ObjectRef[]> {
    return this.#run(budget, false, (calls) => calls.children(ref));
  }

  doAction(ref: ObjectRef, index: number, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.doAction(ref, index));
  }

  setText(ref: ObjectRef, text: string, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.setText(ref, text));
  }

  setValue(ref: ObjectRef, value: number, budget: CallBudget): Promise<void> {
    return this.#run(budget, true, (calls) => calls.setValue(ref, value));
  }

  increment(ref: ObjectRef, budget: CallBudget): Promise<number> {
    return this.#run(budget, false, (calls) => calls.number(ref, "MinimumIncrement"));
  }

  caret(ref: ObjectRef, budget: CallBudget): Promise<number> {
    return this.#run(budget, false, (calls) => calls.caret(ref));
  }

  selectChild(ref: ObjectRef, index: number, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.selectChild(ref, index));
  }

  rowAt(table: ObjectRef, index: number, budget: CallBudget): Promise<number> {
    return this.#run(budget, false, (calls) => calls.rowAt(table, index));
  }

  selectRow(table: ObjectRef, row: number, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.selectRow(table, row));
  }

  clearSelection(ref: ObjectRef, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.clearSelection(ref));
  }

  grabFocus(ref: ObjectRef, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.grabFocus(ref));
  }

  scrollTo(ref: ObjectRef, budget: CallBudget): Promise<boolean> {
    return this.#run(budget, true, (calls) => calls.scrollTo(ref));
  }

  async close(): Promise<void> {
    await this.link.close(startBudget(new AbortController().signal, closeMs));
  }

  async #run<T>(
    budget: CallBudget,
    acts: boolean,
    job: (calls: AccessibleCalls, desk: Desk) => Promise<T>,
  ): Promise<T> {
    try {
      return await within(budget, async (scope: CallScope) => {
        const { bus, state } = await this.link.use(scope);
        return await job(new AccessibleCalls(bus, scope), state);
      });
    } catch (error) {
      throw codedFrom(error, acts);
    } finally {
      if (acts) this.stir.expect();
    }
  }
}

function goneObject(): CodedError {
  return new CodedError("target_gone", undefined, { delivery: "not_delivered", retry: false });
}

/** How long switching accessibility off again may take. */
const closeMs = 1_000;

/** Leaves time to hand over what was read when the deadline comes. */
function almost(budget: CallBudget): CallBudget {
  const reserveMs = Math.min(100, budget.remainingMs() * 0.1);
  return { signal: budget.signal, remainingMs: () => Math.max(0, budget.remainingMs() - reserveMs) };
}
