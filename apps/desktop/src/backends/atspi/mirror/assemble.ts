import { type AccessibleFacts, type AccessibleTree, type ObjectRef, refKey } from "@beans-picker/desktop";

import type { NodeRecord } from "./record.js";

export function factsOf({ ref, base, details }: Pick<NodeRecord, "ref" | "base" | "details">): AccessibleFacts {
  const { roleName = "", ...rest } = details;
  const { role, name, description, states, interfaces, childCount } = base;
  return { ref, role, roleName, name, description, states, interfaces, ...rest, childCount: Math.max(0, childCount) };
}

/**
 * The trees below objects from what was read; objects that were not are left out. An object that hangs in two places, as
 * the content of an open menu does, is put in the first.
 */
export function assemble(roots: readonly ObjectRef[], records: ReadonlyMap<string, NodeRecord>): AccessibleTree[] {
  const placed = new Set<string>();
  return roots.flatMap((root) => below(root, records, placed) ?? []);
}

function below(
  ref: ObjectRef,
  records: ReadonlyMap<string, NodeRecord>,
  placed: Set<string>,
): AccessibleTree | undefined {
  const key = refKey(ref);
  const record = records.get(key);
  if (record === undefined || placed.has(key)) return undefined;
  placed.add(key);
  const children = record.children.flatMap((child) => below(child, records, placed) ?? []);
  const facts = factsOf(record);
  return { facts: { ...facts, childCount: Math.max(facts.childCount, children.length) }, children };
}
