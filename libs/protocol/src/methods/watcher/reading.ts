import { z } from "zod";

const pid = z.int().positive();

/** Most fields of one answer, and how deep below a window they are looked for. */
export const exactTextLimits = { fields: 200, depth: 25 } as const;

export const textParams = z.object({
  pid,
  /** Only this window; without it all windows of the process. */
  windowId: z.int().positive().optional(),
});

/** One field as it is, untrimmed and whole. Secure fields, and what lies inside of a field, are never in the answer. */
export const exactField = z.object({
  /** Title of its window. */
  window: z.string(),
  /** Address of the document or page it belongs to; null when it belongs to none that says. */
  document: z.string().nullable(),
  /** In the words of the platform's accessibility: `AXTextField`, or `entry` on Linux. */
  role: z.string(),
  title: z.string().nullable(),
  value: z.string(),
});
export type ExactField = z.infer<typeof exactField>;

export const textResult = z.object({
  /** Titles of the windows that were read. A window whose title another window of the process has too is left out. */
  windows: z.array(z.string()),
  fields: z.array(exactField).max(exactTextLimits.fields),
  /** False when there was more than the limits allow or time ran out. */
  complete: z.boolean(),
});
export type TextResult = z.infer<typeof textResult>;

export const menuKey = z.object({
  /** From the menu bar down, such as `["File", "Save"]`. */
  path: z.array(z.string()).min(1).max(16),
  /** Modifiers in the order cmd, ctrl, option (alt on Linux), shift, then the key, all lower case, joined by `+`. */
  keys: z.string(),
});
export type MenuKey = z.infer<typeof menuKey>;

export const menuParams = z.object({ pid, windowId: z.int().positive().optional() });
export const menuResult = z.object({ commands: z.array(menuKey).max(2_000), complete: z.boolean() });
export type MenuResult = z.infer<typeof menuResult>;
