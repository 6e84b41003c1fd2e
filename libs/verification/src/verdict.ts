import { role } from "@beans-picker/desktop";
import { z } from "zod";

/** What happened, judged from snapshots alone. `done` needs evidence tied to the target. */
export const effects = ["done", "unverified", "no_effect", "mismatch"] as const;
export const effect = z.enum(effects);
export type Effect = z.infer<typeof effect>;

export const fieldChange = z.object({
  role,
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** What is different on the window after an action; lists are cut as stated on each. */
export const change = z.object({
  /** Names of controls and windows, at most 12. */
  appeared: z.array(z.string()).optional(),
  disappeared: z.array(z.string()).optional(),
  /** At most 4. */
  fieldsChanged: z.array(fieldChange).optional(),
  /** New texts, at most 6. */
  textsChanged: z.array(z.string()).optional(),
  windowTitle: z.string().optional(),
});
export type Change = z.infer<typeof change>;

export const verdict = z.object({
  effect,
  /** Why, in one sentence without screen text beyond what `change` lists. */
  evidence: z.string(),
  /** How many snapshots were taken to judge. */
  snapshots: z.int().nonnegative(),
  /** True when the verdict rests on an exact reading of the target's value. */
  exact: z.boolean(),
  /** For a text that is not the wanted one: what was to be entered and what is held, each cut to 120 UTF-16 units. */
  texts: z.object({ wanted: z.string(), held: z.string() }).optional(),
  change,
});
export type Verdict = z.infer<typeof verdict>;
