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

/** An editable field of the window, for rankers that weigh the whole screen. Secure fields are listed without a value. */
export const rankField = z.object({ role: z.string(), label: z.string(), value: z.string().optional() });

export const rankRequest = z.object({
  instruction: z.string(),
  /** The text to enter, when the options are text kinds. */
  text: z.string().optional(),
  /** What the answer is for: a control to act on (when absent), a list to look at, or an element to read. */
  purpose: z.enum(["act", "observe", "extract"]).optional(),
  window: z.object({
    app: z.string(),
    title: z.string(),
    modal: z.string().nullable(),
    /** What a person reads on the window, line by line. */
    screenText: z.array(z.string()).optional(),
    fields: z.array(rankField).optional(),
    /** Titles of the app's other windows. */
    others: z.array(z.string()).optional(),
  }),
  /** What was done on this window before, oldest first, each in one line. */
  history: z.array(z.string()).optional(),
  options: z.array(rankOption),
});
export type RankRequest = z.infer<typeof rankRequest>;

/** What an answer cost. `inputTokens` is null when the service did not say: unknown is not nothing. */
export const rankUsage = z.object({
  requests: z.int().nonnegative(),
  inputTokens: z.number().nonnegative().nullable(),
});
export type RankUsage = z.infer<typeof rankUsage>;

/** Probabilities are relative to the offered options and "none"; together they sum to 1. */
export const ranking = z.object({
  /** Highest first; every offered option is listed once. */
  ranked: z.array(
    z.object({
      id: z.string(),
      p: z.number().min(0).max(1),
      /** What decided, strongest first, where the ranker can tell: the name of a feature and how much it moved the score. */
      because: z.array(z.object({ feature: z.string(), by: z.number() })).optional(),
    }),
  ),
  pNone: z.number().min(0).max(1),
  /** The choice when "none" is not allowed; absent when there are no options, or when it was not asked for. */
  forced: z.string().optional(),
  /** Calibrated chance that the leader is right, when the ranker has one. Shares are relative; this is not. */
  confidence: z.number().min(0).max(1).optional(),
  /** Key of the calibration that the gate uses: each back end has its own. */
  ranker: z.string(),
  /** Another ranker, asked separately, that led with the same option. */
  agreed: z.string().optional(),
  /** Code of the back end that should have been asked and could not answer; this answer is the one without it. */
  without: z.string().optional(),
  usage: rankUsage.optional(),
});
export type Ranking = z.infer<typeof ranking>;

/** `remembered`: the same instruction led to a verified `done` on this option before. */
export const pickRule = z.enum(["strict", "agree", "remembered"]);
export type PickRule = z.infer<typeof pickRule>;

/** The gate's answer: whether the leader is clear enough to act on. */
export const decision = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("pick"), id: z.string(), p: z.number(), rule: pickRule }),
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
