import { CodedError } from "@beans-picker/shared";

/** First come, first served, one at a time. A call that is cancelled while it waits is refused at once and never runs. */
export interface Queue {
  run<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T>;
  /** Nothing runs and nothing waits. */
  readonly idle: boolean;
  /** Refuses new and waiting calls with `shutting_down`; resolves when the running one has ended. */
  close(): Promise<void>;
}

export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve();
  let members = 0;
  const closing = new AbortController();
  return {
    async run(signal, body) {
      // Before anything else, so that calls keep the order in which they were made.
      const before = tail;
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      tail = before.then(() => left);
      members += 1;
      try {
        await turn(before, signal, closing.signal);
        return await body();
      } finally {
        members -= 1;
        leave();
      }
    },
    get idle() {
      return members === 0;
    },
    async close() {
      closing.abort();
      await tail;
    },
  };
}

/** Resolves when it is the caller's turn, rejects as soon as the call is not wanted any more. */
async function turn(before: Promise<unknown>, cancelled: AbortSignal, closed: AbortSignal): Promise<void> {
  const either = AbortSignal.any([cancelled, closed]);
  let giveUp = (): void => undefined;
  const unwanted = new Promise<void>((resolve) => (giveUp = resolve));
  either.addEventListener("abort", giveUp, { once: true });
  if (!either.aborted) await Promise.race([before, unwanted]);
  either.removeEventListener("abort", giveUp);
  if (closed.aborted) throw new CodedError("shutting_down");
  if (cancelled.aborted) throw new CodedError("cancelled", undefined, { delivery: "not_delivered" });
}

/** One queue for each key: calls of the same key run one after the other, calls of different keys side by side. */
export interface Lanes {
  run<T>(key: string, signal: AbortSignal, body: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createLanes(): Lanes {
  const queues = new Map<string, Queue>();
  let closed = false;
  return {
    async run(key, signal, body) {
      if (closed) throw new CodedError("shutting_down");
      const queue = queues.get(key) ?? createQueue();
      queues.set(key, queue);
      try {
        return await queue.run(signal, body);
      } finally {
        if (queue.idle && queues.get(key) === queue) queues.delete(key);
      }
    },
    async close() {
      closed = true;
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
