import { frame } from "@beans-picker/desktop";
import { statuses, type Status } from "@beans-picker/shared";
import { z } from "zod";
import { limits } from "./limits.js";

const statusNames = Object.keys(statuses).filter((name): name is Status => Object.hasOwn(statuses, name));

/** Arguments that several tools share. */
export const appName = z.string().min(1).max(255).describe("App name or bundle id; started in the background if needed");
export const pid = z.int().min(1);
export const windowId = z.int().min(1);
export const target = { app: appName.optional(), pid: pid.optional(), windowId: windowId.optional() };
export const instruction = z.string().min(1).max(limits.instructionUnits);

/** Parts of results that several tools share. */
export const status = z.enum(statusNames);
export const failure = { code: z.string().optional(), message: z.string().optional() };

export const windowResult = z.object({
  app: z.string(),
  pid: z.int(),
  windowId: z.int(),
  title: z.string(),
  modal: z.string().optional(),
  otherWindows: z.array(z.string()).optional(),
  /** Reasons why the list of controls is not whole. */
  incomplete: z.array(z.string()).optional(),
});
export type WindowResult = z.infer<typeof windowResult>;

export const candidateResult = z.object({
  id: z.string(),
  kind: z.string(),
  does: z.string(),
  value: z.string().optional(),
  needsText: z.boolean().optional(),
  destructive: z.boolean().optional(),
  shortcut: z.string().optional(),
  p: z.number().optional(),
});
export type CandidateResult = z.infer<typeof candidateResult>;

export const foregroundEntry = z.object({
  pid: z.int().nullable(),
  during: z.string(),
  at: z.string(),
  restored: z.boolean(),
});
export type ForegroundEntry = z.infer<typeof foregroundEntry>;

export const windowListEntry = z.object({
  windowId: z.int(),
  pid: z.int().nullable(),
  app: z.string(),
  title: z.string().optional(),
  bounds: frame.nullable(),
  onScreen: z.boolean(),
  minimized: z.boolean().nullable(),
  zIndex: z.number().nullable(),
  spaces: z.array(z.int()).nullable(),
});
export type WindowListEntry = z.infer<typeof windowListEntry>;
