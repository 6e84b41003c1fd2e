import { refKey, type Action, type AccessibleFacts, type ObjectRef, type SnapshotNode } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import { findOption, optionsOf, refuseUnagreed } from "../../../options.js";
import { isEnabled, type Binder, type Target } from "../bind.js";
import type { Observation } from "../observe.js";
import { steps, type Plan } from "../steps.js";
import type { Toolkit } from "../toolkit.js";
import { planArrows } from "./choose-by-keys.js";
import { pressAction } from "./press.js";
import { planSelect } from "./select.js";
import { actionStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** Nothing comes of an option of a closed list that is pressed or selected. Seen in Chromium and Qt 5.15. */
const deafWhenClosed: ReadonlySet<Toolkit> = new Set<Toolkit>(["chromium", "qt"]);

/**
 * Chooses an option by its title without opening the list: an open list takes the keyboard from the app in front. The
 * options of a closed list can be pressed or selected in most toolkits; in Chromium and Qt the arrow keys choose.
 */
export async function planChoose(
  stage: Stage,
  binder: Binder,
  popup: Target,
  { text, confirmed }: Pick<Extract<Action, { kind: "choose_option" }>, "text" | "confirmed">,
  budget: CallBudget,
): Promise<Plan> {
  const { node } = popup;
  if (node.role !== "popup" && node.role !== "combobox" && node.role !== "list") {
    return refuse("bad_arguments", "The control has no list of options; nothing was sent.");
  }
  // The titles are those of now: an option that came after the look can be chosen, one that went cannot.
  const now = await binder.look(budget);
  const again = now.snapshot.nodes.find(({ handle }) => sameRef(now.refs.get(handle), popup.ref));
  const options = again === undefined ? [] : optionsOf(again.handle, now.snapshot.nodes);
  const foreground = refuse(
    "foreground_required",
    "Its options can only be chosen while the list is open, and an open list takes the keyboard from the app in front; nothing was sent.",
  );
  if (again === undefined) return refuse("target_gone");
  if (node.role !== "list" && (options.length === 0 || now.toolkit === "gtk4")) return foreground;
  const found = findOption(options, text);
  if (!found.ok) return found;
  const unagreed = refuseUnagreed(found.option, now.snapshot, confirmed);
  if (unagreed !== undefined) return unagreed;
  if (node.role === "list" || !deafWhenClosed.has(now.toolkit))
    return await planOption(stage, now, found.option, budget);
  const target = { ...popup, node: again, seen: now };
  return planArrows(stage, binder, { popup: target, options, option: found.option }) ?? foreground;
}

/** The option's own action, else the selection of its list. */
async function planOption(stage: Stage, now: Observation, option: SnapshotNode, budget: CallBudget): Promise<Plan> {
  const ref = now.refs.get(option.handle);
  const known = ref === undefined ? undefined : now.places.get(refKey(ref))?.facts;
  const facts = ref === undefined ? null : await readOption(stage, ref, budget);
  if (ref === undefined || known === undefined || facts === null || facts.name !== known.name)
    return refuse("target_gone");
  if (!isEnabled(facts)) return refuse("target_disabled");
  const press = pressAction(facts);
  const select = press === undefined ? await planSelect(stage, { ref, seen: now }, budget) : null;
  if (select !== null) return select;
  return press === undefined
    ? refuse("background_unavailable", "The option has no action that works in the background; nothing was sent.")
    : steps(actionStep(stage, { ref }, press));
}

async function readOption(
  { accessibility }: Stage,
  ref: ObjectRef,
  budget: CallBudget,
): Promise<AccessibleFacts | null> {
  try {
    return await accessibility.facts(ref, budget);
  } catch (error) {
    if (error instanceof CodedError && error.code === "target_gone") return null;
    throw error;
  }
}

function sameRef(left: ObjectRef | undefined, right: ObjectRef): boolean {
  return left !== undefined && refKey(left) === refKey(right);
}
