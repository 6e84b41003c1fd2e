import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";
import { optionHolder } from "./option.js";

const selectedRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);

/** Rows and items of lists, tables and trees. Where the toolkit shows no selection they are clicked. */
export const selectKind: Kind = {
  kind: "select",
  fromNode(node, view) {
    if (!canBeSelected(node, view)) return [];
    return [
      {
        key: `select|${view.identity(node).key}`,
        kind: "select",
        does: `select ${describeNode(node)}`,
        action: { kind: "select", handle: node.handle },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

export function canBeSelected(node: SnapshotNode, view: View): boolean {
  return selectedRoles.has(node.role) && node.states.selected !== undefined && optionHolder(node, view) === undefined;
}
