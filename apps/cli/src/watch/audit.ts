import type { FocusChange, Front, FrontChange, RunningCall } from "@beans-picker/protocol";

/** A time in which one window was in front, or nobody. */
export interface Visit {
  readonly front: Front;
  /** Unix milliseconds at its beginning. */
  readonly at: number;
  /** Monotonic milliseconds; `endMs` is null while it lasts. */
  readonly beginMs: number;
  endMs: number | null;
  readonly cause: FrontChange["cause"] | "start";
  readonly blindMs: number;
  readonly during: readonly RunningCall[];
  /** The app that was in front before, moments with nobody passed over. */
  readonly from: Front | null;
  readonly steal: boolean;
  /** The app has the front again that it was taken from. */
  readonly again: boolean;
  /** Of a steal that is over: whether the app that it was taken from has the front again. */
  restored: boolean | null;
}

export interface FocusLoss {
  readonly at: number;
  readonly beginMs: number;
  endMs: number | null;
  readonly front: Front;
}

export interface Calls {
  readonly tool: string;
  readonly call: string;
  readonly beginMs: number;
  endMs: number | null;
}

export interface Summary {
  readonly seconds: number;
  readonly changes: number;
  readonly steals: number;
  readonly restored: number;
  /** The longest steal in milliseconds; one that goes on counts until the end. Null when there was none. */
  readonly longestStealMs: number | null;
  /** Longest time a visit can have lasted without being seen, in milliseconds. */
  readonly blindMs: number;
  readonly focusLosses: number;
  /** Events that the watcher sent and that did not arrive. */
  readonly missed: number;
}

const steals: ReadonlySet<FrontChange["cause"]> = new Set(["app", "opened", "unknown"]);

/** What happened to the front while it was watched. */
export class Audit {
  readonly visits: Visit[] = [];
  readonly focusLosses: FocusLoss[] = [];
  readonly calls: Calls[] = [];
  #missed = 0;
  #blindMs: number;
  #endMs: number | null = null;

  /** `app`: only steals of that app count, by its exact name in any case; null: those of every app. */
  constructor(
    start: { readonly front: Front; readonly at: number; readonly monotonicMs: number; readonly blindMs: number },
    readonly app: string | null,
  ) {
    const { front, at, monotonicMs, blindMs } = start;
    this.#blindMs = blindMs;
    const rest = {
      cause: "start",
      blindMs,
      during: [],
      from: null,
      steal: false,
      again: false,
      restored: null,
    } as const;
    this.visits.push({ front, at, beginMs: monotonicMs, endMs: null, ...rest });
  }

  get beginMs(): number {
    return this.visits[0]?.beginMs ?? 0;
  }

  get endMs(): number | null {
    return this.#endMs;
  }

  /** Adds a change and returns the visit that ended with it and the one that began. */
  change({ front, previous, at, monotonicMs, cause, blindMs, during }: FrontChange): { ended: Visit; began: Visit } {
    const ended = this.visits.at(-1);
    if (ended === undefined) throw new Error("an audit always has a first visit");
    const beginMs = Math.max(monotonicMs, ended.beginMs);
    ended.endMs = beginMs;
    this.#blindMs = Math.max(this.#blindMs, blindMs);
    const from = previous.windowId === null ? (this.#lastApp() ?? null) : previous;
    const givenBack = this.#settle(front);
    const taken = isReal(front) && from !== null && !sameApp(front, from) && steals.has(cause);
    // An app that gets back what was taken from it steals nothing, whoever gave it.
    const steal = taken && !givenBack && this.#counts(front);
    const rest = { cause, blindMs, during, from, steal, again: givenBack, restored: null };
    const began: Visit = { front, at, beginMs, endMs: null, ...rest };
    this.visits.push(began);
    return { ended, began };
  }

  focus({ front, lost, at, monotonicMs }: FocusChange): void {
    const open = this.focusLosses.find(({ endMs }) => endMs === null);
    if (open !== undefined) open.endMs = monotonicMs;
    if (lost) this.focusLosses.push({ at, beginMs: monotonicMs, endMs: null, front });
  }

  running(running: readonly RunningCall[], monotonicMs: number): void {
    for (const open of this.calls) {
      if (open.endMs === null && !running.some(({ call }) => call === open.call)) open.endMs = monotonicMs;
    }
    for (const { call, tool } of running) {
      const known = this.calls.some((open) => open.endMs === null && open.call === call);
      if (!known) this.calls.push({ call, tool, beginMs: monotonicMs, endMs: null });
    }
  }

  missed(count: number): void {
    this.#missed += count;
  }

  end(monotonicMs: number): Summary {
    this.#endMs = Math.max(monotonicMs, this.visits.at(-1)?.beginMs ?? 0);
    const endMs = this.#endMs;
    const stolen = this.visits.filter(({ steal }) => steal);
    const lengths = stolen.map((visit) => (visit.endMs ?? endMs) - visit.beginMs);
    return {
      seconds: (endMs - this.beginMs) / 1_000,
      changes: this.visits.length - 1,
      steals: stolen.length,
      restored: stolen.filter(({ restored }) => restored === true).length,
      longestStealMs: lengths.length === 0 ? null : Math.max(...lengths),
      blindMs: this.#blindMs,
      focusLosses: this.focusLosses.length,
      missed: this.#missed,
    };
  }

  #lastApp(): Front | undefined {
    return this.visits.findLast(({ front }) => isReal(front))?.front;
  }

  /** Says of a steal that is over whether it was undone: by whom the next app in front is. Answers with that. */
  #settle(next: Front): boolean {
    if (!isReal(next)) return false;
    const last = this.visits.findLast(({ front }) => isReal(front));
    if (last?.steal !== true || last.restored !== null || sameApp(last.front, next)) return false;
    last.restored = last.from !== null && sameApp(last.from, next);
    return last.restored;
  }

  #counts({ app }: Front): boolean {
    return this.app === null || app?.toLowerCase() === this.app.toLowerCase();
  }
}

function isReal({ windowId }: Front): boolean {
  return windowId !== null;
}

function sameApp(a: Front, b: Front): boolean {
  return a.pid !== null || b.pid !== null ? a.pid === b.pid : a.windowId === b.windowId;
}
