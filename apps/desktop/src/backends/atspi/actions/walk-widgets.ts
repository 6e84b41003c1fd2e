import { refKey, type AccessibleFacts, type ObjectRef, type SnapshotNode } from "@beans-picker/desktop";
import { pause, type CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import type { Stage } from "./stage.js";
import { follow, stopsOf, type Stop } from "./walk.js";

/** How long a control may take to tell that it has the focus, and how often it is asked, in ms. */
const FOCUS_MS = 1_500;
const POLL_MS = 20;

/** Whether a control can be asked to take the focus. Qt offers that as an action. */
export function canBeAsked({ actions = [] }: AccessibleFacts): boolean {
  return actions.some(({ name }) => name.toLowerCase() === "setfocus");
}

/**
 * To a control of Qt that cannot be asked to take the focus, such as a combo box: from the nearest one that can, by the Tab
 * key. To be called while the app tells where its focus is; every step is checked.
 */
export async function walkWidgets(stage: Stage, target: Target, budget: CallBudget): Promise<boolean> {
  const key = refKey(target.ref);
  const wanted = new Set([key]);
  const stops = stopsOf(target.seen, wanted).filter((stop) => refKey(stop.ref) === key || !isOption(target, stop));
  const to = stops.findIndex(({ ref }) => refKey(ref) === key);
  const goal = stops[to];
  if (goal === undefined) return false;
  if (await anyHasFocus(stage, [goal], budget)) return true;
  for (const direction of ["forward", "backward"] as const) {
    const passed = direction === "forward" ? stops.slice(0, to).reverse() : stops.slice(to + 1);
    const at = passed.findIndex((stop) => startsAt(target, stop) || stop.barrier);
    const start = passed[at];
    if (start === undefined || start.barrier) continue;
    if (!(await giveFocus(stage, start.ref, budget))) continue;
    const way = [...passed.slice(0, at).reverse(), goal];
    // The chosen tab of a row of tabs always says that it has the focus.
    if (await anyHasFocus(stage, way, budget)) continue;
    const walk = { from: start, way, wanted, direction, told: "later" } as const;
    return (await follow(stage, target.seen, walk, budget)) !== null;
  }
  return false;
}

/** The control right before a list or tree, from which Tab leads there; `undefined` when that cannot be asked for the focus. */
export function nearestBefore(target: Target, view: ObjectRef): ObjectRef | undefined {
  const { snapshot, refs } = target.seen;
  const order = snapshot.nodes.map(({ handle }) => refKey(refs.get(handle) ?? { bus: "", path: "" }));
  const at = order.indexOf(refKey(view));
  const before = stopsOf(target.seen, new Set())
    .filter((stop) => order.indexOf(refKey(stop.ref)) < at && !isOption(target, stop))
    .at(-1);
  return before !== undefined && !before.barrier && startsAt(target, before) ? before.ref : undefined;
}

/** In a text of several lines Tab is a character. */
function startsAt({ seen }: Target, { ref, writes }: Stop): boolean {
  const facts = seen.places.get(refKey(ref))?.facts;
  return !writes && facts !== undefined && canBeAsked(facts);
}

/** Options of a closed list are there, but Tab does not stop at them. */
function isOption({ seen }: Target, { ref }: Stop): boolean {
  const { nodes } = seen.snapshot;
  const above = ({ parent }: SnapshotNode) => nodes.find(({ handle }) => handle === parent);
  let at = nodes.find(({ handle }) => refKey(seen.refs.get(handle) ?? { bus: "", path: "" }) === refKey(ref));
  for (at = at && above(at); at !== undefined; at = above(at)) {
    if (at.role === "popup" || at.role === "combobox") return true;
  }
  return false;
}

/** Asks a control to take the focus; true once it says that it has it. */
export async function giveFocus({ accessibility }: Stage, ref: ObjectRef, budget: CallBudget): Promise<boolean> {
  await accessibility.grabFocus(ref, budget);
  for (let waited = 0; waited <= FOCUS_MS; waited += POLL_MS) {
    if ((await accessibility.facts(ref, budget)).states.has("focused")) return true;
    if (!(await pause(POLL_MS, budget))) return false;
  }
  return false;
}

async function anyHasFocus({ accessibility }: Stage, stops: readonly Stop[], budget: CallBudget): Promise<boolean> {
  for (const { ref } of stops) if ((await accessibility.facts(ref, budget)).states.has("focused")) return true;
  return false;
}
