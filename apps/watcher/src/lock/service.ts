import type { Handlers } from "@beans-picker/ipc";
import type { LockState, WatcherContract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { waker } from "../waker.js";
import type { LockReader } from "./reader.js";

export interface LockParts {
  readonly lock: Pick<LockReader, "state">;
}

export function lockHandlers({ lock }: LockParts): Pick<Handlers<WatcherContract>, "lock.state"> {
  return { "lock.state": (_params, { signal }) => lock.state(signal) };
}

/** A look besides those at signals, in milliseconds: what locks the screen may come up without telling anybody. */
const lookMs = 5_000;

/** Tells of each time the screen gets locked or unlocked. */
export function followLock(
  state: (signal: AbortSignal) => Promise<LockState>,
  onChange: (state: LockState) => void,
): { news(): void; close(): Promise<void> } {
  const hints = waker();
  const closing = new AbortController();
  const running = (async () => {
    let last: boolean | undefined;
    while (!closing.signal.aborted) {
      const now = await state(closing.signal).catch((error: unknown) => {
        if (error instanceof CodedError || closing.signal.aborted) return undefined;
        throw error;
      });
      if (now !== undefined) {
        if (last !== undefined && now.locked !== last) onChange(now);
        last = now.locked;
      }
      await hints.sleep(lookMs, closing.signal);
    }
  })();
  return {
    news: () => hints.wake(),
    async close() {
      closing.abort();
      await running.catch(() => undefined);
    },
  };
}
