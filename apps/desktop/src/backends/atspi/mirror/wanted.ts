import type { ObjectRef } from "@beans-picker/desktop";

import { type ActionFacts, type RelationFacts, roleNumbers } from "@beans-picker/dbus";

import type { ToolkitKind } from "./toolkit.js";
import type { Frame } from "@beans-picker/desktop";

/** What is read of every object. */
export interface Base {
  readonly role: number;
  readonly name: string;
  readonly description: string;
  readonly states: ReadonlySet<string>;
  readonly interfaces: ReadonlySet<string>;
  /** -1 when the application does not say. */
  readonly childCount: number;
}

/** What is read of an object that has use for it; missing when it was not asked or the application refused. */
export interface Details {
  roleName?: string;
  attributes?: Readonly<Record<string, string>>;
  text?: string;
  caret?: number;
  value?: { readonly current: number; readonly minimum: number; readonly maximum: number; readonly text: string };
  actions?: readonly ActionFacts[];
  selected?: readonly ObjectRef[];
  relations?: readonly RelationFacts[];
  extents?: Frame;
}

export type Part = Exclude<keyof Details, "caret">;

/** Where an object stands. */
export interface Place {
  readonly shows: boolean;
  /** Its parent does not show either. */
  readonly isBelowHidden: boolean;
  /** Path of its parent; "" at the top. */
  readonly parent: string;
  /** Inside a web page, whose objects say what they are in their attributes. */
  readonly inDocument: boolean;
  /** Inside a password field, whose parts must not be read either. */
  readonly inSecret: boolean;
}

const secretRoles: ReadonlySet<number> = new Set([roleNumbers.passwordText]);
const textRoles: ReadonlySet<number> = new Set([
  roleNumbers.text,
  roleNumbers.entry,
  roleNumbers.terminal,
  roleNumbers.paragraph,
  roleNumbers.spinButton,
]);
const choiceRoles: ReadonlySet<number> = new Set([roleNumbers.comboBox, roleNumbers.list, roleNumbers.listBox]);
const fieldRoles: ReadonlySet<number> = new Set([
  ...textRoles,
  ...choiceRoles,
  roleNumbers.passwordText,
  roleNumbers.slider,
  roleNumbers.table,
  roleNumbers.tree,
  roleNumbers.treeTable,
]);
const boxRoles: ReadonlySet<number> = new Set([
  roleNumbers.checkBox,
  roleNumbers.radioButton,
  roleNumbers.toggleButton,
]);
const rangeParts: ReadonlySet<number> = new Set([roleNumbers.scrollBar]);

export function isSecret({ role }: Pick<Base, "role">): boolean {
  return secretRoles.has(role);
}

/** Which parts of an object are worth a call. */
export function wantedParts(base: Base, place: Place, kind: ToolkitKind): readonly Part[] {
  const parts: Part[] = [];
  const { interfaces, states, role } = base;
  const has = (name: string): boolean => interfaces.has(name);
  const editable = has("EditableText") || states.has("editable");
  const operable = has("Action") || has("Value") || has("Selection") || editable;
  if (role === 0 || role >= roleNumbers.extended) parts.push("roleName");
  if (place.shows && has("Component")) parts.push("extents");
  if (
    has("Text") &&
    !isSecret(base) &&
    !place.inSecret &&
    (editable || textRoles.has(role) || isUnnamed(base, place))
  ) {
    parts.push("text");
  }
  if (has("Value") && (place.shows || !rangeParts.has(role))) parts.push("value");
  // GTK 4 gives every label the actions of its menu, which must not be used.
  if (has("Action") && !(kind === "gtk4" && role === roleNumbers.label)) parts.push("actions");
  if (has("Selection") && choiceRoles.has(role)) parts.push("selected");
  // GTK 4 has no attributes of objects but what an empty field says.
  const hasAttributes = kind === "gtk4" ? has("EditableText") : operable && !rangeParts.has(role);
  if (place.shows && (place.inDocument || hasAttributes)) parts.push("attributes");
  // Chromium does not tell when the name of a box in a label changes with what the label says.
  const mayBeLabelled = mayLackName(base) || (place.inDocument && boxRoles.has(role));
  if (place.shows && operable && !rangeParts.has(role) && mayBeLabelled) parts.push("relations");
  return parts;
}

/** Fields and lists are called by their content in some toolkits, and GTK 4 calls what has no name by its class. */
function mayLackName({ role, name, interfaces }: Base): boolean {
  return name === "" || fieldRoles.has(role) || interfaces.has("EditableText") || className.test(name);
}

const className = /^[A-Z]\w*[A-Z]\w*$/;

function isUnnamed({ name }: Base, { shows }: Place): boolean {
  return name === "" && shows;
}
