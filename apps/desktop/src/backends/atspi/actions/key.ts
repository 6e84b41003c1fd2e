import type { Role } from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import { splitKeys } from "../../../key-names.js";
import type { Target } from "../bind.js";
import { windowOf, type Observation } from "../observe.js";
import { steps, type Plan, type Step } from "../steps.js";
import type { Toolkit } from "../toolkit.js";
import { onceFocused } from "./focus.js";
import { activateAction, stepAction } from "./press.js";
import { actionStep, keysOnStep, keysStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

const up: ReadonlySet<string> = new Set(["up", "right"]);
const enters: ReadonlySet<string> = new Set(["return", "enter"]);
const gtk: ReadonlySet<Toolkit> = new Set<Toolkit>(["gtk3", "gtk4"]);
const enterable: ReadonlySet<Role> = new Set<Role>(["textfield", "searchfield", "securefield"]);
const down: ReadonlySet<string> = new Set(["down", "left"]);

/**
 * Keys such as `ctrl+s` to the window or to a control that has, or can be given, the focus inside it. An arrow to a slider
 * or spin button is taken as what it stands for there: one step of the value.
 */
export async function planKey(
  stage: Stage,
  key: string,
  target: Target | undefined,
  budget: CallBudget,
): Promise<Plan> {
  const keys = splitKeys(key).map((name) => name.toLowerCase());
  const [only] = keys;
  if (only === undefined) return refuse("bad_arguments", "`key` names no key; nothing was sent.");
  if (target === undefined) return steps(keysStep(stage, focusedWindow(stage.seen), [splitKeys(key)]));
  const press = keysOnStep(stage, target, [splitKeys(key)]);
  const valued = target.node.role === "slider" || target.node.role === "stepper";
  if (valued && keys.length === 1 && (up.has(only) || down.has(only))) {
    const step = await valueStep(stage, target, up.has(only), budget);
    if (step !== null) return steps(step);
  }
  // Return in a field of one line of GTK is its own action, which needs no focus.
  const entered =
    enters.has(only) && keys.length === 1 && enterable.has(target.node.role) && gtk.has(target.seen.toolkit);
  const enter = entered ? activateAction(target.facts) : undefined;
  if (enter !== undefined) return steps(actionStep(stage, target, enter));
  return onceFocused(stage, target, press);
}

/** The window that has the focus of the app: the dialog over the one that was looked at, if there is one. */
function focusedWindow(seen: Observation): number {
  const modal = seen.snapshot.modal === null ? undefined : seen.refs.get(seen.snapshot.modal.handle);
  return modal === undefined ? seen.snapshot.window.windowId : windowOf(seen, modal);
}

/** One step by the control's value and increment, else by its own action; `null` when neither is known. */
async function valueStep(stage: Stage, target: Target, increases: boolean, budget: CallBudget): Promise<Step | null> {
  // The step of a spin button of Qt is unknown, and its action takes ten: the key itself takes one.
  if (target.seen.toolkit === "qt" && target.node.role === "stepper") return null;
  const { value } = target.facts;
  const increment = value === undefined ? 0 : await stage.accessibility.increment(target.ref, budget).catch(() => 0);
  if (value === undefined || !(increment > 0)) {
    const action = stepAction(target.facts, increases);
    return action === undefined ? null : actionStep(stage, target, action);
  }
  const moved = value.current + (increases ? increment : -increment);
  const wanted = Math.min(Math.max(moved, value.minimum), value.maximum);
  return {
    route: "atspi:value",
    send: async (left) => {
      await stage.accessibility.setValue(target.ref, wanted, left);
      return true;
    },
  };
}
