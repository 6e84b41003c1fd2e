import { deliveries } from "@beans-picker/shared";
import { z } from "zod";
import { candidateResult, failure, foregroundFacts, status } from "../fields.js";

/** As in libs/verification, with roles as plain words: the list of all roles would be most of this schema. */
const changeResult = z.object({
  appeared: z.array(z.string()).optional(),
  disappeared: z.array(z.string()).optional(),
  fieldsChanged: z
    .array(z.object({ role: z.string(), label: z.string(), before: z.string(), after: z.string() }))
    .optional(),
  textsChanged: z.array(z.string()).optional(),
  windowTitle: z.string().optional(),
  more: z.int().optional(),
});

/** What one step of `act` answers. Delivery (was it sent) is reported apart from `status` (did it work). */
export const stepResult = z.object({
  status,
  ...failure,
  delivery: z.enum(deliveries).optional(),
  action: candidateResult.optional(),
  verification: z
    .object({
      snapshots: z.int(),
      exact: z.boolean(),
      evidence: z.string(),
      expected: z.enum(["met", "already", "unmet"]).optional(),
    })
    .optional(),
  change: changeResult.optional(),
  confirm: z.string().optional(),
  candidates: z.array(candidateResult).optional(),
  pick: z.object({ p: z.number(), rule: z.string() }).optional(),
  pNone: z.number().optional(),
  ...foregroundFacts,
});
export type StepResult = z.infer<typeof stepResult>;
