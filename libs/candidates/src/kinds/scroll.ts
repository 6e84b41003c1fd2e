import type { Role, ScrollDirection, SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

const scrolledRoles: ReadonlySet<Role> = new Set<Role>(["scrollarea", "table", "outline", "tree", "list", "webarea"]);

export const scrollKind: Kind = {
  kind: "scroll",
  // A scroll area has no action of its own in most toolkits; it is scrolled by its bars.
  unaddressed: true,
  fromNode(node, view) {
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

/** Up and down always, as lists load on demand; sideways where a bar or something wider than the frame says so. */
function directionsFor(node: SnapshotNode, view: View): ScrollDirection[] {
  const { frame } = node;
  if (frame === undefined) return [];
  if (node.role === "scrollbar") {
    // Inside an area its bar is what moves the area, and no second way to say so.
    const inArea = view.tree.ancestors(node).some(({ role }) => scrolledRoles.has(role));
    if (inArea || !view.offered(node)) return [];
    return isWide(node) ? ["right", "left"] : ["down", "up"];
  }
  if (!scrolledRoles.has(node.role) || !canBeScrolled(node, view)) return [];
  const children = view.tree.children(node.handle);
  const sideways = children.some(
    (child) =>
      (child.role === "scrollbar" && isWide(child)) ||
      (child.frame !== undefined && child.role !== "scrollbar" && child.frame.width > frame.width + 1),
  );
  return sideways ? ["down", "up", "right", "left"] : ["down", "up"];
}

function isWide({ frame }: SnapshotNode): boolean {
  return frame !== undefined && frame.width > frame.height;
}

/**
 * Where the driver needs an address only what has one. A list inside a scroll area moves with it, and the area is the one to
 * scroll; the area's own first child is what it shows, so a table stays the one where it is addressed by itself.
 */
function canBeScrolled(node: SnapshotNode, view: View): boolean {
  if (node.operable) return true;
  if (view.snapshot.backend === "cua-driver") return false;
  return node.role === "scrollarea" || view.tree.parent(node)?.role !== "scrollarea";
}
