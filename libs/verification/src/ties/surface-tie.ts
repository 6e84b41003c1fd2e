import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import type { SurfaceChange } from "../surfaces.js";
import { belongsTo, type Commander } from "./named.js";

const closingRoles: ReadonlySet<Role> = new Set<Role>(["button", "link", "menuitem", "menubutton", "toggle"]);
const openers: ReadonlySet<Role> = new Set<Role>(["menubutton", "popup", "combobox"]);
const opened: ReadonlySet<Role> = new Set<Role>(["menu", "popover"]);

/**
 * Whether a window, dialog, popover or menu that came or went belongs to what was acted on. One that came does when it is
 * called by the action's own words, or hangs on the control; one that went does when the control was in it and nothing else
 * there could have closed it. Anything else may have come or gone by itself.
 */
export function surfaceBelongsTo(
  commander: Commander,
  surface: SurfaceChange,
  before: Look,
  after: Look,
  is: SnapshotNode | undefined,
): boolean {
  if (surface.what === "closed") return wasTheWayOut(commander.handle, surface, before);
  if (surface.node !== undefined && is !== undefined && openers.has(is.role) && opened.has(surface.role)) {
    if (after.tree.ancestors(surface.node).includes(is)) return true;
  }
  return belongsTo(commander, [surface.title, ...headingsOf(surface, after)], before);
}

function wasTheWayOut(handle: number, { node }: SurfaceChange, { tree }: Look): boolean {
  if (node === undefined) return false;
  const ways = tree.descendants(node.handle).filter((one) => closingRoles.has(one.role) && one.states.enabled);
  return ways.length === 1 && ways[0]?.handle === handle;
}

/** What the surface is called inside: its headings, and its first text when it has no title. */
function headingsOf({ node, title }: SurfaceChange, { tree }: Look): string[] {
  if (node === undefined) return [];
  const inside = tree.descendants(node.handle);
  const headings = inside.filter(({ role }) => role === "heading");
  const first = title === "" ? inside.find(({ role, label }) => role === "text" && label !== "") : undefined;
  return [...headings, ...(first === undefined ? [] : [first])].map(({ label }) => label);
}
