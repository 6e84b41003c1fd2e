import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";
import { optionHolder } from "./option.js";

/** What people right-click: things, not controls. */
const thingRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem", "link", "image"]);
/** Names of the action that opens a context menu, in lower case. */
const menuActions: ReadonlySet<string> = new Set(["showmenu", "show menu", "showcontextmenu", "menu.popup", "menu"]);

export const contextMenuKind: Kind = {
  kind: "context_menu",
  fromNode(node, view) {
    if (!hasContextMenu(node, view)) return [];
    return [
      {
        key: `context_menu|${view.identity(node).key}`,
        kind: "context_menu",
        does: `open the context menu of ${describeNode(node)} (right-click)`,
        action: { kind: "context_menu", handle: node.handle },
        destructive: false,
        facts: factsOf(node, view),
      },
    ];
  },
};

function hasContextMenu(node: SnapshotNode, view: View): boolean {
  if (node.label === "" || optionHolder(node, view) !== undefined) return false;
  if (thingRoles.has(node.role)) return true;
  // A tab, a heading or the like has one where the toolkit says so; a menu button's menu is no context menu.
  return (
    node.role !== "menubutton" &&
    node.role !== "popup" &&
    node.role !== "button" &&
    node.actions.some((name) => menuActions.has(name.toLowerCase()))
  );
}
