import type { Action } from "@beans-picker/desktop";
import { done, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type ContextMenu = Extract<Action, { kind: "context_menu" }>;

/** A menu that was not there before. Any other change is no menu. */
export function judgeContextMenu(evidence: Evidence<ContextMenu>): Finding {
  const { before, after, moved } = evidence;
  if (after.snapshot.modal?.role === "menu" && before.snapshot.modal?.role !== "menu") return done("A menu opened.");
  return moved ? unverified("Something changed, but no menu can be seen.") : nothingSeen(evidence);
}
