import type { Role, ScrollDirection } from "@beans-picker/desktop";
import type { WindowRef } from "../../../backend.js";
import type { BoundNode } from "../bind.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/** Scrolling one of these changes its value on Linux, because the driver turns it into increment and decrement. */
const valueRoles: ReadonlySet<Role> = new Set<Role>(["slider", "stepper", "scrollbar", "progress"]);

/** Scrolls the content of a control by pages. */
export function planScroll(
  { node, token }: BoundNode,
  direction: ScrollDirection,
  pages: number,
  window: WindowRef,
): Plan {
  if (valueRoles.has(node.role)) {
    return refusePlan(
      "background_unavailable",
      "Scrolling this control would change its value; nothing was sent. Scroll the content around it instead.",
    );
  }
  const args = { ...elementArgs(window, token), ...background, direction, by: "page", amount: pages };
  return calls({ tool: "scroll", args });
}
