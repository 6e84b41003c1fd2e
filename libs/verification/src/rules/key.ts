import type { Action } from "@beans-picker/desktop";
import { ownChange } from "../own-change.js";
import { lasting, lost, noEffect, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Key = Extract<Action, { kind: "key" }>;

/** A key for the window has no target, so nothing can be tied to it. A step key has its slider or stepper. */
export function judgeKey(evidence: Evidence<Key>): Finding {
  const { action, was, is, before, after, moved } = evidence;
  if (action.handle === undefined || was === undefined) {
    return moved ? unverified("Something changed after the key.") : nothingSeen(evidence);
  }
  if (is === undefined) return lost(evidence);
  const [old, now] = [was.rawValue ?? was.value, is.rawValue ?? is.value];
  if (old !== undefined && now !== undefined && old !== now) {
    return goesWrong(action.key, old, now)
      ? unverified("The control's value changed, but not in the direction of the key.")
      : lasting("The control's value changed.", is.valueExact === true);
  }
  const own = ownChange(was, is, before, after);
  if (own !== undefined) return lasting(own);
  if (old === undefined || now === undefined) return unverified("The control's value cannot be read.");
  return noEffect("The control's value is as it was before.");
}

/** Which way keys move a value, as the toolkits agree on. Left and right depend on the direction of writing. */
const directions: ReadonlyMap<string, 1 | -1> = new Map([
  ["up", 1],
  ["pageup", 1],
  ["increment", 1],
  ["down", -1],
  ["pagedown", -1],
  ["decrement", -1],
]);

function goesWrong(key: string, old: string, now: string): boolean {
  const direction = directions.get(key.toLowerCase());
  const difference = Number(now) - Number(old);
  return direction !== undefined && Number.isFinite(difference) && difference * direction < 0;
}
