import { type AccessibleCalls, BusFault, isOver } from "@beans-picker/dbus";
import type { AccessibleFacts, AccessibleReading, AccessibleTree } from "@beans-picker/desktop";

import { showsIn, type ToolkitKind } from "./toolkit.js";

/** The objects of a reading that nobody sees: in closed menus and on hidden pages. */
export function unseenIn({ root, attached }: AccessibleReading, kind: ToolkitKind): readonly AccessibleFacts[] {
  const found: AccessibleFacts[] = [];
  const visit = ({ facts, children }: AccessibleTree, parentShows: boolean): void => {
    const shows = showsIn(kind, facts.states, parentShows);
    if (!shows) found.push(facts);
    for (const child of children) visit(child, shows);
  };
  for (const tree of [root, ...attached]) visit(tree, true);
  return found;
}

/** Whether name, states and number of children of objects are still what was read of them. */
export async function haveKept(calls: AccessibleCalls, objects: readonly AccessibleFacts[]): Promise<boolean> {
  try {
    const same = await Promise.all(objects.map((facts) => hasKept(calls, facts)));
    return same.every(Boolean);
  } catch (error) {
    if (!(error instanceof BusFault) || isOver(error)) throw error;
    return false;
  }
}

async function hasKept(calls: AccessibleCalls, { ref, name, states, childCount }: AccessibleFacts): Promise<boolean> {
  const [nameNow, statesNow, countNow] = await Promise.all([calls.name(ref), calls.states(ref), calls.childCount(ref)]);
  // Equal states are the same set.
  return nameNow === name && statesNow === states && Math.max(0, countNow) === childCount;
}
