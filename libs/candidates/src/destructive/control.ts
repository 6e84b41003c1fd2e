import { editableRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { humaniseIdentifier } from "@beans-picker/shared";
import { shownLabel } from "../describe.js";
import type { View } from "../view.js";
import { isKeypadKey } from "./keypad.js";
import type { DestructiveCategory } from "./categories.js";
import type { Strength } from "./rules.js";

/** Pressing these shows or chooses something; only a label that cannot be mistaken makes them destructive. */
const showingRoles: ReadonlySet<Role> = new Set<Role>(["tab", "radio", "popup", "group"]);

/** What is in a table is content; only a label that begins with an unmistakable act is a command. */
const tableRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "treeitem"]);

/** Items often hold content. A long one is read as content, a short one as a command. */
const itemRoles: ReadonlySet<Role> = new Set<Role>(["listitem", "text", "image", "heading"]);
const COMMAND_WORDS = 4;
/** A place one can go to, not an act, where it is an item. */
const place = /^(?:trash|bin|ゴミ箱)$/iu;

/** What stands before the items of a list. */
const bullet = /^\s*(?:[•◦▪‣●○]|\d+[.)])\s/u;
/** An item with controls of its own is what those controls are about. */
const ownRoles: ReadonlySet<Role> = new Set<Role>(["button", "checkbox", "switch", "toggle", "menubutton", "radio"]);

/** On/off settings describe what happens later; only these take effect for others or cost money at once. */
const immediateForToggles: ReadonlySet<DestructiveCategory> = new Set<DestructiveCategory>(["publish", "money"]);

const dialogRoles: ReadonlySet<Role> = new Set<Role>(["sheet", "dialog", "alert"]);

/**
 * Why pressing the control needs consent, judged by its label, identifier and help text; `undefined` where it does not. Text
 * fields never do: entering text commits nothing.
 */
export function categoryOfControl(node: SnapshotNode, view: View): DestructiveCategory | undefined {
  if (editableRoles.has(node.role) && node.role !== "combobox") return undefined;
  const label = shownLabel(node);
  const custom = view.customCategory(label);
  if (custom !== undefined) return custom ?? undefined;
  if (isKeypadKey(node, view)) return undefined;
  if (isPopoverClose(node, label, view)) return view.category(node.help ?? "", "strong");
  if (node.role === "checkbox" || node.role === "switch" || node.role === "toggle") {
    const category = view.category(label, "strong");
    return category !== undefined && immediateForToggles.has(category) ? category : undefined;
  }
  const strength = strengthFor(node, label, view);
  const identifier = node.identifier === undefined ? "" : (humaniseIdentifier(node.identifier) ?? "");
  return (
    view.category(label, strength) ??
    view.category(identifier, strength) ??
    // Help is a sentence: a verb at its start may describe what the control shows.
    view.category(node.help ?? "", "strong")
  );
}

export function isDestructiveControl(node: SnapshotNode, view: View): boolean {
  return categoryOfControl(node, view) !== undefined;
}

function strengthFor({ role, handle }: SnapshotNode, label: string, view: View): Strength {
  if (tableRoles.has(role)) return "strong-first";
  if (showingRoles.has(role)) return "strong";
  if (!itemRoles.has(role)) return "all";
  const isContent =
    label.split(" ").length > COMMAND_WORDS ||
    bullet.test(label) ||
    place.test(label.trim()) ||
    view.tree.children(handle).some((child) => ownRoles.has(child.role));
  return isContent ? "strong" : "all";
}

/** A popover's own "Close" or "Dismiss" loses nothing. A dialog's may. */
function isPopoverClose(node: SnapshotNode, label: string, view: View): boolean {
  if (!/^(?:close|dismiss|schließen|fermer|cerrar|fechar|chiudi|閉じる|关闭|關閉|닫기)$/iu.test(label.trim()))
    return false;
  const holder = view.tree.ancestors(node).find(({ role }) => role === "popover" || dialogRoles.has(role));
  return holder?.role === "popover";
}
