import { editableRoles, nativeRole, refKey, type Modifier, type ObjectRef, type Role } from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { steps, type Plan } from "../steps.js";
import { planCheckGroup } from "./check-group.js";
import { focusStep } from "./focus.js";
import { openAction, pressAction, toggleAction } from "./press.js";
import { planSelect } from "./select.js";
import { actionStep, keysOnStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** A click or toggle: the control's own action, else its selection, else the focus of the field. */
export async function planClick(
  stage: Stage,
  target: Target,
  kind: "click" | "toggle",
  modifiers: readonly Modifier[],
  budget: CallBudget,
): Promise<Plan> {
  if (modifiers.length > 0) {
    return refuse(
      "background_unavailable",
      "A click with modifier keys needs the pointer, which is not moved here; nothing was sent.",
    );
  }
  const { node, facts, seen } = target;
  if (isDeafOption(target)) {
    return refuse(
      "background_unavailable",
      "Pressing this option would only mark it; nothing was sent. Choose it by its title in its drop-down instead.",
    );
  }
  if (opensList(target)) {
    return refuse(
      "foreground_required",
      "An open list takes the keyboard from the app in front; nothing was sent. Choose the option itself instead.",
    );
  }
  // GTK 4.8 apps end when the action of a label is called (seen: gnome-calculator).
  if (seen.toolkit === "gtk4" && nativeRole(facts) === "label") {
    return refuse("background_unavailable", "A text of this toolkit cannot be pressed safely; nothing was sent.");
  }
  if (editableRoles.has(node.role)) {
    const opens = node.role === "combobox" ? openAction(facts) : undefined;
    return opens === undefined ? planFocus(stage, target) : steps(actionStep(stage, target, opens));
  }
  // The action of a cell is that of its row when it is opened or edited; a click selects the row.
  const selects = node.role === "cell" && !hasAction(target, "toggle") && !hasAction(target, "click");
  if (selects) {
    const plan = await planSelect(stage, target, budget);
    if (plan !== null) return plan;
  }
  // Qt's rows offer to turn their selection over, which a click on a selected row does not.
  if (kind === "click" && selectable.has(node.role) && seen.toolkit === "qt" && facts.states.has("selected"))
    return steps();
  const at = kind === "toggle" ? toggleAction(facts) : pressAction(facts);
  if (at !== undefined) return steps(actionStep(stage, target, at));
  const plan = await planSelect(stage, target, budget);
  if (plan !== null) return plan;
  const group = seen.toolkit === "gtk4" && nativeRole(facts) === "check box" ? planCheckGroup(stage, target) : null;
  return group ?? planKeyPress(stage, target);
}

const selectable: ReadonlySet<Role> = new Set<Role>(["cell", "listitem", "row", "treeitem"]);

/** A click on a drop-down, or on the button that GTK 4 puts into it, opens its list. */
function opensList({ node, ref, seen }: Target): boolean {
  if (node.role === "popup") return true;
  const parent = seen.places.get(refKey(ref))?.parent ?? null;
  const holder = parent === null ? undefined : seen.places.get(refKey(parent))?.facts;
  return seen.toolkit === "gtk4" && holder !== undefined && nativeRole(holder) === "combo box";
}

/** How far up its drop-down an option of GTK 4 is: a row in a list in an area that scrolls in a popover. */
const OPTION_LEVELS = 8;

/** The action or selection of an option of these marks it in its list and leaves the drop-down at what it was. */
function isDeafOption({ node, ref, seen }: Target): boolean {
  if ((seen.toolkit !== "qt" && seen.toolkit !== "gtk4") || node.role !== "listitem") return false;
  let at: ObjectRef | null = ref;
  for (let level = 0; at !== null && level < OPTION_LEVELS; level += 1) {
    const place = seen.places.get(refKey(at));
    if (place !== undefined && nativeRole(place.facts) === "combo box") return true;
    at = place?.parent ?? null;
  }
  return false;
}

/** Keys that do what a click does, for controls that have the focus. */
const clickKeys: Partial<Record<Role, string>> = {
  button: "space",
  checkbox: "space",
  link: "return",
  radio: "space",
  switch: "space",
  tab: "space",
  toggle: "space",
};

/** GTK 4 gives its check boxes no action: they take the focus inside their window, and then a key. */
function planKeyPress(stage: Stage, target: Target): Plan {
  const key = clickKeys[target.node.role];
  const focus = key === undefined ? undefined : focusStep(stage, target);
  if (key === undefined || focus === undefined || (focus !== null && "ok" in focus)) {
    return refuse(
      "background_unavailable",
      "The control offers no action that works in the background; nothing was sent. Use another control for it.",
    );
  }
  const press = keysOnStep(stage, target, [[key]]);
  return focus === null ? steps(press) : steps(focus, press);
}

/** Clicking a field means to put the caret there. Its only action is Return, which may submit a form. */
function planFocus(stage: Stage, target: Target): Plan {
  const step = focusStep(stage, target);
  return step === null ? { ok: true, steps: [] } : "ok" in step ? step : steps({ ...step, prepares: false });
}

function hasAction({ facts }: Target, name: string): boolean {
  return facts.actions?.some((action) => action.name.toLowerCase() === name) ?? false;
}
