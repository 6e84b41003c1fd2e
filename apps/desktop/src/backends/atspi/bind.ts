import {
  identify,
  nativeRole,
  refKey,
  type AccessibleFacts,
  type ObjectRef,
  type Role,
  type SnapshotNode,
} from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { findAgain, findCommandAgain, refuse, type Binding } from "../../bind.js";
import type { CallBudget } from "../../budget.js";
import type { Accessibility } from "./accessibility.js";
import type { Observation } from "./observe.js";
import { needsPlace, placeOf } from "./place.js";

/** A control as it is right before it is acted on, with the look in which it was found. */
export interface Target {
  readonly node: SnapshotNode;
  readonly ref: ObjectRef;
  readonly facts: AccessibleFacts;
  readonly seen: Observation;
}

export interface Binder {
  readonly accessibility: Pick<Accessibility, "facts">;
  /** A fresh look at the window. */
  readonly look: (budget: CallBudget) => Promise<Observation>;
  readonly kept: Observation;
}

/**
 * Finds the control behind a handle, straight from its application: the same object with the same role and name, else the
 * one control of a fresh look with the same identity. Nothing is ever found by its number.
 */
export async function bindTarget(binder: Binder, handle: number, budget: CallBudget): Promise<Binding<Target>> {
  const { kept } = binder;
  const node = kept.snapshot.nodes.find((each) => each.handle === handle);
  const ref = kept.refs.get(handle);
  if (node === undefined || ref === undefined) return refuse("target_gone");
  const known = kept.places.get(refKey(ref))?.facts;
  const facts = await readAgain(binder, ref, budget);
  if (facts === null || known === undefined || !isSame(known, facts, node.role))
    return await rebind(binder, handle, budget);
  if (!isEnabled(facts)) return refuse("target_disabled");
  if (!needsPlace(kept.snapshot, node) && !isCalledByLabel(known))
    return { ok: true, bound: { node, ref, facts, seen: kept } };
  // The object may have been given to another row, or its row to other content.
  const now = await binder.look(budget);
  const again = now.snapshot.nodes.find((each) => sameRef(now.refs.get(each.handle), ref));
  if (again === undefined || placeOf(kept.snapshot, node) !== placeOf(now.snapshot, again)) {
    return await rebind({ ...binder, look: () => Promise.resolve(now) }, handle, budget);
  }
  return { ok: true, bound: { node: again, ref, facts, seen: now } };
}

/** Chromium goes on telling the name that a label gave at first, so that only the label tells what a control is called by now. */
function isCalledByLabel({ attributes }: AccessibleFacts): boolean {
  return attributes?.["name-from"] === "related-element";
}

/** A menu command, by the same rules. */
export async function bindCommand(
  binder: Binder,
  handle: number,
  budget: CallBudget,
): Promise<Binding<{ readonly ref: ObjectRef; readonly facts: AccessibleFacts }>> {
  const { kept } = binder;
  const ref = kept.refs.get(handle);
  const known = ref === undefined ? undefined : kept.places.get(refKey(ref))?.facts;
  if (ref !== undefined && known !== undefined) {
    const facts = await readAgain(binder, ref, budget);
    if (facts !== null && isSame(known, facts, "menuitem") && isEnabled(facts)) {
      const above = await menusAbove(binder, ref, budget);
      if (above === "enabled") return { ok: true, bound: { ref, facts } };
    }
  }
  const now = await binder.look(budget);
  const found = findCommandAgain(kept.snapshot, handle, now.snapshot);
  if (!found.ok) return found;
  const fresh = now.refs.get(found.bound.handle);
  const facts = fresh === undefined ? null : await readAgain(binder, fresh, budget);
  const seen = fresh === undefined ? undefined : now.places.get(refKey(fresh))?.facts;
  if (fresh === undefined || facts === null || seen === undefined || !isSame(seen, facts, "menuitem")) {
    return refuse("menu_item_gone");
  }
  return isEnabled(facts) ? { ok: true, bound: { ref: fresh, facts } } : refuse("menu_item_disabled");
}

/** Whether each menu on the way to a command is still the one that was read, and enabled. */
async function menusAbove(binder: Binder, ref: ObjectRef, budget: CallBudget): Promise<"enabled" | "changed"> {
  const above: AccessibleFacts[] = [];
  for (let at = binder.kept.places.get(refKey(ref))?.parent ?? null; at !== null;) {
    const place = binder.kept.places.get(refKey(at));
    if (place === undefined || !["menu", "menu item"].includes(nativeRole(place.facts))) break;
    above.push(place.facts);
    at = place.parent;
  }
  const now = await Promise.all(above.map(({ ref: menu }) => readAgain(binder, menu, budget)));
  const same = now.every((facts, level) => {
    const known = above[level];
    return facts !== null && known !== undefined && isSame(known, facts, "menu") && isEnabled(facts);
  });
  return same ? "enabled" : "changed";
}

async function rebind(binder: Binder, handle: number, budget: CallBudget): Promise<Binding<Target>> {
  const now = await binder.look(budget);
  const found = findAgain(binder.kept.snapshot, handle, now.snapshot);
  if (!found.ok) return found;
  // The object that was meant is not it any more, and of look-alikes another one may stand in its place by now.
  if (identify(binder.kept.snapshot).get(handle)?.ambiguous !== false) return refuse("target_gone");
  const ref = now.refs.get(found.bound.handle);
  const seen = ref === undefined ? undefined : now.places.get(refKey(ref))?.facts;
  const facts = ref === undefined ? null : await readAgain(binder, ref, budget);
  if (ref === undefined || seen === undefined || facts === null || !isSame(seen, facts, found.bound.role)) {
    return refuse("target_gone");
  }
  if (!isEnabled(facts)) return refuse("target_disabled");
  return { ok: true, bound: { node: found.bound, ref, facts, seen: now } };
}

/** `null` when the object is gone. */
async function readAgain(binder: Binder, ref: ObjectRef, budget: CallBudget): Promise<AccessibleFacts | null> {
  try {
    const facts = await binder.accessibility.facts(ref, budget);
    return facts.states.has("defunct") ? null : facts;
  } catch (error) {
    if (error instanceof CodedError && error.code === "target_gone") return null;
    throw error;
  }
}

function sameRef(left: ObjectRef | undefined, right: ObjectRef): boolean {
  return left !== undefined && refKey(left) === refKey(right);
}

/** Roles whose accessible name may be what they hold. */
const namedByContent: ReadonlySet<Role> = new Set<Role>([
  "popup",
  "combobox",
  "textfield",
  "textarea",
  "searchfield",
  "stepper",
  "slider",
]);

/** Whether an object is what it was, as far as the object itself tells. */
export function isSame(known: AccessibleFacts, now: AccessibleFacts, role: Role): boolean {
  if (known.role !== now.role) return false;
  // Something that was to be seen and no longer is has been closed or covered by another page meanwhile.
  if (known.states.has("showing") && !now.states.has("showing")) return false;
  return known.name === now.name || namedByContent.has(role);
}

/** A toolkit that does not use one of the two sets the other: both are missing on a disabled control only. */
export function isEnabled({ states }: AccessibleFacts): boolean {
  return states.has("enabled") || states.has("sensitive");
}
