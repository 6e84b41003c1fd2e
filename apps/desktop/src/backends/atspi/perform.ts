import type { Action, Performed } from "@beans-picker/desktop";
import type { Binding, Refused } from "../../bind.js";
import type { CallBudget } from "../../budget.js";
import { planChoose } from "./actions/choose-option.js";
import { planClick } from "./actions/click.js";
import { planContextMenu } from "./actions/context-menu.js";
import { planExpand } from "./actions/expand.js";
import { planInsert } from "./actions/insert-text.js";
import { planKey } from "./actions/key.js";
import { planKeypad } from "./actions/keypad.js";
import { pressAction } from "./actions/press.js";
import { planScroll } from "./actions/scroll.js";
import { planScrollTo } from "./actions/scroll-to.js";
import { planSelect } from "./actions/select.js";
import { planSetValue } from "./actions/set-value.js";
import { actionStep } from "./actions/single-steps.js";
import type { Stage } from "./actions/stage.js";
import { bindCommand, bindTarget, type Binder, type Target } from "./bind.js";
import { steps, takeSteps, type Plan, type Witness } from "./steps.js";
import { refuse } from "../../bind.js";

/** Carries one action out on a control of an earlier look. A refusal is part of the answer. */
export async function performNative(
  stage: Stage,
  binder: Binder,
  action: Action,
  budget: CallBudget,
): Promise<Performed> {
  // In this order, so that the last look at the control is the last thing before the action.
  const witness = await windowWitness(stage, budget);
  const plan = await planFor(stage, binder, action, budget);
  if (!plan.ok) return { delivery: "not_delivered", route: [], refusal: plan.refusal };
  const take = () => takeSteps(plan.steps, witness, budget);
  return plan.during === undefined ? await take() : await plan.during(take, budget);
}

async function planFor(stage: Stage, binder: Binder, action: Action, budget: CallBudget): Promise<Plan> {
  const onTarget = async (handle: number, plan: (target: Target) => Plan | Promise<Plan>): Promise<Plan> => {
    const found: Binding<Target> | Refused = await bindTarget(binder, handle, budget);
    return found.ok ? await plan(found.bound) : found;
  };
  switch (action.kind) {
    case "click":
    case "toggle":
      return await onTarget(action.handle, (target) =>
        planClick(stage, target, action.kind, action.modifiers ?? [], budget),
      );
    case "set_value":
      return await onTarget(action.handle, (target) => planSetValue(stage, target, action.text, budget));
    case "type_into":
      return await onTarget(action.handle, (target) => planInsert(stage, target, action.text, "caret", budget));
    case "append":
      return await onTarget(action.handle, (target) => planInsert(stage, target, action.text, "end", budget));
    case "select":
      return await onTarget(
        action.handle,
        async (target) =>
          (await planSelect(stage, target, budget)) ?? (await planClick(stage, target, "click", [], budget)),
      );
    case "expand":
      return await onTarget(action.handle, (target) => planExpand(stage, target, action.expanded));
    case "context_menu":
      return await onTarget(action.handle, () => planContextMenu());
    case "keypad":
      return await planKeypad(stage, binder, action.keys, budget);
    case "drag":
      return refuse(
        "background_unavailable",
        "A drag needs the pointer, which is not moved in the background; nothing was sent.",
      );
    case "choose_option":
      return await onTarget(action.handle, (target) => planChoose(stage, binder, target, action, budget));
    case "scroll":
      return await onTarget(action.handle, (target) => planScroll(stage, target, action, budget));
    case "scroll_to":
      return await onTarget(action.handle, (target) => planScrollTo(stage, target, action.position));
    case "key":
      return action.handle === undefined
        ? await planKey(stage, action.key, undefined, budget)
        : await onTarget(action.handle, (target) => planKey(stage, action.key, target, budget));
    case "menu": {
      const found = await bindCommand(binder, action.handle, budget);
      if (!found.ok) return found;
      const at = pressAction(found.bound.facts);
      return at === undefined
        ? refuse("background_unavailable", "The command has no action that works in the background; nothing was sent.")
        : steps(actionStep(stage, found.bound, at));
    }
  }
}

/**
 * An action whose answer does not come, but after which the app has other windows than before, did happen. Keys that were
 * pressed earlier and that the app has not taken yet are waited for: they would move the focus after it was looked at.
 */
async function windowWitness({ desk, window }: Stage, budget: CallBudget): Promise<Witness> {
  const own = async (left: CallBudget): Promise<number[]> => {
    const { windows } = await desk.view(left);
    return windows
      .filter(({ pid, mapped }) => pid === window.pid && mapped)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  };
  await desk.settled(await own(budget), budget);
  const before = await own(budget);
  return async (left) => (await own(left)).join(" ") !== before.join(" ");
}
