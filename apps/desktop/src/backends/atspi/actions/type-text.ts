import { refuse } from "../../../bind.js";
import type { Target } from "../bind.js";
import { windowOf } from "../observe.js";
import type { Plan } from "../steps.js";
import { focusStep } from "./focus.js";
import { keysStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** What every keyboard has keys for. */
const typeable = /^[ -~]*$/;
/** Longest text that is typed key by key. */
const LONGEST = 2_000;

/**
 * Replaces the text of a field that cannot be written from outside: the focus inside its window, all selected, typed over.
 * Only for fields of one line and texts of one line, since Return may submit a form.
 */
export function planTyping(stage: Stage, target: Target, text: string): Promise<Plan> {
  return Promise.resolve(plan(stage, target, text));
}

function plan(stage: Stage, target: Target, text: string): Plan {
  const { node, facts } = target;
  if (!facts.states.has("editable") && !facts.interfaces.has("Text")) {
    return refuse("background_unavailable", "The control takes no text and no value from outside; nothing was sent.");
  }
  if (!typeable.test(text) || text.length > LONGEST) {
    return refuse(
      "background_unavailable",
      "This field takes typed keys only, and the text has characters that no key is sure to give; nothing was sent.",
    );
  }
  if (node.role === "securefield" && !facts.states.has("editable")) return refuse("target_disabled");
  const focus = focusStep(stage, target);
  if (focus !== null && "ok" in focus) return focus;
  const keys = Array.from(text, (key) => [key]);
  const type = keysStep(stage, windowOf(target.seen, target.ref), [
    ["ctrl", "a"],
    ...(keys.length === 0 ? [["delete"]] : keys),
  ]);
  return { ok: true, steps: focus === null ? [type] : [focus, type] };
}
