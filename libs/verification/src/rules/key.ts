import type { Action } from "@beans-picker/desktop";
import { ownChange } from "../own-change.js";
import { done, lost, noEffect, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Key = Extract<Action, { kind: "key" }>;

/** A key for the window has no target, so nothing can be tied to it. A step key has its slider or stepper. */
export function judgeKey(evidence: Evidence<Key>): Finding {
  const { action, was, is, before, after, moved } = evidence;
  if (action.handle === undefined || was === undefined) {
    return moved ? unverified("Something changed after the key.") : nothingSeen(evidence);
  }
  if (is === undefined) return lost(evidence);
  const [old, now] = [was.rawValue ?? was.value, is.rawValue ?? is.value];
  if (old !== undefined && now !== undefined && old !== now)
    return done("The control's value changed.", is.valueExact === true);
  const own = ownChange(was, is, before, after);
  if (own !== undefined) return done(own);
  if (old === undefined || now === undefined) return unverified("The control's value cannot be read.");
  return noEffect("The control's value is as it was before.");
}
