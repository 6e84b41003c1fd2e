import { z } from "zod";
import { acts, reads } from "../define.js";

/** An unguessable word that marks who may use a snapshot. Minted by the gateway, one per client session. */
export const owner = z.string().min(22).max(128);

export const snapshotId = z.string().min(1).max(64);

export const helloParams = z.object({
  role: z.string(),
  version: z.object({ major: z.int(), minor: z.int() }),
  build: z.string(),
});

export const helloResult = z.object({
  role: z.string(),
  version: z.object({ major: z.int(), minor: z.int() }),
  build: z.string(),
  pid: z.int().positive(),
  /** Names of methods and optional features this process offers. */
  capabilities: z.array(z.string()),
});
export type Hello = z.infer<typeof helloResult>;

/** Methods every process answers. `cancel` names the id of an earlier call of the same connection. */
export const commonMethods = {
  hello: reads(helloParams, helloResult),
  cancel: acts(z.object({ call: z.int().nonnegative() }), z.object({ known: z.boolean() })),
};
