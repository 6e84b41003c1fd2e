import type { Action } from "@beans-picker/desktop";
import { lasting, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Expand = Extract<Action, { kind: "expand" }>;

export function judgeExpand(evidence: Evidence<Expand>): Finding {
  const { action, was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  if (is.states.expanded === undefined) return unverified("Whether it is expanded cannot be read.");
  if (is.states.expanded === action.expanded) {
    return lasting(action.expanded ? "It is expanded now." : "It is collapsed now.");
  }
  return noEffect("It is folded as it was before.");
}
