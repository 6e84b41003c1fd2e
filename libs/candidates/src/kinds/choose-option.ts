import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { describeNode, shownText } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row"]);

export const chooseOptionKind: Kind = {
  kind: "choose_option",
  fromNode(node, view) {
    if (!hasOptions(node, view)) return [];
    return [
      {
        key: `choose|${view.identity(node).key}`,
        kind: "choose_option",
        does: `choose ${shownText(undefined)} in ${describeNode(node)}`,
        action: { kind: "choose_option", handle: node.handle, text: "" },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

/** A pop-up always chooses. A combo box is first a text field: it chooses only where its options can be seen. */
function hasOptions(node: SnapshotNode, view: View): boolean {
  if (node.role === "popup") return true;
  return node.role === "combobox" && view.tree.descendants(node.handle).some((below) => optionRoles.has(below.role));
}
