import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "./look.js";
import { withoutNumbers } from "./ties/stems.js";

/** States that an action on the control sets. Focus is not among them: it moves by itself. */
const ownStates = ["checked", "selected", "expanded"] as const;

/** Roles that stand for what is inside them: a row's check mark is the row's. */
const wholeRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);

/** A state of the control itself that was readable before and after and differs, as a sentence; else `undefined`. */
export function ownChange(was: SnapshotNode, is: SnapshotNode, before: Look, after: Look): string | undefined {
  const direct = stateChange(was, is);
  if (direct !== undefined) return `The control's state "${direct}" changed.`;
  if (was.rawLabel !== is.rawLabel && withoutNumbers(was.rawLabel) !== withoutNumbers(is.rawLabel)) {
    return "The control has a new label.";
  }
  if (onlyOneEnabled(was, is, before, after)) return 'The control\'s state "enabled" changed.';
  if (!wholeRoles.has(was.role)) return undefined;
  const row = [was, ...before.tree.ancestors(was)].find(({ role }) => role !== "cell" && wholeRoles.has(role)) ?? was;
  const parts = [row, ...before.tree.descendants(row.handle)];
  for (const part of parts) {
    const key = before.identity(part)?.key;
    const now = key === undefined ? undefined : after.byKey(key);
    const inner = now === undefined ? undefined : stateChange(part, now);
    if (inner !== undefined) return `The state "${inner}" of the row changed.`;
  }
  return undefined;
}

/** Whether it alone became usable or unusable: a dialog that comes up disables everything. */
function onlyOneEnabled(was: SnapshotNode, is: SnapshotNode, before: Look, after: Look): boolean {
  if (was.states.enabled === is.states.enabled) return false;
  return before.tree.nodes.every((node) => {
    const key = node === was ? undefined : before.identity(node)?.key;
    const now = key === undefined ? undefined : after.byKey(key);
    return now === undefined || now.states.enabled === node.states.enabled;
  });
}

function stateChange(was: SnapshotNode, is: SnapshotNode): string | undefined {
  return ownStates.find(
    (state) =>
      was.states[state] !== undefined && is.states[state] !== undefined && was.states[state] !== is.states[state],
  );
}

/**
 * Whether the control that is gone stands there under a new label: same parent with as many children, same place among
 * them, same role and identifier, every sibling still itself, and a name that was nowhere before. A label that only counts
 * ("Retry (5)") counts by itself and is no sign.
 */
export function relabelled(was: SnapshotNode, before: Look, after: Look): boolean {
  const parent = before.tree.parent(was);
  const key = parent === undefined ? undefined : before.identity(parent)?.key;
  const newParent = key === undefined ? undefined : after.byKey(key);
  if (parent === undefined || newParent === undefined) return false;
  const [old, now] = [before.tree.children(parent.handle), after.tree.children(newParent.handle)];
  const place = old.indexOf(was);
  const successor = now[place];
  if (successor === undefined || old.length !== now.length || successor.role !== was.role) return false;
  if (
    (successor.identifier ?? "") !== (was.identifier ?? "") ||
    withoutNumbers(successor.rawLabel) === withoutNumbers(was.rawLabel)
  ) {
    return false;
  }
  const successorKey = after.identity(successor)?.key;
  if (successorKey === undefined || before.byKey(successorKey) !== undefined) return false;
  return old.every((sibling, index) => {
    const other = now[index];
    return index === place || (other !== undefined && before.identity(sibling)?.key === after.identity(other)?.key);
  });
}
