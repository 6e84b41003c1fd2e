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
 * True when a person or the caller agreed to what may not be undoable. Without it a back end that finds such a control only while it
 * acts, in a pop-up or where a drag ends, refuses with `needs_confirmation`.
 */
const confirmed = z.boolean().optional();

/** Where a drag ends: on a control, or this many pixels of the window's own picture away from where it starts. */
export const dragEnd = z.union([
  z.object({ handle }),
  z.object({ dx: z.int().min(-100_000).max(100_000), dy: z.int().min(-100_000).max(100_000) }),
]);
export type DragEnd = z.infer<typeof dragEnd>;

/** One key of an on-screen keypad: the character or name it enters, and the button that does. */
export const keypadKey = z.object({ key: z.string(), handle });
export type KeypadKey = z.infer<typeof keypadKey>;

/** More presses than this are no sum that anybody types. */
export const mostKeypadKeys = 200;

/** More pages than this are asked for by mistake; a bar can be put anywhere at once. */
export const mostPages = 50;

/**
 * One thing a back end can be asked to do. `handle` is a node or menu command of the snapshot it is sent with.
 * Text is entered exactly as given, to the code unit.
 */
export const action = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("click"), handle, modifiers: z.array(modifier).optional(), confirmed }),
  z.object({ kind: z.literal("toggle"), handle, modifiers: z.array(modifier).optional() }),
  z.object({ kind: z.literal("set_value"), handle, text: z.string() }),
  /** Puts the text in where the caret is, in place of what is selected. */
  z.object({ kind: z.literal("type_into"), handle, text: z.string() }),
  /** Puts the text in after the last character. */
  z.object({ kind: z.literal("append"), handle, text: z.string() }),
  z.object({ kind: z.literal("choose_option"), handle, text: z.string(), confirmed }),
  z.object({ kind: z.literal("context_menu"), handle }),
  /** Makes a row, list item or the like the only selected one. */
  z.object({ kind: z.literal("select"), handle }),
  /** Shows or hides what is folded into a tree row or the like. */
  z.object({ kind: z.literal("expand"), handle, expanded: z.boolean() }),
  /** By so many pages, one if it is not said. The unit is never changed: what cannot be moved by pages is refused. */
  z.object({
    kind: z.literal("scroll"),
    handle,
    direction: scrollDirection,
    pages: z.int().min(1).max(mostPages).optional(),
  }),
  /** Puts a scroll bar at a place between its start (0) and its end (1). */
  z.object({ kind: z.literal("scroll_to"), handle, position: z.number().min(0).max(1) }),
  /** Without a handle the key goes to the window's focused control. */
  z.object({ kind: z.literal("key"), handle: handle.optional(), key: z.string() }),
  z.object({ kind: z.literal("menu"), handle }),
  /** Presses buttons of the window one after the other. */
  z.object({ kind: z.literal("keypad"), keys: z.array(keypadKey).max(mostKeypadKeys) }),
  z.object({ kind: z.literal("drag"), handle, to: dragEnd, confirmed }),
]);
export type Action = z.infer<typeof action>;
export type ActionKind = Action["kind"];

/** The actions that enter or choose the caller's text. */
export type TextAction = Extract<Action, { text: string }>;

/** Handles of everything that the action touches, the target first. */
export function handlesOf(one: Action): number[] {
  switch (one.kind) {
    case "keypad":
      return one.keys.map((key) => key.handle);
    case "drag":
      return "handle" in one.to ? [one.handle, one.to.handle] : [one.handle];
    case "key":
      return one.handle === undefined ? [] : [one.handle];
    default:
      return [one.handle];
  }
}

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
