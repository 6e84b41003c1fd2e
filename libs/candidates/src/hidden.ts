import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { SnapshotTree } from "./tree.js";

/** What these hold is reached through them, whether it shows at the moment or not: by scrolling, or by opening them. */
const holderRoles: ReadonlySet<Role> = new Set<Role>([
  "combobox",
  "list",
  "menu",
  "menubar",
  "menubutton",
  "outline",
  "popup",
  "scrollarea",
  "table",
  "tree",
]);

/**
 * Whether a control is on the window only as a plan: on a page of a stack or in a pop-over that is put away. Toolkits list it,
 * enabled, with no place and not showing. What is scrolled out of sight has a place, or (GTK 3) lies in something that scrolls.
 */
export function isHidden(node: SnapshotNode, tree: SnapshotTree): boolean {
  if (node.states.showing !== false || node.frame !== undefined) return false;
  const decides = tree
    .ancestors(node)
    .find(
      ({ role, states }) =>
        (role === "tab" && states.selected === false) || (holderRoles.has(role) && states.showing !== false),
    );
  return decides === undefined || decides.role === "tab";
}
