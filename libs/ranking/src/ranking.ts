import { candidateFacts, candidateKind } from "@beans-picker/candidates";
import { z } from "zod";

/** One option offered to a ranker. `id` is the candidate's id (or the element's, for `extract`). */
export const rankOption = z.object({
  id: z.string(),
  kind: z.union([candidateKind, z.literal("element")]),
  does: z.string(),
  facts: candidateFacts,
});
export type RankOption = z.infer<typeof rankOption>;

export const rankRequest = z.object({
  instruction: z.string(),
  /** The text to enter, when the options are text kinds. */
  text: z.string().optional(),
  window: z.object({
    app: z.string(),
    title: z.string(),
    modal: z.string().nullable(),
  }),
  options: z.array(rankOption),
});
export type RankRequest = z.infer<typeof rankRequest>;

/** Probabilities are relative to the offered options and "none"; together they sum to 1. */
export const ranking = z.object({
  /** Highest first; every offered option is listed once. */
  ranked: z.array(z.object({ id: z.string(), p: z.number().min(0).max(1) })),
  pNone: z.number().min(0).max(1),
  /** The choice when "none" is not allowed; absent when there are no options. */
  forced: z.string().optional(),
  ranker: z.string(),
});
export type Ranking = z.infer<typeof ranking>;

/** The gate's answer: whether the leader is clear enough to act on. */
export const decision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pick"), id: z.string(), p: z.number(), rule: z.enum(["strict", "agree"]) }),
  z.object({
    outcome: z.literal("ambiguous"),
    shortlist: z.array(z.object({ id: z.string(), p: z.number() })),
  }),
  z.object({
    outcome: z.literal("not_found"),
    pNone: z.number(),
    /** The best of what was there, for a caller who wants to look; at most 5. */
    nearest: z.array(z.object({ id: z.string(), p: z.number() })),
  }),
]);
export type Decision = z.infer<typeof decision>;
