import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { chooserOf } from "../choosers.js";
import { describeNode, quoted } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

const OPTION_UNITS = 40;
/** A row of a combo box's table is its cells. */
const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row", "treeitem", "text"]);

/** One option of a pop-up, combo box or list, as a click of its own. */
export const optionKind: Kind = {
  kind: "click",
  fromNode(node, view) {
    const chooser = optionHolder(node, view);
    if (chooser === undefined) return [];
    return [
      {
        key: `click|${view.identity(node).key}`,
        kind: "click",
        does: `choose option ${quoted(node.label, OPTION_UNITS)} in ${describeNode(chooser)}`,
        action: { kind: "click", handle: node.handle },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

/** What the option belongs to; `undefined` for everything that is no option. */
export function optionHolder(node: SnapshotNode, view: View): SnapshotNode | undefined {
  if (!optionRoles.has(node.role) || node.label === "") return undefined;
  if (node.role === "text" && node.rawLabel === "") return undefined;
  return chooserOf(node, view.tree);
}
