import { deliveries } from "@beans-picker/shared";
import { z } from "zod";

/** Largest frame either side sends or accepts, in bytes, unless configured otherwise. */
export const defaultMaxFrameBytes = 8 * 1024 * 1024;

/** Version number carried by every frame: the major number of the protocol. */
export const envelopeVersion = 1;

const v = z.literal(envelopeVersion);
const id = z.int().nonnegative();

export const wireError = z.object({
  code: z.string().min(1).max(128),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  delivery: z.enum(deliveries).optional(),
  retry: z.boolean().optional(),
});
export type WireError = z.infer<typeof wireError>;

/** `deadlineMs` is how long the caller will wait from now, in milliseconds. */
export const requestFrame = z.object({
  v,
  id,
  method: z.string().min(1).max(128),
  params: z.unknown(),
  deadlineMs: z.int().positive().max(3_600_000),
  trace: z.string().max(256).optional(),
});
export type RequestFrame = z.infer<typeof requestFrame>;

export const replyFrame = z.discriminatedUnion("ok", [
  z.object({ v, id, ok: z.literal(true), result: z.unknown() }),
  z.object({ v, id, ok: z.literal(false), error: wireError }),
]);
export type ReplyFrame = z.infer<typeof replyFrame>;

/** `seq` counts the events of one publisher from 1, all topics together, so a subscriber sees a gap. `at` is Unix ms. */
export const eventFrame = z.object({
  v,
  topic: z.string().min(1).max(128),
  seq: z.int().positive(),
  at: z.number(),
  data: z.unknown(),
});
export type EventFrame = z.infer<typeof eventFrame>;
