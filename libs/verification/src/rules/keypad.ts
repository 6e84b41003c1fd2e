import { type Action, editableRoles } from "@beans-picker/desktop";
import { changedFields } from "../change.js";
import { done, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Keypad = Extract<Action, { kind: "keypad" }>;

/**
 * The display must show what the keys enter: a number that was keyed in, or, after an equals sign, something new. What cannot
 * be tied to the keys is not proof.
 */
export function judgeKeypad(evidence: Evidence<Keypad>): Finding {
  const { action, before, after, moved } = evidence;
  const shown = [
    ...changedFields(before, after)
      .filter(({ is }) => editableRoles.has(is.role))
      .map(({ is }) => is.rawValue ?? is.value ?? ""),
    ...newTexts(evidence),
  ].map(flat);
  const keys = action.keys.map(({ key }) => key);
  const entered = flat(keys.join(""));
  const last = /[\d.]+$/.exec(entered)?.[0];
  const calculated = keys.at(-1) === "=";
  if (!calculated && shown.some((text) => text === entered || (last !== undefined && text.endsWith(last)))) {
    return done("The display shows what was keyed in.");
  }
  if (calculated && shown.some((text) => /\d/.test(text))) return unverified("The display shows a new number.");
  return moved ? unverified("Something changed, but the display does not show the keys.") : nothingSeen(evidence);
}

function newTexts({ before, after }: Evidence): string[] {
  const known = new Set(before.snapshot.texts.map(({ text }) => text));
  return after.snapshot.texts.map(({ text }) => text).filter((text) => !known.has(text));
}

/** One way to write a sum: without spaces and grouping, with plain signs. */
function flat(text: string): string {
  return text
    .replace(/[\s,']/gu, "")
    .replace(/[×✕]/gu, "*")
    .replace(/÷/gu, "/")
    .replace(/−/gu, "-");
}
