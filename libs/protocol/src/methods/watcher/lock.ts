import { z } from "zod";
import { moment } from "./front.js";

/**
 * Whether the screen is locked, and which part of the system says so (`logind`, the bus name of a screen saver, `session`
 * on macOS). `by` is empty when nothing that could lock the screen runs; the screen is then not locked.
 */
export const lockState = z.object({ locked: z.boolean(), by: z.array(z.string().max(64)).max(16) });
export type LockState = z.infer<typeof lockState>;

export const lockChange = z.object({ locked: z.boolean(), by: z.array(z.string().max(64)).max(16), ...moment });
export type LockChange = z.infer<typeof lockChange>;
