import { CodedError } from "@beans-picker/shared";
import type { CallBudget } from "../../../budget.js";
import { isEnabled, isSame, type Target } from "../bind.js";
import type { Step } from "../steps.js";
import type { Stage } from "./stage.js";

/**
 * Rejects with `target_gone`, not delivered, unless a control is still what it was when it was found: the same role and
 * name, to be seen, enabled, and with the focus where keys are to follow. To be asked when something was done in between.
 */
export async function assertStillMeant(
  { accessibility }: Stage,
  { ref, facts, node }: Pick<Target, "ref" | "facts" | "node">,
  { focused }: { readonly focused: boolean },
  budget: CallBudget,
): Promise<void> {
  const now = await accessibility.facts(ref, budget);
  const same = !now.states.has("defunct") && isSame(facts, now, node.role) && isEnabled(now);
  if (same && (!focused || now.states.has("focused"))) return;
  throw new CodedError(
    "target_gone",
    same
      ? "The focus left the control before the keys could be pressed; they were not pressed."
      : "The control became another one, or was disabled, before it could be acted on; nothing was done to it.",
    { delivery: "not_delivered", retry: true },
  );
}

/** The same step, taken only while its control is still the one that was meant. */
export function ifStillMeant(stage: Stage, target: Target, step: Step): Step {
  return {
    ...step,
    send: async (budget) => {
      await assertStillMeant(stage, target, { focused: false }, budget);
      return await step.send(budget);
    },
  };
}
