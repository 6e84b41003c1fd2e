import { z } from "zod";
import { toolkits } from "./lanes.js";

/** What one process of the bench does. */
export const part = z.object({
  toolkit: z.enum(toolkits),
  seed: z.int(),
  /** Windows at a time. */
  lanes: z.int().positive(),
  /** Cases are numbered; this process does every `step`th from `first` on, but those already `known`. */
  first: z.int().nonnegative(),
  step: z.int().positive(),
  known: z.array(z.int()),
});
export type Part = z.infer<typeof part>;
