import type { Action } from "@beans-picker/desktop";
import { lasting, lost, mismatch, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Select = Extract<Action, { kind: "select" }>;

export function judgeSelect(evidence: Evidence<Select>): Finding {
  const { was, is, before, after } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  const now = isSelected(evidence, "after");
  if (now === undefined) return unverified("Whether it is selected cannot be read.");
  if (now)
    return lasting(isSelected(evidence, "before") === true ? "It was selected and still is." : "It is selected now.");
  const others = after.tree.children(is.parent ?? -1).filter((sibling) => {
    const key = after.identity(sibling)?.key;
    const old = key === undefined ? undefined : before.byKey(key);
    return sibling.states.selected === true && old?.states.selected === false;
  });
  return others.length > 0 ? mismatch("Something else is selected now.") : noEffect("It is not selected.");
}

/** Its own state, or that of the row it is a cell of. */
function isSelected({ was, is, before, after }: Evidence<Select>, when: "before" | "after"): boolean | undefined {
  const [node, look] = when === "before" ? [was, before] : [is, after];
  if (node === undefined) return undefined;
  return node.states.selected ?? look.tree.parent(node)?.states.selected;
}
