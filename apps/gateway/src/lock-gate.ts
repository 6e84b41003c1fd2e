import type { WatcherContract } from "@beans-picker/protocol";
import { CodedError, timeLimit } from "@beans-picker/shared";
import type { Port } from "./context.js";
import { deadlines } from "./limits.js";

/** The watcher, with what it can do on this platform. */
export interface WatcherPort extends Port<WatcherContract["methods"]> {
  /** Names of methods it offers, as its hello says; rejects while it is not there. */
  capabilities(signal?: AbortSignal): Promise<readonly string[]>;
}

/** Refuses a call while the screen is locked. */
export type LockGate = (effects: "reads" | "acts" | "opens", signal: AbortSignal) => Promise<void>;

/**
 * A locked screen is left alone: nothing is read and nothing is done. Where nothing can tell (no such capability, or a
 * watcher that never was there) calls go on; once it could be told, not knowing any more refuses the call. Either way the
 * call knows within `deadlines.watcherStart` and `deadlines.lock`, also when the watcher does not answer or dies while it
 * is asked.
 */
export function createLockGate(watcher: WatcherPort): LockGate {
  let told = false;
  return async (effects, signal) => {
    try {
      const starting = timeLimit(deadlines.watcherStart, signal);
      if (!(await watcher.capabilities(starting)).includes("lock.state")) return;
      told = true;
      const { locked } = await watcher.call("lock.state", {}, { deadlineMs: deadlines.lock, signal });
      if (!locked) return;
    } catch (error) {
      if (signal.aborted) throw new CodedError("cancelled", undefined, { delivery: "not_delivered" });
      if (!told) return;
      throw error instanceof CodedError && error.code === "shutting_down"
        ? error
        : new CodedError("screen_lock_unavailable");
    }
    throw new CodedError(
      "screen_locked",
      `The screen is locked; nothing was ${effects === "reads" ? "read" : "done"}.`,
    );
  };
}
