import type { WindowRef } from "../../../backend.js";
import type { BoundNode } from "../bind.js";
import { planClickMacos } from "./click.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/**
 * Shows or hides what is folded into a control. The driver of Linux performs its own choice among a control's actions, which
 * for a row is to open it; only where folding is all that it could choose is it asked.
 */
export function planExpandLinux({ node, token }: BoundNode, expanded: boolean, window: WindowRef): Plan {
  if (node.states.expanded === expanded) return calls();
  const others = node.actions.filter((action) => !["toggle", "expand", "collapse"].includes(action.toLowerCase()));
  if (node.role !== "disclosure" || others.length > 1) {
    return refusePlan(
      "background_unavailable",
      "The driver cannot fold this control in the background; nothing was sent.",
    );
  }
  return calls({ tool: "click", args: { ...elementArgs(window, token), ...background } });
}

/** On macOS the press of a disclosure triangle turns it over, and so does that of an outline row's own triangle. */
export function planExpandMacos(bound: BoundNode, expanded: boolean, window: WindowRef): Plan {
  if (bound.node.states.expanded === expanded) return calls();
  if (bound.node.role === "disclosure") return planClickMacos(bound, [], window);
  return refusePlan(
    "background_unavailable",
    "A row is folded by its disclosure triangle here; nothing was sent. Use that control instead.",
  );
}
