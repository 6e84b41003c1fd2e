import { refKey, type AccessibleFacts, type ObjectRef } from "@beans-picker/desktop";
import { pause, type CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { steps, type Plan, type Step } from "../steps.js";
import type { Stage } from "./stage.js";

/** How far up the holder of a selection may be: a tab in its bar, an option in a menu in a combo box. */
const LEVELS = 3;

/** Selects a control alone in what it is part of: a page tab, a row, an option. `null` when nothing there can select. */
export async function planSelect(
  stage: Stage,
  { ref, seen }: Pick<Target, "ref" | "seen">,
  budget: CallBudget,
): Promise<Plan | null> {
  let child = ref;
  for (let level = 0; level < LEVELS; level += 1) {
    const parent = seen.places.get(refKey(child))?.parent ?? null;
    const holder = parent === null ? undefined : seen.places.get(refKey(parent))?.facts;
    if (parent === null || holder === undefined) return null;
    // GTK 4 offers to select the rows of all its lists, and does it in some: those whose rows say that they can be selected.
    if (seen.toolkit === "gtk4" && seen.places.get(refKey(child))?.facts.states.has("selectable") !== true) return null;
    if (holder.interfaces.has("Selection") || holder.interfaces.has("Table")) {
      // Counted now: siblings may have come or gone since.
      const children = await stage.accessibility.childrenOf(parent, budget);
      const index = children.findIndex((each) => refKey(each) === refKey(child));
      const step = index < 0 ? null : await selectStep(stage, holder, child, index, budget);
      return step === null ? null : steps(step);
    }
    child = parent;
  }
  return null;
}

async function selectStep(
  { accessibility }: Stage,
  { ref, interfaces, states }: AccessibleFacts,
  child: ObjectRef,
  index: number,
  budget: CallBudget,
): Promise<Step | null> {
  const route = "atspi:selection";
  // A click takes what was selected before out of the selection.
  const alone = async (left: CallBudget): Promise<void> => {
    if (states.has("multiselectable")) await accessibility.clearSelection(ref, left);
  };
  if (!interfaces.has("Table")) {
    return {
      route,
      send: async (left) => {
        await alone(left);
        return await isSelected(accessibility, child, await accessibility.selectChild(ref, index, left), left);
      },
    };
  }
  // Tables count their headers as children, but not as rows, and GTK 3 selects by child in tables of one column only.
  const row = await accessibility.rowAt(ref, index, budget);
  if (row < 0) return null;
  return {
    route,
    send: async (left) => {
      await alone(left);
      return await isSelected(accessibility, child, await accessibility.selectRow(ref, row, left), left);
    },
  };
}

/** How long a control may take to be selected after the app said so, in ms. */
const SELECTED_MS = 150;
const POLL_MS = 15;

/**
 * Whether a control is selected by now, which the app's answer does not tell: GTK 3 says no when it was selected already,
 * GTK 4 says yes where it does nothing. Controls that show no selection are believed.
 */
async function isSelected(
  accessibility: Stage["accessibility"],
  child: ObjectRef,
  answer: boolean,
  budget: CallBudget,
): Promise<boolean> {
  for (let waited = 0; ; waited += POLL_MS) {
    const { states } = await accessibility.facts(child, budget);
    if (states.has("selected")) return true;
    if (!answer || !states.has("selectable")) return answer;
    if (waited >= SELECTED_MS || !(await pause(POLL_MS, budget))) return false;
  }
}
