import type { KeypadKey } from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import { bindTarget, type Binder } from "../bind.js";
import type { Plan, Step } from "../steps.js";
import { planClick } from "./click.js";
import type { Stage } from "./stage.js";
import { ifStillMeant } from "./still-meant.js";

/** Presses keys of an on-screen keypad in order. All of them are found before the first is pressed. */
export async function planKeypad(
  stage: Stage,
  binder: Binder,
  keys: readonly KeypadKey[],
  budget: CallBudget,
): Promise<Plan> {
  if (keys.length === 0) return refuse("text_required");
  const presses = new Map<number, readonly Step[]>();
  for (const { handle } of keys) {
    if (presses.has(handle)) continue;
    const found = await bindTarget(binder, handle, budget);
    if (!found.ok) return found;
    const plan = await planClick(stage, found.bound, "click", [], budget);
    if (!plan.ok) return plan;
    // A key may have another meaning when the ones before it have been pressed.
    presses.set(
      handle,
      plan.steps.map((step) => ifStillMeant(stage, found.bound, step)),
    );
  }
  return { ok: true, steps: keys.flatMap(({ handle }) => presses.get(handle) ?? []) };
}
