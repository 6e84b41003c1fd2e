import { z } from "zod";
import { role } from "./roles.js";

/** A rectangle in screen coordinates: pixels on Linux, points on macOS. */
export const frame = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Frame = z.infer<typeof frame>;

/** States that were read. A missing key means that the back end could not tell, never "false". */
export const states = z.object({
  enabled: z.boolean(),
  checked: z.union([z.boolean(), z.literal("mixed")]).optional(),
  selected: z.boolean().optional(),
  expanded: z.boolean().optional(),
  focused: z.boolean().optional(),
  showing: z.boolean().optional(),
});
export type States = z.infer<typeof states>;

/**
 * One node of the window's tree, in tree order. `handle` is its number inside this snapshot and the only way to act on
 * it; it means nothing in another snapshot.
 */
export const node = z.object({
  handle: z.int().nonnegative(),
  parent: z.int().nonnegative().nullable(),
  depth: z.number().nonnegative(),
  role,
  /** Name for people and for ranking: trimmed, whitespace collapsed, directional marks removed. "" when there is none. */
  label: z.string(),
  /** The accessible name alone, normalised; "" when the label came from elsewhere (identifier, help, value, row text). */
  rawLabel: z.string(),
  identifier: z.string().optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  /** The value for people, normalised. Absent when the node has none or it could not be read. */
  value: z.string().optional(),
  /** The value as the back end gave it, before normalisation. */
  rawValue: z.string().optional(),
  /** True when `rawValue` is the field's text to the code unit. Only then may equality be claimed. */
  valueExact: z.boolean().optional(),
  states,
  /** Native action names in lower case without prefix (`press`, `click`, `showmenu` …). */
  actions: z.array(z.string()),
  frame: frame.optional(),
  /** Handles of what it controls by its own word: the panel of a tab, the list of a field. Absent when it says nothing. */
  controls: z.array(z.int().nonnegative()).optional(),
  /** True when what was entered is not yet the control's value: a spin button whose text differs from its number. */
  uncommitted: z.boolean().optional(),
  inWeb: z.boolean(),
  /** False for nodes that were seen but cannot be addressed (disabled controls and labels of the driver's Linux tree). */
  operable: z.boolean(),
});
export type SnapshotNode = z.infer<typeof node>;

/** A text a person can read on the window, in reading order. */
export const windowText = z.object({
  /** The node that shows it. */
  handle: z.int().nonnegative(),
  text: z.string(),
  raw: z.string(),
});
export type WindowText = z.infer<typeof windowText>;

/** A command of the menu bar. Its nodes are not part of `nodes`; `handle` addresses it. */
export const menuCommand = z.object({
  handle: z.int().nonnegative(),
  path: z.array(z.string()).min(1),
  enabled: z.boolean(),
  operable: z.boolean(),
  checked: z.boolean().optional(),
  identifier: z.string().optional(),
  /** Keys joined by "+", for example `cmd+shift+z`, when known. */
  shortcut: z.string().optional(),
});
export type MenuCommand = z.infer<typeof menuCommand>;

export const modal = z.object({ handle: z.int().nonnegative(), role, label: z.string() });
export type Modal = z.infer<typeof modal>;

export const windowFacts = z.object({
  pid: z.int().positive(),
  windowId: z.int().positive(),
  app: z.string(),
  title: z.string(),
  bounds: frame.optional(),
  /** Titles of the same app's other ordinary windows. */
  otherWindows: z.array(z.string()),
  /** Whether the app is in front; null when that is unknown. */
  frontmost: z.boolean().nullable(),
});
export type WindowFacts = z.infer<typeof windowFacts>;

/** Why a snapshot does not hold everything, or holds it with less certainty. */
export const incompleteness = z.enum([
  "element_limit",
  "depth_limit",
  "deadline",
  "forged_rows",
  "driver_degraded",
  "no_accessibility",
]);
export type Incompleteness = z.infer<typeof incompleteness>;

export const completeness = z.object({
  complete: z.boolean(),
  reasons: z.array(incompleteness),
  /** How many nodes the window has, when the back end knows. */
  total: z.int().nonnegative().optional(),
});
export type Completeness = z.infer<typeof completeness>;

/** What one look at a window found. The same model for every back end and platform. */
export const snapshot = z.object({
  platform: z.enum(["linux", "macos"]),
  backend: z.string(),
  window: windowFacts,
  nodes: z.array(node),
  texts: z.array(windowText),
  menus: z.array(menuCommand),
  modal: modal.nullable(),
  completeness,
});
export type Snapshot = z.infer<typeof snapshot>;
