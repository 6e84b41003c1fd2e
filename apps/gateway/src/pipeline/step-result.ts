import { change as changeFacts } from "@beans-picker/verification";
import { deliveries } from "@beans-picker/shared";
import { z } from "zod";
import { candidateResult, failure, foregroundEntry, status } from "../fields.js";

/** What one step of `act` answers. Delivery (was it sent) is reported apart from `status` (did it work). */
export const stepResult = z.object({
  status,
  ...failure,
  delivery: z.enum(deliveries).optional(),
  action: candidateResult.extend({ route: z.array(z.string()).optional() }).optional(),
  verification: z.object({ snapshots: z.int(), exact: z.boolean(), evidence: z.string() }).optional(),
  change: changeFacts.optional(),
  candidates: z.array(candidateResult).optional(),
  pick: z.object({ p: z.number(), rule: z.string() }).optional(),
  pNone: z.number().optional(),
  foreground: z.array(foregroundEntry).optional(),
  foregroundTruncated: z.boolean().optional(),
  frontUnwatched: z.boolean().optional(),
});
export type StepResult = z.infer<typeof stepResult>;
