import { deliveries } from "@beans-picker/shared";
import { z } from "zod";
import { frame } from "./snapshot.js";

export const modifierKeys = ["shift", "cmd", "option", "ctrl"] as const;
export const modifier = z.enum(modifierKeys);
export type Modifier = z.infer<typeof modifier>;

export const scrollDirection = z.enum(["up", "down", "left", "right"]);
export type ScrollDirection = z.infer<typeof scrollDirection>;

const handle = z.int().nonnegative();

/**
 * One thing a back end can be asked to do. `handle` is a node or menu command of the snapshot it is sent with.
 * Text is entered exactly as given, to the code unit.
 */
export const action = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("click"), handle, modifiers: z.array(modifier).optional() }),
  z.object({ kind: z.literal("toggle"), handle, modifiers: z.array(modifier).optional() }),
  z.object({ kind: z.literal("set_value"), handle, text: z.string() }),
  z.object({ kind: z.literal("choose_option"), handle, text: z.string() }),
  z.object({ kind: z.literal("scroll"), handle, direction: scrollDirection }),
  /** Without a handle the key goes to the window's focused control. */
  z.object({ kind: z.literal("key"), handle: handle.optional(), key: z.string() }),
  z.object({ kind: z.literal("menu"), handle }),
]);
export type Action = z.infer<typeof action>;
export type ActionKind = Action["kind"];

/** A refusal by the driver or by a local guard, in one shape whatever shape the driver used. */
export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  /** True when the same call may be tried again after a fresh look. */
  retry: z.boolean(),
});
export type Refusal = z.infer<typeof refusal>;

/** What became of an action: whether it was sent and how. Never a claim about its effect. */
export const performed = z.object({
  delivery: z.enum(deliveries),
  /** The routes tried in order, for example `["accessibility"]` or `["accessibility", "escape"]`. */
  route: z.array(z.string()),
  refusal: refusal.optional(),
  /** What the driver said about the effect. A hint only. */
  hint: z.enum(["confirmed", "partial", "unverifiable", "suspected_noop"]).optional(),
});
export type Performed = z.infer<typeof performed>;

export const windowEntry = z.object({
  windowId: z.int().positive(),
  pid: z.int().positive().nullable(),
  app: z.string(),
  title: z.string(),
  bounds: frame.nullable(),
  onScreen: z.boolean(),
  minimized: z.boolean().nullable(),
  layer: z.int().nullable(),
  /** Higher is nearer to the front; null when unknown. */
  zIndex: z.number().nullable(),
  /** macOS Space numbers, null elsewhere. */
  spaces: z.array(z.int()).nullable(),
  onCurrentSpace: z.boolean().nullable(),
});
export type WindowEntry = z.infer<typeof windowEntry>;

export const appEntry = z.object({
  pid: z.int().positive(),
  name: z.string(),
  bundleId: z.string().nullable(),
  active: z.boolean().nullable(),
});
export type AppEntry = z.infer<typeof appEntry>;
