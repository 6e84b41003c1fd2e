import { refuse } from "../../../bind.js";
import type { Target } from "../bind.js";
import { steps, type Plan } from "../steps.js";
import type { Stage } from "./stage.js";

/** Puts a scroll bar at a place between its start and its end. */
export function planScrollTo(stage: Stage, { node, ref, facts }: Target, position: number): Plan {
  if (node.role !== "scrollbar" || facts.value === undefined) {
    return refuse(
      "bad_arguments",
      "Only a scroll bar can be put at a place; nothing was sent. Scroll by pages instead.",
    );
  }
  const { minimum, maximum } = facts.value;
  if (!(maximum > minimum)) {
    return refuse("unsupported", "All of its content is on the screen already; nothing was sent.");
  }
  const wanted = minimum + position * (maximum - minimum);
  return steps({
    route: "atspi:scroll",
    send: async (budget) => {
      await stage.accessibility.setValue(ref, wanted, budget);
      return true;
    },
  });
}
