import { z } from "zod";

/** Text, an object or a list, which the service reads as it stands; null where a label speaks for itself. */
export const entry = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()]);
export type Entry = z.infer<typeof entry>;

export const question = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("noul"),
    instructions: entry.optional(),
    criteria: z.object({ true: entry.optional(), false: entry.optional() }).nullish(),
  }),
  z.object({
    type: z.literal("choice"),
    instructions: entry.optional(),
    criteria: z.record(z.string(), entry).refine((labels) => Object.keys(labels).length > 0, "must not be empty"),
  }),
  z.object({ type: z.literal("score"), instructions: entry.optional(), criteria: z.array(entry).min(1) }),
]);
export type Question = z.infer<typeof question>;

/** A request's body. What else it holds is ignored, as the service does. */
export const requestBody = z.object({
  model: z.string(),
  state: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  questions: z
    .record(z.string(), question)
    .refine((asked) => Object.keys(asked).length > 0, "must hold at least one question"),
});
export type RequestBody = z.infer<typeof requestBody>;
