import type { Role } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";

/** What folds other things away. An open pop-up or menu takes the keyboard and is no such thing. */
const foldingRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "treeitem", "listitem", "disclosure", "group"]);

export const expandKind: Kind = {
  kind: "expand",
  fromNode(node, view) {
    const { expanded } = node.states;
    if (!foldingRoles.has(node.role) || expanded === undefined) return [];
    return [
      {
        // One id for both ways, so that the control keeps its id when it is opened.
        key: `expand|${view.identity(node).key}`,
        kind: "expand",
        does: `${expanded ? "collapse" : "expand"} ${describeNode(node)}`,
        action: { kind: "expand", handle: node.handle, expanded: !expanded },
        destructive: false,
        facts: factsOf(node, view),
      },
    ];
  },
};
