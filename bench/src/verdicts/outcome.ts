import { candidateKind } from "@beans-picker/candidates";
import { effects } from "@beans-picker/verification";
import { z } from "zod";
import { faultNames } from "./faults.js";

/** Which case it was: the same seed, app and number give the same case. */
const asked = { app: z.string(), at: z.int().nonnegative(), deed: z.string(), fault: z.enum(faultNames) };

/** One verdict beside what the app recorded. */
export const outcome = z.object({
  ...asked,
  kind: candidateKind,
  effect: z.enum(effects),
  evidence: z.string(),
  /** Whether the right thing had happened when the verdict was given, and for states and texts still stood at the end. */
  right: z.boolean(),
  /** Whether it happened only after the verdict. */
  late: z.boolean(),
  tookMs: z.number(),
});
export type Outcome = z.infer<typeof outcome>;

/** Why a case gave no verdict. */
export const skipped = z.object({ ...asked, skipped: z.string() });
export type Skipped = z.infer<typeof skipped>;

export const report = z.union([outcome, skipped]);
export type Report = z.infer<typeof report>;
