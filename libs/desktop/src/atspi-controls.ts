import type { ObjectRef } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import type { Found } from "./atspi-tree.js";
import type { Draft } from "./draft.js";
import type { Snapshot } from "./snapshot.js";

/** More are no help in telling what a control is for. */
const mostControlled = 16;

/** Adds to each node what its object says it controls, as far as that is on the window. */
export function withControls(
  snapshot: Snapshot,
  found: readonly Found[],
  numbers: ReadonlyMap<Draft, number>,
): Snapshot {
  const handles = new Map<string, number>();
  for (const { draft, tree } of found) {
    const handle = numbers.get(draft);
    if (handle !== undefined && draft.menuPath === undefined) handles.set(refKey(tree.facts.ref), handle);
  }
  const controls = new Map<number, number[]>();
  for (const { draft, tree } of found) {
    const handle = numbers.get(draft);
    const targets = (tree.facts.relations ?? [])
      .filter(({ type }) => type.toLowerCase() === "controller-for")
      .flatMap((relation): readonly ObjectRef[] => relation.targets)
      .flatMap((ref) => handles.get(refKey(ref)) ?? [])
      .filter((target) => target !== handle);
    if (handle !== undefined && targets.length > 0)
      controls.set(handle, [...new Set(targets)].slice(0, mostControlled));
  }
  if (controls.size === 0) return snapshot;
  const nodes = snapshot.nodes.map((node) => {
    const targets = controls.get(node.handle);
    return targets === undefined ? node : { ...node, controls: targets };
  });
  return { ...snapshot, nodes };
}
