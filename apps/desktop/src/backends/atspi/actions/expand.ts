import { refuse } from "../../../bind.js";
import type { Target } from "../bind.js";
import { steps, type Plan } from "../steps.js";
import { foldAction, pressAction } from "./press.js";
import { actionStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** Shows or hides what is folded into a control. One that is as asked already gets nothing, as the action turns it over. */
export function planExpand(stage: Stage, target: Target, expanded: boolean): Plan {
  if (target.facts.states.has("expanded") === expanded) return steps();
  // What is a fold and nothing else is pressed; a row's press opens what it stands for.
  const at =
    foldAction(target.facts, expanded) ?? (target.node.role === "disclosure" ? pressAction(target.facts) : undefined);
  return at === undefined
    ? refuse(
        "background_unavailable",
        "The control offers no way to fold it that works in the background; nothing was sent.",
      )
    : steps(actionStep(stage, target, at));
}
