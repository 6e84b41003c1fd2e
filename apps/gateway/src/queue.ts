import { CodedError } from "@beans-picker/shared";

/**
 * First come, first served, one at a time: two actions never interleave on the desktop. A call that is cancelled while
 * it waits never runs; one that is cancelled while it runs is waited for, since its action may be out already.
 */
export interface Queue {
  run<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T>;
  /** Refuses new and waiting calls with `shutting_down`; resolves when the running one has ended. */
  close(): Promise<void>;
}

export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    run(signal, body) {
      const result = tail.then(() => {
        if (closed) throw new CodedError("shutting_down");
        if (signal.aborted) throw new CodedError("cancelled");
        return body();
      });
      tail = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      await tail;
    },
  };
}
