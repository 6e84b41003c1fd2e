import { refKey, type AccessibleFacts, type ObjectRef } from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import { pause, type CallBudget } from "../../../budget.js";
import { lineBreak, refuseText } from "../../../text-rules.js";
import type { Target } from "../bind.js";
import { steps, type Plan, type Step } from "../steps.js";
import { activateAction } from "./press.js";
import { actionStep } from "./single-steps.js";
import type { Stage } from "./stage.js";
import { planTyping } from "./type-text.js";

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** How long a value may take to be the one that was set, in ms, before the next way is tried. */
const VALUE_MS = 300;
const POLL_MS = 15;

/** Replaces what a field holds, to the code unit, or sets a number. */
export async function planSetValue(stage: Stage, target: Target, text: string, budget: CallBudget): Promise<Plan> {
  const { node, facts } = target;
  const refusal = refuseText(node.role, text);
  if (refusal !== undefined) return refusal;
  if (facts.states.has("single-line") && lineBreak.test(text)) return refuse("line_break_refused");
  if (facts.states.has("read-only")) return refuse("unsupported", "The field is read-only; nothing was sent.");
  const number = plainNumber.test(text.trim()) ? Number(text) : undefined;
  if (facts.interfaces.has("Value") && number !== undefined && (node.role === "stepper" || node.role === "slider")) {
    return steps(valueStep(stage, target, number));
  }
  const field = await editableOf(stage, target, budget);
  if (field === null) return await planTyping(stage, target, text);
  const write = textStep(stage, field.ref, text);
  const commit = node.role === "stepper" ? activateAction(field) : undefined;
  // A spin button takes a text for its number only when it is committed.
  return commit === undefined ? steps(write) : steps(write, actionStep(stage, { ref: field.ref }, commit));
}

function textStep({ accessibility }: Stage, ref: ObjectRef, text: string): Step {
  return { route: "atspi:text", send: (budget) => accessibility.setText(ref, text, budget) };
}

/** Sets the number itself, which the toolkit shows as it writes numbers, and so commits it. */
function valueStep({ accessibility }: Stage, { ref, facts }: Target, number: number): Step {
  const { minimum, maximum } = facts.value ?? {};
  const inRange = (minimum === undefined || number >= minimum) && (maximum === undefined || number <= maximum);
  return {
    route: "atspi:value",
    send: async (budget) => {
      await accessibility.setValue(ref, number, budget);
      // Sent is sent; waiting only lets what reads next see the new value.
      for (let waited = 0; inRange && waited <= VALUE_MS; waited += POLL_MS) {
        const now = await accessibility.facts(ref, budget).catch(() => null);
        if (now === null || now.value?.current === number || !(await pause(POLL_MS, budget))) break;
      }
      return true;
    },
  };
}

/** The object that takes the text: the control itself, or the one field inside an editable combo box or spin button. */
export async function editableOf(
  { accessibility }: Stage,
  { ref, facts, seen }: Target,
  budget: CallBudget,
): Promise<AccessibleFacts | null> {
  if (facts.interfaces.has("EditableText")) return facts;
  const inside = [...seen.places.values()].filter(
    (place) => place.facts.interfaces.has("EditableText") && isBelow(seen.places, place.parent, refKey(ref)),
  );
  const [only] = inside;
  if (only === undefined || inside.length > 1) return null;
  return await accessibility.facts(only.facts.ref, budget);
}

function isBelow(places: Target["seen"]["places"], parent: ObjectRef | null, above: string): boolean {
  for (let at = parent, level = 0; at !== null && level < 4; level += 1) {
    const key = refKey(at);
    if (key === above) return true;
    at = places.get(key)?.parent ?? null;
  }
  return false;
}
