import { editableRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { humaniseIdentifier } from "@beans-picker/shared";
import { shownLabel } from "../describe.js";
import type { View } from "../view.js";
import { isKeypadKey } from "./keypad.js";
import { destructiveCategory, type Strength } from "./rules.js";

/** Pressing these shows or chooses something; only a label that cannot be mistaken makes them destructive. */
const showingRoles: ReadonlySet<Role> = new Set<Role>(["tab", "radio", "popup", "group"]);

/** What is in a table is content; only a label that begins with an unmistakable act is a command. */
const tableRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "treeitem"]);

/** Items often hold content. A long one is read as content, a short one as a command. */
const itemRoles: ReadonlySet<Role> = new Set<Role>(["listitem", "text", "image", "heading"]);
const COMMAND_WORDS = 4;
/** A place one can go to, not an act, where it is an item. */
const place = /^(?:trash|bin|ゴミ箱)$/iu;

/** On/off settings describe what happens later; only these take effect for others or cost money at once. */
const immediateForToggles: ReadonlySet<string> = new Set(["publish", "money"]);

const dialogRoles: ReadonlySet<Role> = new Set<Role>(["sheet", "dialog", "alert"]);

/**
 * Whether pressing the control needs consent, judged by its label, identifier and help text. Text fields never do: entering
 * text commits nothing.
 */
export function isDestructiveControl(node: SnapshotNode, view: View): boolean {
  if (editableRoles.has(node.role) && node.role !== "combobox") return false;
  const label = shownLabel(node);
  if (isKeypadKey(node, view)) return false;
  if (isPopoverClose(node, label, view)) return destructiveCategory(node.help ?? "", "strong") !== undefined;
  if (node.role === "checkbox" || node.role === "switch" || node.role === "toggle") {
    return immediateForToggles.has(destructiveCategory(label, "strong") ?? "");
  }
  const strength = strengthFor(node.role, label);
  const identifier = node.identifier === undefined ? "" : (humaniseIdentifier(node.identifier) ?? "");
  return (
    destructiveCategory(label, strength) !== undefined ||
    destructiveCategory(identifier, strength) !== undefined ||
    // Help is a sentence: a verb at its start may describe what the control shows.
    destructiveCategory(node.help ?? "", "strong") !== undefined
  );
}

function strengthFor(role: Role, label: string): Strength {
  if (tableRoles.has(role)) return "strong-first";
  if (showingRoles.has(role)) return "strong";
  return itemRoles.has(role) && (label.split(" ").length > COMMAND_WORDS || place.test(label.trim()))
    ? "strong"
    : "all";
}

/** A popover's own "Close" or "Dismiss" loses nothing. A dialog's may. */
function isPopoverClose(node: SnapshotNode, label: string, view: View): boolean {
  if (!/^(?:close|dismiss|閉じる)$/iu.test(label.trim())) return false;
  const holder = view.tree.ancestors(node).find(({ role }) => role === "popover" || dialogRoles.has(role));
  return holder?.role === "popover";
}
