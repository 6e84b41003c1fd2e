import type { Handlers } from "@beans-picker/ipc";
import type { Front, WatcherContract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { restoreFront } from "../restore.js";
import { type FrontWatch, samplePeriodMs } from "../watch.js";

/** How long a restore accounts for the change it makes, in milliseconds. */
const restoringMs = 500;
/** How long before a restore begins a person's press can have crossed the steal that it undoes, in milliseconds. */
const crossedMs = 300;
/** How long a request for attention holds, in milliseconds; it is repeated by those who go on watching. */
export const attentionMs = 60_000;

type FrontMethods = "front.current" | "front.watch" | "front.restore";

export interface FrontParts {
  readonly watch: FrontWatch;
  readonly focus: { now(): WatcherFocus };
  readonly now: () => number;
  /** Unix milliseconds of a moment of the clock that only goes forward. */
  readonly wallAt: (monotonicMs: number) => number;
}
type WatcherFocus = { pid: number | null; windowId: number | null; role: string | null } | null;

/** Who is in front, and putting the previous app back. */
export function frontHandlers({
  watch,
  focus,
  now,
  wallAt,
}: FrontParts): Pick<Handlers<WatcherContract>, FrontMethods> {
  return {
    async "front.current"(_params, { signal }) {
      const { front, monotonicMs, blindMs } = await watch.current(signal);
      return { front, focus: focus.now(), at: wallAt(monotonicMs), monotonicMs, blindMs };
    },
    async "front.watch"({ sampleMs = samplePeriodMs }, { signal }) {
      watch.attend(sampleMs, attentionMs);
      const { front, monotonicMs } = await watch.fresh(signal);
      const { seesInput } = await watch.source(signal);
      const at = wallAt(monotonicMs);
      return { front, at, monotonicMs, sampleMs, blindMs: Math.max(sampleMs, samplePeriodMs), seesInput };
    },
    async "front.restore"({ from, to, evenPerson }, { signal }) {
      if (to?.pid != null && from.includes(to.pid)) {
        throw new CodedError(
          "bad_arguments",
          "The app to put in front is one of those that must not be; nothing was done.",
        );
      }
      const source = await watch.source(signal);
      const front = async (): Promise<Front> => (await watch.fresh(signal)).front;
      const beganAt = now();
      const before = await front();
      return restoreFront(
        {
          front,
          windowOf: (target) => source.windowOf(target),
          // A caller who insists wants it back whatever the person chose.
          chosen: async () => (evenPerson === true ? null : source.chosenSince(beganAt - crossedMs)),
          pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          async activate(windowId) {
            const known = watch.history().findLast((one) => one.windowId === windowId);
            watch.restoring({ pid: known?.pid ?? null, windowId, untilMs: now() + restoringMs });
            await source.activate(windowId, before.windowId);
          },
        },
        {
          from,
          to: to ?? null,
          history: watch.history(),
          byPerson: watch.lastCause() === "person",
          evenPerson: evenPerson ?? false,
        },
      );
    },
  };
}
