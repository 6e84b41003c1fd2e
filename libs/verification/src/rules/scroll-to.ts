import type { Action } from "@beans-picker/desktop";
import { lasting, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type ScrollTo = Extract<Action, { kind: "scroll_to" }>;

/** Where a bar is, is told by few back ends; that something moved does not tell how far. */
export function judgeScrollTo(evidence: Evidence<ScrollTo>): Finding {
  const { was, is, moved } = evidence;
  if (was === undefined || is === undefined) return lost(evidence);
  if (was.rawValue !== undefined && is.rawValue !== undefined && was.rawValue !== is.rawValue) {
    return lasting("The bar is at another place now.");
  }
  return moved ? unverified("Something moved, but the place of the bar cannot be read.") : noEffect("Nothing moved.");
}
