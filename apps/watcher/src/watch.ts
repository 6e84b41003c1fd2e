import type { Front } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { advance, blindness, type Change, type Track } from "./changes.js";
import { waker } from "./waker.js";

/** Something that knows the front app for as long as its connection lasts. */
export interface FrontSource {
  /** Null when nobody says which window is in front. Rejects when the connection is lost. */
  read(): Promise<Front | null>;
  /** Calls `listener` when the front app may have changed. */
  onHint(listener: () => void): Promise<void>;
  close(): void;
}

export interface WatchOptions {
  /** Connects; `signal` carries the deadline. A {@link CodedError} means that no try can succeed. */
  open(signal: AbortSignal): Promise<FrontSource>;
  onChange(change: Change): void;
  /** Told each time the watch gets from one condition into another. */
  onCondition(condition: Condition): void;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/**
 * `watching`: the front app is known; `unknown`: connected, but nobody says which it is; `lost`: not connected, trying
 * again; `unsupported`: there is nothing to connect to and never will be in this process.
 */
export type Condition = "watching" | "unknown" | "lost" | "unsupported";

export interface FrontWatch {
  /** The latest reading. Rejects with `watcher_unavailable` or `unsupported` when there is none; waits for the first. */
  current(signal: AbortSignal): Promise<{ front: Front; monotonicMs: number; blindMs: number }>;
  close(): Promise<void>;
}

/**
 * Time between two looks, in milliseconds. Every change that the window manager announces is looked at at once; this is
 * the bound for one that is not announced. Twenty looks a second took 1.0 to 1.7 % of a core of a busy two-core machine,
 * fifty took 2.3 to 3.0 %.
 */
export const samplePeriodMs = 50;

/** A server that has not answered for this long (another client can lock it) is taken for lost, in milliseconds. */
export const answerLimitMs = 2_000;

/** Pause before the first and the longest before any later try to connect, in milliseconds. */
export const retryMs = { first: 200, longest: 5_000 } as const;

type State =
  | { readonly kind: "starting" }
  | { readonly kind: "watching"; readonly track: Track }
  | { readonly kind: "unavailable"; readonly error: CodedError };

/** Watches the front app until closed, connecting again whenever the source is lost. */
export function watchFront(options: WatchOptions): FrontWatch {
  const closing = new AbortController();
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  let state: State = { kind: "starting" };
  let condition: Condition | undefined;
  /** Kept over a lost connection, so that a change made meanwhile is still reported, with how long nobody looked. */
  let track: Track | null = null;

  function become(next: State, found: Condition): void {
    state = next;
    settle();
    if (found === condition) return;
    condition = found;
    options.onCondition(found);
  }

  async function run(): Promise<void> {
    let delay: number = retryMs.first;
    while (!closing.signal.aborted) {
      try {
        const source = await options.open(AbortSignal.any([closing.signal, AbortSignal.timeout(answerLimitMs)]));
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

  async function sample(source: FrontSource, onAnswer: () => void): Promise<void> {
    const hints = waker();
    await within(source.onHint(() => hints.wake()));
    while (!closing.signal.aborted) {
      const askedMs = options.now();
      const front = await within(source.read());
      onAnswer();
      if (front === null) become({ kind: "unavailable", error: nobodySays() }, "unknown");
      else take(front, askedMs);
      await hints.sleep(samplePeriodMs, closing.signal);
    }
  }

  function take(front: Front, askedMs: number): void {
    const step = advance(track, { front, askedMs, answeredMs: options.now() }, samplePeriodMs);
    track = step.track;
    become({ kind: "watching", track }, "watching");
    if (step.change !== null) options.onChange(step.change);
  }

  const running = run();
  return {
    async current(signal) {
      if (state.kind === "starting") await orCancelled(settled, signal);
      switch (state.kind) {
        case "starting":
          throw new CodedError("watcher_unavailable");
        case "unavailable":
          throw state.error;
        case "watching":
          return {
            front: state.track.last.front,
            monotonicMs: state.track.last.answeredMs,
            blindMs: blindness(state.track, options.now()),
          };
      }
    },
    async close() {
      closing.abort();
      await running;
      state = { kind: "unavailable", error: new CodedError("shutting_down") };
    },
  };
}

/** Fails when `work` takes longer than a server may take to answer. */
async function within<T>(work: Promise<T>): Promise<T> {
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
