import type { Role } from "@beans-picker/desktop";
import type { Look } from "./look.js";

/** Things that come up over a window and go away again. */
const surfaceRoles: ReadonlySet<Role> = new Set<Role>(["window", "dialog", "sheet", "alert", "popover", "menu"]);

export interface SurfaceChange {
  readonly what: "appeared" | "closed";
  readonly role: Role;
}

/**
 * A window, dialog, popover or menu that came or went, judged by how many of each there are and by whether a modal is open.
 * One that only changed its title does not count: titles count progress and unread messages.
 */
export function surfaceChange(before: Look, after: Look): SurfaceChange | undefined {
  const [old, now] = [before.snapshot, after.snapshot];
  if (now.modal !== null && now.modal.role !== old.modal?.role) return { what: "appeared", role: now.modal.role };
  if (old.modal !== null && now.modal === null) return { what: "closed", role: old.modal.role };
  const windows = now.window.otherWindows.length - old.window.otherWindows.length;
  if (windows !== 0) return { what: windows > 0 ? "appeared" : "closed", role: "window" };
  const [was, is] = [countSurfaces(before), countSurfaces(after)];
  for (const role of surfaceRoles) {
    const difference = (is.get(role) ?? 0) - (was.get(role) ?? 0);
    if (difference !== 0) return { what: difference > 0 ? "appeared" : "closed", role };
  }
  return undefined;
}

function countSurfaces({ tree }: Look): ReadonlyMap<Role, number> {
  const counts = new Map<Role, number>();
  for (const node of tree.nodes) {
    // The window itself is where we look, and closed menus may stay in the tree.
    if (node.parent === null || !surfaceRoles.has(node.role) || node.states.showing === false) continue;
    counts.set(node.role, (counts.get(node.role) ?? 0) + 1);
  }
  return counts;
}
