import { z } from "zod";

export const permissionNames = [
  /** Reading focus, fields and menus. */
  "accessibility",
  /** Pictures of windows: recording, and titles on macOS. */
  "screen_recording",
  /** Telling persons' input from apps' doing. */
  "input",
  /** Whether the screen is locked. */
  "lock",
  /** Which app is in front. */
  "front",
] as const;

export const permission = z.object({
  name: z.enum(permissionNames),
  /** `unknown`: it could only be found out by asking the person, which is never done here. */
  state: z.enum(["granted", "missing", "unknown"]),
  /** What is missing and how to get it; null when granted. */
  advice: z.string().nullable(),
});
export type Permission = z.infer<typeof permission>;

export const permissionsResult = z.object({ permissions: z.array(permission) });
