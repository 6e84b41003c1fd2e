import { z } from "zod";
import { reads, type Contract } from "../define.js";
import { commonMethods } from "./common.js";

/** The app and window in front. `pid` is null when the window does not say who owns it; all null when none is. */
export const front = z.object({
  pid: z.int().positive().nullable(),
  windowId: z.int().positive().nullable(),
  app: z.string().nullable(),
});
export type Front = z.infer<typeof front>;

export const frontChange = z.object({
  front,
  previous: front,
  /** Milliseconds of a clock that only goes forward, for durations. */
  monotonicMs: z.number(),
  /** Longest time a change could have gone unseen, in milliseconds. */
  blindMs: z.number(),
});
export type FrontChange = z.infer<typeof frontChange>;

export const watcherContract = {
  role: "watcher",
  methods: {
    ...commonMethods,
    "front.current": reads(z.object({}), z.object({ front, blindMs: z.number() })),
  },
  events: { "front.changed": frontChange },
} as const satisfies Contract;
export type WatcherContract = typeof watcherContract;
