import { frame } from "@beans-picker/desktop";
import { isStatus, scrubText, statuses } from "@beans-picker/shared";
import { z } from "zod";
import { limits } from "./limits.js";

const statusNames = Object.keys(statuses).filter(isStatus);

/** Arguments that several tools share. */
export const appName = z
  .string()
  .min(1)
  .max(255)
  .describe("App name or bundle id; started in the background if needed");
export const pid = z.int().min(1);
export const windowId = z.int().min(1);
export const target = { app: appName.optional(), pid: pid.optional(), windowId: windowId.optional() };
export const instruction = z.string().min(1).max(limits.instructionUnits);

/** Text for an app. Half of a surrogate pair is no character and would arrive as another one. */
export const enteredText = z
  .string()
  .max(limits.textUnits)
  .refine((text) => scrubText(text) === text, "Invalid text: half of a surrogate pair");

/** Parts of results that several tools share. `status` is act's; other tools have fewer outcomes. */
export const status = z.enum(statusNames).meta({ id: "status" });
export const failure = { code: z.string().optional(), message: z.string().optional() };

export const windowResult = z
  .object({
    app: z.string(),
    pid: z.int(),
    windowId: z.int(),
    title: z.string(),
    modal: z.string().optional(),
    otherWindows: z.array(z.string()).optional(),
    /** Reasons why the list of controls is not whole. */
    incomplete: z.array(z.string()).optional(),
  })
  .meta({ id: "window" });
export type WindowResult = z.infer<typeof windowResult>;

export const candidateResult = z
  .object({
    id: z.string(),
    kind: z.string().optional(),
    does: z.string(),
    value: z.string().optional(),
    needsText: z.boolean().optional(),
    destructive: z.boolean().optional(),
    shortcut: z.string().optional(),
    p: z.number().optional(),
    /** Only on an action that was sent: the routes tried, in order. */
    route: z.array(z.string()).optional(),
  })
  .meta({ id: "candidate" });
export type CandidateResult = z.infer<typeof candidateResult>;

export const foregroundEntry = z.object({
  pid: z.int().nullable(),
  during: z.string(),
  at: z.string(),
  restored: z.boolean(),
});
export type ForegroundEntry = z.infer<typeof foregroundEntry>;

/** What an answer says of apps that came to the front during its call. */
export const foregroundFacts = {
  foreground: z.array(foregroundEntry).optional(),
  foregroundTruncated: z.boolean().optional(),
  /** The watcher was not there, so an activation could have gone unseen. */
  frontUnwatched: z.boolean().optional(),
};

/** What is unknown is left out. */
export const windowListEntry = z.object({
  windowId: z.int(),
  pid: z.int().optional(),
  app: z.string(),
  title: z.string().optional(),
  bounds: frame.optional(),
  onScreen: z.boolean(),
  minimized: z.boolean().optional(),
  zIndex: z.number().optional(),
  spaces: z.array(z.int()).optional(),
});
export type WindowListEntry = z.infer<typeof windowListEntry>;
