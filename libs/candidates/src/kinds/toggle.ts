import { toggleRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";

export const toggleKind: Kind = {
  kind: "toggle",
  fromNode(node, view) {
    if (!toggleRoles.has(node.role) && !isCheckedItem(node)) return [];
    // A key that is drawn as a toggle button enters something; that it goes down and up again is no state.
    if (view.isKeypadButton(node)) return [];
    return [
      {
        key: `toggle|${view.identity(node).key}`,
        kind: "toggle",
        does: `${verb(node)} ${describeNode(node)}`,
        action: { kind: "toggle", handle: node.handle },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

const itemRoles: ReadonlySet<Role> = new Set<Role>(["cell", "row", "listitem", "treeitem"]);

/** A check box drawn into a table or list has no node of its own. */
function isCheckedItem({ role, states }: SnapshotNode): boolean {
  return itemRoles.has(role) && states.checked !== undefined;
}

/** What a press would do; "switch" where the state is not known or mixed. */
function verb(node: SnapshotNode): string {
  switch (node.states.checked) {
    case true:
      return "turn off";
    case false:
      return "turn on";
    case "mixed":
    case undefined:
      return "switch";
  }
}
