import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { bareIdentifier, cut, humaniseIdentifier, normaliseLabel } from "@beans-picker/shared";

/** Longest parts of a description, in UTF-16 units. Source: beans-picker 0.5 seed. */
const LABEL_UNITS = 40;
const IDENTIFIER_UNITS = 30;
const TEXT_UNITS = 60;

/** The role in a person's words. */
const spokenRoles: Partial<Record<Role, string>> = {
  listitem: "list item",
  menuitem: "menu item",
  menubutton: "menu button",
  treeitem: "tree item",
  textfield: "text field",
  textarea: "text area",
  searchfield: "search field",
  securefield: "password field",
  combobox: "combo box",
  popup: "pop-up",
  radio: "radio button",
  scrollarea: "scroll area",
  webarea: "web page",
  toggle: "toggle button",
  colorwell: "colour well",
  column: "column header",
  disclosure: "disclosure triangle",
};

export function spokenRole(role: Role): string {
  return spokenRoles[role] ?? role;
}

/**
 * A control in a few words: role, label, and the identifier where it says something else. A password field is never named
 * after its content.
 */
export function describeNode(node: SnapshotNode): string {
  const label = shownLabel(node);
  const name = label === "" ? "" : ` ${quoted(label, LABEL_UNITS)}`;
  const placeholder =
    label === "" && node.placeholder !== undefined && node.placeholder !== ""
      ? ` with the placeholder ${quoted(node.placeholder, LABEL_UNITS)}`
      : "";
  return `${spokenRole(node.role)}${name}${placeholder}${identifierNote(node, label)}`;
}

/** The label that may be shown: everywhere the node's own, for a password field only what cannot be its content. */
export function shownLabel(node: SnapshotNode): string {
  if (node.role !== "securefield") return node.label;
  if (node.rawLabel !== "") return node.rawLabel;
  return (node.identifier === undefined ? undefined : humaniseIdentifier(node.identifier)) ?? "";
}

function identifierNote(node: SnapshotNode, label: string): string {
  const identifier = node.identifier === undefined ? undefined : bareIdentifier(node.identifier);
  if (identifier === undefined) return "";
  const same = [identifier, humaniseIdentifier(identifier) ?? ""].some(
    (text) => normaliseLabel(text).toLowerCase() === label.toLowerCase(),
  );
  return same ? "" : ` (${cut(identifier, IDENTIFIER_UNITS)})`;
}

/** A text in JSON quotes, cut before quoting. */
export function quoted(text: string, units: number = TEXT_UNITS): string {
  return JSON.stringify(cut(text, units));
}

/** How a text to enter is shown in a description. */
export function shownText(text: string | undefined): string {
  return text === undefined ? "the given text" : quoted(text, TEXT_UNITS);
}
