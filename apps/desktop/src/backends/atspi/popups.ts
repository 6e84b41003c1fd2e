import { nativeRole, type AccessibleReading, type AccessibleTree, type Frame } from "@beans-picker/desktop";
import type { X11Window } from "@beans-picker/x11";

/**
 * The reading, with what it lacks when one of these menus and lists is on the screen and nothing in it was read. Qt tells
 * of its pop-up menus only at the moment in which they open.
 */
export function withUnreadPopups(reading: AccessibleReading, popups: readonly X11Window[]): AccessibleReading {
  // What opens in GTK 4 hangs below what opened it, and is told where it is by numbers of its own.
  if (reading.toolkit.name === "GTK" && reading.toolkit.version.startsWith("4")) return reading;
  if (popups.every(({ bounds }) => [reading.root, ...reading.attached].some((tree) => holdsItem(tree, bounds)))) {
    return reading;
  }
  return { ...reading, complete: false, reasons: [...new Set([...reading.reasons, "no_accessibility" as const])] };
}

const items: ReadonlySet<string> = new Set([
  "menu item",
  "check menu item",
  "radio menu item",
  "menu",
  "list item",
  "table cell",
  "tree item",
]);

/** Whether something that can be chosen, and shows, has its middle there. */
function holdsItem({ facts, children }: AccessibleTree, bounds: Frame): boolean {
  const { extents, states } = facts;
  if (extents !== undefined && states.has("showing") && items.has(nativeRole(facts)) && holds(bounds, extents)) {
    return true;
  }
  return children.some((child) => holdsItem(child, bounds));
}

function holds(outer: Frame, { x, y, width, height }: Frame): boolean {
  const [across, down] = [x + width / 2 - outer.x, y + height / 2 - outer.y];
  return across >= 0 && across < outer.width && down >= 0 && down < outer.height;
}
