import type { Role, ScrollDirection, SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

const scrolledRoles: ReadonlySet<Role> = new Set<Role>(["scrollarea", "table", "outline", "tree", "list", "webarea"]);

export const scrollKind: Kind = {
  kind: "scroll",
  fromNode(node, view) {
    if (!scrolledRoles.has(node.role) || node.frame === undefined) return [];
    return directionsFor(node, view).map((direction) => ({
      key: `scroll|${direction}|${view.identity(node).key}`,
      kind: "scroll",
      does: `scroll ${describeNode(node)} ${direction} one page`,
      action: { kind: "scroll", handle: node.handle, direction },
      destructive: false,
      facts: factsOf(node, view),
    }));
  },
};

/** Sideways only where something below reaches past the side edges; up and down always, as lists load on demand. */
function directionsFor(node: SnapshotNode, view: View): ScrollDirection[] {
  const frame = node.frame;
  const wide =
    frame !== undefined &&
    view.tree.children(node.handle).some(({ frame: child }) => child !== undefined && child.width > frame.width + 1);
  return wide ? ["down", "up", "right", "left"] : ["down", "up"];
}
