import { editableRoles, type Action, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { normaliseLabel } from "@beans-picker/shared";
import { changedFields } from "../change.js";
import { blind, lasting, lost, mismatch, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type SetValue = Extract<Action, { kind: "set_value" }>;

/** Controls whose value is a number however it is written. */
const numberRoles: ReadonlySet<Role> = new Set<Role>(["slider", "stepper"]);

export function judgeSetValue(evidence: Evidence<SetValue>): Finding {
  const { action, was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  if (is.role === "securefield") return blind("The field hides its text, so what it holds cannot be read back.");
  const holds = (is.valueExact === true && is.rawValue === action.text) || sameNumber(is, action.text);
  if (holds && is.uncommitted === true) {
    return unverified("The field shows the text, but the control has not taken it for its value.");
  }
  if (is.valueExact === true && is.rawValue === action.text) return lasting("The field holds exactly the text.", true);
  if (holds) return lasting("The control holds the number.");
  const unchanged = was.rawValue === is.rawValue && was.value === is.value;
  if (unchanged && (is.rawValue ?? is.value) !== undefined && otherFieldChanged(evidence)) {
    return mismatch("The field is unchanged and another field changed instead.", is.valueExact === true, {
      wanted: action.text,
      held: is.rawValue ?? is.value ?? "",
    });
  }
  if (is.valueExact === true && is.rawValue !== undefined) {
    if (unchanged && was.valueExact === true) return noEffect("The field still holds what it held before.", true);
    return mismatch("The field holds a different text.", true, { wanted: action.text, held: is.rawValue });
  }
  if (is.value === undefined) return blind("What the field holds cannot be read.");
  if (is.value === normaliseLabel(action.text)) {
    return unverified("The field seems to hold the text, but it cannot be read exactly.");
  }
  return unchanged
    ? noEffect("The field still shows what it showed before.")
    : unverified("The field changed, but it cannot be read exactly.");
}

function sameNumber(node: SnapshotNode, text: string): boolean {
  if (!numberRoles.has(node.role) || !isNumber(text)) return false;
  const shown = node.rawValue ?? node.value ?? "";
  return isNumber(shown) && Number(shown) === Number(text);
}

function isNumber(text: string): boolean {
  return /^[-+]?\d{1,15}(?:\.\d{1,15})?$/.test(text);
}

/** Only fields a person types into: read-only ones and pop-ups follow their own rules. */
function otherFieldChanged({ before, after, was }: Evidence): boolean {
  return changedFields(before, after).some((field) => editableRoles.has(field.is.role) && field.was !== was);
}
