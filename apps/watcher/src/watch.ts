import type { Front, FrontCause } from "@beans-picker/protocol";
import { CodedError, timeLimit } from "@beans-picker/shared";
import type { ActiveWatch, Look } from "@beans-picker/x11";
import { causeOf, type Evidence } from "./causes.js";
import { advance, blindness, type Change, type Track } from "./changes.js";
import type { FrontSource } from "./source.js";
import { waker } from "./waker.js";

export interface SeenChange extends Change {
  readonly cause: FrontCause;
}

export interface WatchOptions {
  /** Connects; `signal` carries the deadline. A {@link CodedError} means that no try can succeed. */
  open(signal: AbortSignal): Promise<FrontSource>;
  onChange(change: SeenChange): void;
  /** Told each time the watch gets from one condition into another. */
  onCondition(condition: Condition): void;
  /** Called at every look of the clock, with the source and what is in front. */
  readonly onTick?: (source: FrontSource, front: Front, nowMs: number) => Promise<void>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * `watching`: the front app is known; `unknown`: connected, but nobody says which it is; `lost`: not connected, trying
 * again; `unsupported`: there is nothing to connect to and never will be in this process.
 */
export type Condition = "watching" | "unknown" | "lost" | "unsupported";

export interface FrontWatch {
  /** The latest reading. Rejects with `watcher_unavailable` or `unsupported` when there is none; waits for the first. */
  current(signal: AbortSignal): Promise<Reading>;
  /** A reading that was asked for after the call. Rejects like `current`. */
  fresh(signal: AbortSignal): Promise<Reading>;
  /** The connection to the desktop. Rejects like `current`. */
  source(signal: AbortSignal): Promise<FrontSource>;
  /** What was in front before, newest last; the present front app is the last one. */
  history(): readonly Front[];
  /** How the present front app got there; null when it was there from the start. */
  lastCause(): FrontCause | null;
  /** Whom to hold responsible when that app comes to the front until then: this watcher. */
  restoring(target: NonNullable<Evidence["restoring"]>): void;
  /** Samples at least every `periodMs` for `forMs` from now on. */
  attend(periodMs: number, forMs: number): void;
  close(): Promise<void>;
}

export interface Reading {
  readonly front: Front;
  readonly monotonicMs: number;
  readonly blindMs: number;
}

/** Time between two looks while somebody pays attention, in milliseconds; announced changes are looked at at once. */
export const samplePeriodMs = 20;
/** The same while nobody does. Fifty looks a second take one to two percent of a core, two take nothing to speak of. */
export const idlePeriodMs = 500;
/** Attention after a change, in milliseconds: one change is often followed by another. */
const afterChangeMs = 2_000;

/** A server that has not answered for this long (another client can lock it) is taken for lost, in milliseconds. */
export const answerLimitMs = 2_000;

/** Pause before the first and the longest before any later try to connect, in milliseconds. */
export const retryMs = { first: 200, longest: 5_000 } as const;

/** How long it may take until another window takes the place of one that closed, in milliseconds. */
const vacancyMs = 1_000;

const mostHistory = 32;
const nobody: Front = { pid: null, windowId: null, app: null, title: null };

type State =
  | { readonly kind: "starting" }
  | { readonly kind: "watching"; readonly track: Track; readonly source: FrontSource; readonly active: ActiveWatch }
  | { readonly kind: "unavailable"; readonly error: CodedError };

/** Watches the front app until closed, connecting again whenever the source is lost. */
export function watchFront(options: WatchOptions): FrontWatch {
  const { now } = options;
  const closing = new AbortController();
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  let state: State = { kind: "starting" };
  let condition: Condition | undefined;
  /** Kept over a lost connection, so that a change made meanwhile is still reported, with how long nobody looked. */
  let track: Track | null = null;
  let past: Front[] = [];
  let cause: FrontCause | null = null;
  let changedMs = -Infinity;
  let restoring: Evidence["restoring"] = null;
  let attention: { readonly periodMs: number; readonly untilMs: number }[] = [];
  const hints = waker();
  const waiting = new Set<{ readonly sinceMs: number; readonly done: () => void }>();

  function become(next: State, found: Condition): void {
    state = next;
    settle();
    if (next.kind === "unavailable") wakeAll();
    if (found === condition) return;
    condition = found;
    options.onCondition(found);
  }

  function wakeAll(askedMs = Infinity): void {
    for (const one of [...waiting]) {
      if (one.sinceMs > askedMs) continue;
      waiting.delete(one);
      one.done();
    }
  }

  function periodMs(): number {
    const at = now();
    attention = attention.filter(({ untilMs }) => untilMs > at);
    return Math.min(idlePeriodMs, ...attention.map((one) => one.periodMs));
  }

  function attend(wantedMs: number, forMs: number): void {
    const before = periodMs();
    attention = [
      ...attention.filter((one) => one.periodMs !== wantedMs),
      { periodMs: wantedMs, untilMs: now() + forMs },
    ];
    if (wantedMs < before) hints.wake();
  }

  async function run(): Promise<void> {
    let delay: number = retryMs.first;
    while (!closing.signal.aborted) {
      try {
        const source = await options.open(timeLimit(answerLimitMs, closing.signal));
        const hangUp = (): void => source.close();
        // A look that waits for a server that does not answer must not hold up the end.
        closing.signal.addEventListener("abort", hangUp, { once: true });
        try {
          await sample(source, () => (delay = retryMs.first));
        } finally {
          closing.signal.removeEventListener("abort", hangUp);
          source.close();
        }
      } catch (error) {
        // What the environment does not name cannot come back.
        if (error instanceof CodedError) {
          become({ kind: "unavailable", error }, "unsupported");
          return;
        }
        become({ kind: "unavailable", error: unreachable() }, "lost");
      }
      await waker().sleep(delay, closing.signal);
      delay = Math.min(delay * 2, retryMs.longest);
    }
  }

  /** Returns when the watch is closed; rejects when the connection is lost. */
  async function sample(source: FrontSource, onAnswer: () => void): Promise<void> {
    let broken = false;
    let connected = false;
    let queue: Promise<void> = Promise.resolve();
    const breakOff = (): void => {
      broken = true;
      hints.wake();
    };
    void source.lost.then(breakOff);
    const active = await soon(
      source.start((look) => {
        queue = queue.then(() => take(look)).catch(breakOff);
      }),
    );
    let goneId: number | null = null;
    async function take(look: Look): Promise<void> {
      const front = await frontOf(source, look.windowId);
      onAnswer();
      if (front === null) become({ kind: "unavailable", error: nobodySays() }, "unknown");
      else {
        const passing = front === "gone" ? passedBy(look.windowId) : null;
        if (passing !== null) await note(source, active, { ...look, front: passing, connected });
        // Its end was not announced by what this look answers.
        const rest = passing === null ? look : { ...look, announcedMs: [] };
        await note(source, active, { ...rest, front: front === "gone" ? nobody : front, connected });
      }
      goneId = front === "gone" ? look.windowId : null;
      connected = true;
      wakeAll(look.askedMs);
    }
    /**
     * The window that is gone already when it is asked whose it is, unless it was told before: an app that dies right when
     * it takes the front has taken it all the same.
     */
    function passedBy(windowId: number | null): Front | null {
      if (windowId === null || windowId === goneId || track === null || track.last.front.windowId === windowId)
        return null;
      const { pid = null, app = null } = source.was(windowId) ?? {};
      return { pid, windowId, app, title: null };
    }
    try {
      active.look();
      while (!closing.signal.aborted) {
        await hints.sleep(periodMs(), closing.signal);
        const since = active.waitingSinceMs;
        // The parts of a loop that other turns of the event loop change are not seen by the checker.
        if (isSet(() => broken) || (since !== null && now() - since > answerLimitMs)) throw new Error("lost");
        active.look();
        if (state.kind === "watching") await options.onTick?.(source, state.track.last.front, now());
      }
    } finally {
      active.stop();
    }
  }

  async function note(source: FrontSource, active: ActiveWatch, seen: Look & { front: Front; connected: boolean }) {
    const step = advance(track, seen, samplePeriodMs);
    if (track === null) past = seen.front.windowId === null ? [] : [seen.front];
    const { change } = step;
    if (change !== null) {
      const evidence = await source.evidence(change);
      // For a moment nobody is in front between a window that closed and the one that takes its place.
      const vacant =
        change.previous.windowId === null && cause === "closed" && change.monotonicMs - changedMs <= vacancyMs;
      cause = causeOf(change, { ...evidence, restoring, ...(vacant && { previousShown: false }) });
      changedMs = change.monotonicMs;
      if (change.front.windowId !== null) past = [...past, change.front].slice(-mostHistory);
      attend(samplePeriodMs, afterChangeMs);
    }
    track = step.track;
    become({ kind: "watching", track, source, active }, "watching");
    if (change !== null && cause !== null) options.onChange({ ...change, cause });
  }

  const running = run();

  async function known(signal: AbortSignal): Promise<State & { kind: "watching" }> {
    if (state.kind === "starting") await orCancelled(settled, signal);
    switch (state.kind) {
      case "starting":
        throw new CodedError("watcher_unavailable");
      case "unavailable":
        throw state.error;
      case "watching":
        return state;
    }
  }

  async function current(signal: AbortSignal): Promise<Reading> {
    const { track: at } = await known(signal);
    return { front: at.last.front, monotonicMs: at.last.answeredMs, blindMs: blindness(at, now()) };
  }

  return {
    current,
    async fresh(signal) {
      const { active } = await known(signal);
      const answered = new Promise<void>((done) => waiting.add({ sinceMs: now(), done }));
      active.look();
      await orCancelled(answered, signal);
      return current(signal);
    },
    source: async (signal) => (await known(signal)).source,
    history: () => past,
    lastCause: () => cause,
    restoring: (target) => (restoring = target),
    attend,
    async close() {
      closing.abort();
      await running;
      become({ kind: "unavailable", error: new CodedError("shutting_down") }, condition ?? "lost");
    },
  };
}

function isSet(flag: () => boolean): boolean {
  return flag();
}

/** What is in front when the window manager calls that window active; null when nobody says, `gone` when it is not there. */
async function frontOf(source: FrontSource, windowId: number | null): Promise<Front | "gone" | null> {
  // A window manager may leave the property out until the first window is active.
  if (windowId === null) return (await source.isManaged()) ? nobody : null;
  if (windowId === 0) return nobody;
  const identity = source.known(windowId) ?? (await source.identify(windowId));
  return identity === null ? "gone" : { windowId, ...identity };
}

/** Fails when `work` takes longer than a server may take to answer. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the X server does not answer")), answerLimitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function orCancelled(work: Promise<void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => reject(new CodedError("cancelled", "The caller gave up before the front app was known."));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void work.then(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
  });
}

function unreachable(): CodedError {
  return new CodedError(
    "watcher_unavailable",
    "The X server cannot be reached or does not answer, so which app is in front is unknown; the watcher keeps trying.",
    { retry: true },
  );
}

function nobodySays(): CodedError {
  return new CodedError(
    "unsupported",
    "No window manager on this display says which window is active (_NET_ACTIVE_WINDOW), so the front app is unknown.",
  );
}
