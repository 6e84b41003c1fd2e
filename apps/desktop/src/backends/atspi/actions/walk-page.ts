import { editableRoles, refKey, type ObjectRef } from "@beans-picker/desktop";
import { pause, type CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { activateAction } from "./press.js";
import type { Stage } from "./stage.js";
import { follow, stopsOf } from "./walk.js";

/** How long a field may take to tell that it has the focus, and how often it is asked, in ms. */
const FOCUS_MS = 1_500;
const POLL_MS = 20;

/**
 * In a page, where the focus cannot be asked for, the Tab key moves it, as a person without a pointer would. The way begins
 * at the last field before the control, which takes the focus quietly, and ends at the control: a step from the page to the
 * bar above it would raise the window.
 */
export async function walkPage(stage: Stage, target: Target, budget: CallBudget): Promise<boolean> {
  const { ref, seen } = target;
  const start = startOf(target);
  if (start === null) return false;
  const wanted = new Set([refKey(ref)]);
  const stops = stopsOf(seen, wanted);
  const from = stops.findIndex((stop) => refKey(stop.ref) === refKey(start.ref));
  const to = stops.findIndex((stop) => refKey(stop.ref) === refKey(ref));
  if (from < 0 || to <= from) return false;
  await stage.accessibility.doAction(start.ref, start.activate, budget);
  if (!(await takesFocus(stage, start.ref, budget))) return false;
  const way = stops.slice(from + 1, to + 1);
  const walk = { from: stops[from], way, wanted, direction: "forward", told: "later" } as const;
  return (await follow(stage, seen, walk, budget)) !== null;
}

/** The last field of the page before the control, with the number of the action that gives it the focus. */
function startOf({ node, seen }: Target): { readonly ref: ObjectRef; readonly activate: number } | null {
  const { nodes } = seen.snapshot;
  const at = nodes.findIndex(({ handle }) => handle === node.handle);
  const field = nodes.findLast(
    ({ inWeb, operable, role }, each) => each < at && inWeb && operable && editableRoles.has(role),
  );
  const ref = seen.refs.get(field?.handle ?? -1);
  const facts = ref === undefined ? undefined : seen.places.get(refKey(ref))?.facts;
  const activate = facts === undefined ? undefined : activateAction(facts);
  return ref === undefined || activate === undefined ? null : { ref, activate };
}

async function takesFocus({ accessibility }: Stage, ref: ObjectRef, budget: CallBudget): Promise<boolean> {
  for (let waited = 0; waited <= FOCUS_MS; waited += POLL_MS) {
    if ((await accessibility.facts(ref, budget)).states.has("focused")) return true;
    if (!(await pause(POLL_MS, budget))) return false;
  }
  return false;
}
