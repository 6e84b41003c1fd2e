import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { SnapshotTree } from "./tree.js";

/** Controls that hold a list of options, and what such options are. */
const chooserRoles: ReadonlySet<Role> = new Set<Role>(["popup", "combobox"]);
const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row", "treeitem", "text"]);

/** The pop-up or combo box whose option this is, or the list that a plain text stands directly in. */
export function chooserOf(node: SnapshotNode, tree: SnapshotTree): SnapshotNode | undefined {
  if (!optionRoles.has(node.role)) return undefined;
  if (node.role === "text") {
    const parent = tree.parent(node);
    return parent?.role === "list" ? parent : undefined;
  }
  return tree.ancestors(node).find((ancestor) => chooserRoles.has(ancestor.role));
}

/** The options that can be seen inside a pop-up or combo box, each once: a text inside an option is part of it. */
export function optionsIn(chooser: SnapshotNode, tree: SnapshotTree): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const inside = new Set<number>();
  for (const node of tree.descendants(chooser.handle)) {
    const within = node.parent !== null && inside.has(node.parent);
    const isOption = optionRoles.has(node.role) && node.label !== "";
    if (within || isOption) inside.add(node.handle);
    if (isOption && !within) found.push(node);
  }
  return found;
}
