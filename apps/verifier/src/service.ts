import { setTimeout as delay } from "node:timers/promises";
import type { CallContext, Handlers } from "@beans-picker/ipc";
import type { VerifierContract } from "@beans-picker/protocol";
import { begin, type Watch } from "@beans-picker/verification";
import { judgeInTime } from "./judging.js";
import type { LookLimits } from "./limits.js";
import { lookAt, type Desktop, type IsRunning } from "./look.js";
import { isOutdated, untilChange } from "./until-change.js";
import type { Watches } from "./watches.js";

/** What this process offers, as `hello` lists it. */
export const capabilities = ["watch.begin", "watch.judge", "watch.drop"] as const;

/**
 * Longest time one look may take, in milliseconds. A window of thousands of controls takes one or two seconds; a desktop
 * process that was lost is waited for as long.
 */
const longestLookMs = 8_000;

/** Kept free of a call's time for the answer to travel, in milliseconds. */
const answerMs = 250;

export interface VerifierParts {
  readonly desktop: Desktop;
  readonly watches: Watches;
  /** Fails when the configuration is wrong: before the action, so that nothing is sent that cannot be verified. */
  readonly limits: () => LookLimits;
  readonly now: () => number;
  readonly isRunning: IsRunning;
}

export function verifierHandlers(parts: VerifierParts): Handlers<VerifierContract> {
  const { desktop, watches } = parts;
  return {
    async "watch.begin"({ owner, snapshotId, action }, { signal, deadlineMs }) {
      parts.limits();
      const { snapshot } = await desktop.call("snapshot.read", { owner, snapshotId }, { deadlineMs, signal });
      return { watchId: watches.add(owner, begin(snapshot, action)) };
    },
    "watch.judge": async ({ owner, watchId }, context) => judgeFor(owner, watches.take(owner, watchId), parts, context),
    "watch.drop": ({ owner, watchId }) => {
      watches.take(owner, watchId);
      return Promise.resolve({});
    },
  };
}

function judgeFor(owner: string, watch: Watch, parts: VerifierParts, { signal, deadlineMs }: CallContext) {
  const { desktop, now } = parts;
  const { pid, windowId, title, otherWindows } = watch.before.window;
  const namesakes = otherWindows.filter((other) => other === title).length;
  const { budgetMs, mostLooks } = parts.limits();
  const endMs = now() + deadlineMs - answerMs;
  const left = (): number => Math.max(endMs - now(), 1);
  const sleep = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal }).catch(() => {
      signal.throwIfAborted();
    });
  return judgeInTime(
    watch,
    // Half of a short call's time stays for the last look itself.
    { budgetMs: Math.min(budgetMs, left() / 2), mostLooks },
    {
      now,
      look: () =>
        lookAt(desktop, { owner, pid, windowId, title, namesakes }, parts.isRunning, {
          deadlineMs: Math.min(longestLookMs, left()),
          signal,
        }),
      sleep,
      outdated: async (sight) => left() > answerMs && (await isOutdated(desktop, owner, sight, signal)),
      untilChange: (sight, ms) => untilChange(desktop, owner, sight, ms, { signal, sleep, now }),
    },
  );
}
