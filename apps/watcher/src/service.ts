import type { Handlers } from "@beans-picker/ipc";
import type { RunningCall, WatcherContract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { samplePeriodMs, type FrontWatch } from "./watch.js";

/** Methods and events this process offers, as `hello` lists them. */
export const capabilities = ["front.current", "front.watch", "front.changed", "calls.note", "calls.changed"] as const;

export interface ServiceParts {
  readonly watch: Pick<FrontWatch, "current">;
  /** Told of every note of running calls. */
  readonly noted: (running: readonly RunningCall[]) => void;
  /** Unix milliseconds of a moment of the clock that only goes forward. */
  readonly wallAt: (monotonicMs: number) => number;
}

export function watcherHandlers({ watch, noted, wallAt }: ServiceParts): Handlers<WatcherContract> {
  return {
    async "front.current"(_params, { signal }) {
      const { front, monotonicMs, blindMs } = await watch.current(signal);
      return { front, focus: null, at: wallAt(monotonicMs), monotonicMs, blindMs };
    },
    async "front.watch"(_params, { signal }) {
      const { front, monotonicMs } = await watch.current(signal);
      const at = wallAt(monotonicMs);
      return { front, at, monotonicMs, sampleMs: samplePeriodMs, blindMs: samplePeriodMs, seesInput: false };
    },
    "calls.note": ({ running }) => {
      noted(running);
      return Promise.resolve({});
    },
    "front.restore": notHere,
    "lock.state": () => Promise.reject(new CodedError("screen_lock_unavailable")),
    "text.exact": notHere,
    "menu.keys": notHere,
    "record.start": notHere,
    "record.stop": () => Promise.reject(new CodedError("recording_not_found")),
    permissions: notHere,
  };
}

function notHere(): Promise<never> {
  return Promise.reject(new CodedError("unsupported", "This watcher cannot do that; nothing was done."));
}
