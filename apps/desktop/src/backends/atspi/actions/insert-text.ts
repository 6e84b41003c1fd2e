import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import { lineBreak, refuseText } from "../../../text-rules.js";
import type { Target } from "../bind.js";
import { steps, type Plan } from "../steps.js";
import { editableOf } from "./set-value.js";
import type { Stage } from "./stage.js";
import { planTypedKeys } from "./type-text.js";

/**
 * Puts text into a field without touching what stands there: at its caret, or after its end. Where the field can be written
 * from outside the whole content is written anew, which toolkits do to the code unit; inserting counts bytes in some.
 */
export async function planInsert(
  stage: Stage,
  target: Target,
  text: string,
  where: "caret" | "end",
  budget: CallBudget,
): Promise<Plan> {
  const refusal = refuseText(target.node.role, text);
  if (refusal !== undefined) return refusal;
  if (target.facts.states.has("single-line") && lineBreak.test(text)) return refuse("line_break_refused");
  if (target.facts.states.has("read-only")) return refuse("unsupported", "The field is read-only; nothing was sent.");
  // The text of a password field is bullets, and writing those would be the new password.
  const hidden = target.node.role === "securefield";
  const field = hidden ? null : await editableOf(stage, target, budget);
  const known = field?.text;
  if (field === null || known === undefined) return planTypedKeys(stage, target, text, where);
  const caret = where === "end" ? undefined : await stage.accessibility.caret(field.ref, budget).catch(() => undefined);
  const at = where === "end" ? known.length : offsetOf(known, caret);
  if (at === undefined) {
    return refuse("caret_refused", "Where the caret of the field is cannot be read; nothing was sent.");
  }
  if (text === "") return steps();
  const whole = known.slice(0, at) + text + known.slice(at);
  return steps({ route: "atspi:text", send: (left) => stage.accessibility.setText(field.ref, whole, left) });
}

/** AT-SPI counts characters, a text here UTF-16 units. */
function offsetOf(text: string, caret: number | undefined): number | undefined {
  if (caret === undefined || caret < 0) return undefined;
  const characters = Array.from(text);
  return caret > characters.length ? undefined : characters.slice(0, caret).join("").length;
}
