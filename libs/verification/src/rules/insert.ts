import type { Action } from "@beans-picker/desktop";
import { blind, lasting, lost, mismatch, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Insert = Extract<Action, { kind: "type_into" | "append" }>;

/**
 * A text put into a field. Proof needs the exact content before and after: an appended text stands after all of the old one,
 * a typed one anywhere in it, whole, and nothing else differs.
 */
export function judgeInsert(evidence: Evidence<Insert>): Finding {
  const { action, was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  if (is.role === "securefield") return blind("The field hides its text, so what it holds cannot be read back.");
  const [old, now] = [was.rawValue ?? was.value, is.rawValue ?? is.value];
  if (old === undefined || now === undefined) return blind("What the field holds cannot be read.");
  const exact = was.valueExact === true && is.valueExact === true;
  if (action.text === "")
    return old === now ? noEffect("There was nothing to enter.", exact) : changed(action.text, now, exact);
  if (old === now) return noEffect("The field holds what it held before.", exact);
  if (!exact) return unverified("The field changed, but it cannot be read exactly.");
  const fits = action.kind === "append" ? now === old + action.text : isInserted(old, now, action.text);
  if (!fits) return changed(action.text, now, true);
  return action.kind === "append"
    ? lasting("The field holds the old text with exactly the new one after it.", true)
    : lasting("The field holds the old text with exactly the new one in it.", true);
}

function changed(wanted: string, held: string, exact: boolean): Finding {
  return mismatch("The field holds something else than the old text with the new one in it.", exact, { wanted, held });
}

/** Whether `text` was put into `old` whole, at any UTF-16 position, to make `now`. Linear. */
function isInserted(old: string, now: string, text: string): boolean {
  if (now.length !== old.length + text.length) return false;
  let start = 0;
  while (start < old.length && old.charCodeAt(start) === now.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < old.length && old.charCodeAt(old.length - 1 - end) === now.charCodeAt(now.length - 1 - end)) end += 1;
  // Positions from which everything before and after agrees; where they overlap, any of them can be the one.
  for (let at = old.length - end; at <= start; at += 1) if (now.startsWith(text, at)) return true;
  return false;
}
