import { bareIdentifier, cut, humaniseIdentifier, normaliseLabel } from "@beans-picker/shared";
import type { AccessibleFacts, AccessibleTree } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import { nativeRole } from "./atspi-roles.js";
import type { Found } from "./atspi-tree.js";
import { titleOf } from "./atspi-tree.js";
import { readableText } from "./draft.js";
import { looksLikeClass } from "./linux-classes.js";
import { withoutAccelerator } from "./linux-names.js";
import { atspiRoles } from "./roles-atspi.js";
import type { Role } from "./roles.js";

/** Longest description used, in UTF-16 units. */
const helpUnits = 1_000;
/** Longest label taken from somewhere else than the name, in UTF-16 units. */
const labelUnits = 80;

/** Called by their picture when they show nothing else. */
const pictured: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "link",
  "menubutton",
  "radio",
  "switch",
  "tab",
  "toggle",
]);

/** What a relation may take a label for: everything that is operated. */
const related: ReadonlySet<Role> = new Set<Role>([
  ...pictured,
  "combobox",
  "list",
  "popup",
  "searchfield",
  "securefield",
  "slider",
  "stepper",
  "table",
  "textarea",
  "textfield",
  "tree",
]);

const rows: ReadonlySet<Role> = new Set<Role>(["cell", "listitem", "row", "treeitem"]);

const captionNatives: ReadonlySet<string> = new Set(["label", "static", "caption", "section", "heading"]);
const textFields: ReadonlySet<Role> = new Set<Role>(["searchfield", "securefield", "textarea", "textfield"]);

/** Identifier, help and placeholder, where the toolkit gives them. */
export function describe(found: readonly Found[], toolkit: { readonly isQt: boolean }): void {
  for (const { draft, tree } of found) {
    const { attributes } = tree.facts;
    draft.identifier = identifierOf(attributes);
    const placeholder = normaliseLabel(attributes?.["placeholder-text"] ?? attributes?.["placeholder"] ?? "");
    const description = plainText(tree.facts.description);
    // Qt gives the placeholder of a field as its description.
    const isPlaceholder = placeholder === "" && toolkit.isQt && textFields.has(draft.role);
    if (placeholder !== "" || (isPlaceholder && description !== "")) {
      draft.placeholder = cut(placeholder === "" ? description : placeholder, helpUnits);
    }
    if (description !== "" && !isPlaceholder && description !== draft.value) draft.help = description;
  }
}

/**
 * An identifier somebody chose. Left out are numbers a toolkit gave (`view_1006`, UUIDs, `:r1:`), because they can be
 * others the next time.
 */
function identifierOf(attributes: AccessibleFacts["attributes"]): string | undefined {
  const identifier = attributes?.["id"] ?? attributes?.["accessible-id"] ?? "";
  if (identifier.length > 200 || /^(?:view_)?\d+$|[0-9a-f]{8}|\s/i.test(identifier)) return undefined;
  return bareIdentifier(identifier);
}

/** Containers that a relation describes. It is no name of theirs: the driver does not see it, and what is in them says where it is. */
const holders: ReadonlySet<Role> = new Set<Role>(["list", "table", "tree"]);

/** Names what a label elsewhere belongs to by relation. A label that was guessed from its place gives way to it. */
export function labelByRelation(found: readonly Found[], objects: ReadonlyMap<string, AccessibleTree>): void {
  for (const { draft, tree, above } of found) {
    const isRow = rows.has(draft.role) && draft.label === "";
    if (draft.rawLabel !== "" || !(isRow || related.has(draft.role))) continue;
    const targets = labelsOf(tree, objects).filter((target) => target !== above);
    // Qt relates a control to its group box as well, which is no label of its own.
    const target = targets.find(({ facts }) => captionNatives.has(nativeRole(facts)));
    const label = target === undefined ? "" : captionOf(target);
    if (label === "") continue;
    if (holders.has(draft.role)) draft.help ??= label;
    else draft.label = label;
  }
}

function labelsOf(tree: AccessibleTree, objects: ReadonlyMap<string, AccessibleTree>): AccessibleTree[] {
  return (tree.facts.relations ?? [])
    .filter(({ type }) => type.toLowerCase() === "labelled-by")
    .flatMap(({ targets }) => targets.slice(0, 10))
    .flatMap((ref) => objects.get(refKey(ref)) ?? [])
    .filter((target) => target !== tree);
}

/** What a label says. The text of a secure field is never read, so a relation cannot give it away. */
function captionOf({ facts }: AccessibleTree): string {
  const text = readableText(titleOf(facts, atspiRoles.get(nativeRole(facts)) ?? "unknown").slice(0, helpUnits));
  return looksLikeClass(text) ? "" : cut(text, labelUnits);
}

/**
 * Names controls that show a picture only: by what describes them, by the name of the picture, or by an identifier.
 * LibreOffice describes the box around a button instead of the button.
 */
export function labelPictured(found: readonly Found[]): void {
  for (const { draft, tree, above } of found) {
    if (draft.label !== "" || !pictured.has(draft.role)) continue;
    const { facts } = tree;
    const around = above?.children.length === 1 && above.facts.name === "" ? above.facts.description : "";
    draft.label =
      firstLine(facts.description) ||
      firstLine(facts.attributes?.["tooltip-text"] ?? "") ||
      firstLine(around) ||
      pictureName(tree) ||
      (draft.identifier === undefined ? "" : (humaniseIdentifier(draft.identifier) ?? ""));
    if (draft.label === draft.help) draft.help = undefined;
  }
}

function firstLine(description: string): string {
  const line = description.slice(0, helpUnits).split(/\r?\n|<br/)[0] ?? "";
  return cut(withoutAccelerator(plainText(line)), labelUnits);
}

/** "edit-find-symbolic" → "edit find". */
function pictureName(tree: AccessibleTree): string {
  const picture = tree.children.find(({ facts }) => ["icon", "image"].includes(nativeRole(facts)) && facts.name !== "");
  const name = picture?.facts.name.slice(0, labelUnits) ?? "";
  return looksLikeClass(name) ? "" : (humaniseIdentifier(name.replace(/-symbolic(?:-rtl)?$/, "")) ?? "");
}

/** Qt's tooltips can be written in HTML. */
function plainText(description: string): string {
  const text = description.slice(0, helpUnits);
  return normaliseLabel(/^\s*</.test(text) ? text.replace(/<[^<>]{0,500}>/g, " ").replace(/&amp;/g, "&") : text);
}
