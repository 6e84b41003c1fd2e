import { z } from "zod";

/** What the owner asks of the guard, as its only argument. */
export const guardOrder = z.object({
  /** Directory in which the sandbox makes its own, short enough for socket paths. */
  base: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  depth: z.int().positive(),
  windowManager: z.boolean(),
  deadlineMs: z.number().positive(),
});
export type GuardOrder = z.infer<typeof guardOrder>;

/** The one line the guard writes to its standard output. */
export const guardReport = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("ready"),
    id: z.string(),
    dir: z.string(),
    display: z.string(),
    env: z.record(z.string(), z.string()),
  }),
  z.object({ status: z.literal("failed"), code: z.enum(["start_failed", "start_timeout"]), message: z.string() }),
]);
export type GuardReport = z.infer<typeof guardReport>;
