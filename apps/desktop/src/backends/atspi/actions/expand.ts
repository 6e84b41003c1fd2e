import { refuse } from "../../../bind.js";
import type { Target } from "../bind.js";
import { steps, type Plan } from "../steps.js";
import { planFoldByKeys } from "./fold-by-keys.js";
import { foldAction, pressAction } from "./press.js";
import { actionStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** Shows or hides what is folded into a control. One that is as asked already gets nothing, as the action turns it over. */
export function planExpand(stage: Stage, target: Target, expanded: boolean): Plan {
  if (target.facts.states.has("expanded") === expanded) return steps();
  const at = foldAction(target.facts, expanded) ?? (isFoldedByPress(target) ? pressAction(target.facts) : undefined);
  const byKeys = at === undefined ? planFoldByKeys(stage, target, expanded) : null;
  if (byKeys !== null) return byKeys;
  return at === undefined
    ? refuse(
        "background_unavailable",
        "The control offers no way to fold it that works in the background; nothing was sent.",
      )
    : steps(actionStep(stage, target, at));
}

/** What is a fold and nothing else is pressed. A row's press opens what it stands for; on a page a click is what folds it. */
function isFoldedByPress({ node, seen }: Target): boolean {
  if (node.states.expanded === undefined) return false;
  switch (node.role) {
    case "disclosure":
      return true;
    case "button":
    case "toggle":
      return node.inWeb || seen.toolkit === "gtk4";
    case "treeitem":
      return node.inWeb;
    default:
      return false;
  }
}
