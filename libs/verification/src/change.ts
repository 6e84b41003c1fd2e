import { shownLabel, spokenRole } from "@beans-picker/candidates";
import { editableRoles, type Role, type Snapshot, type SnapshotNode } from "@beans-picker/desktop";
import { bareIdentifier, cut, humaniseIdentifier } from "@beans-picker/shared";
import { lookAt, type Look } from "./look.js";
import type { Change } from "./verdict.js";

/** Limits of the summary; lengths in UTF-16 units. Source: beans-picker 0.5 seed. */
const NAMES = 12;
const FIELDS = 4;
const TEXTS = 6;
const COMPARED_NAMES = 500;
const LABEL_UNITS = 30;
const IDENTIFIER_UNITS = 40;
const TEXT_UNITS = 60;

const onOffRoles: ReadonlySet<Role> = new Set<Role>(["checkbox", "switch", "toggle"]);
const chosenRoles: ReadonlySet<Role> = new Set<Role>(["radio", "tab"]);

/** What is different on the window, cut to the limits that `change` states. Password fields are never quoted. */
export function changeBetween(before: Snapshot, after: Snapshot): Change {
  return changeOf(lookAt(before), lookAt(after));
}

export function changeOf(before: Look, after: Look): Change {
  const [old, now] = [namesOf(before), namesOf(after)];
  const oldTexts = new Set(before.snapshot.texts.map(({ text }) => text));
  const appeared = [...now].filter((name) => !old.has(name)).slice(0, NAMES);
  const disappeared = [...old].filter((name) => !now.has(name)).slice(0, NAMES);
  const fieldsChanged = changedFields(before, after)
    .slice(0, FIELDS)
    .map(({ was, is }) => ({
      role: is.role,
      label: cut(shownLabel(is), LABEL_UNITS),
      before: cut(was.rawValue ?? was.value ?? "", TEXT_UNITS),
      after: cut(is.rawValue ?? is.value ?? "", TEXT_UNITS),
    }));
  const texts = [...new Set(after.snapshot.texts.map(({ text }) => text))].filter(
    (text) => text !== "" && !oldTexts.has(text),
  );
  const textsChanged = texts.slice(0, TEXTS).map((text) => cut(text, TEXT_UNITS));
  return {
    ...(appeared.length === 0 ? {} : { appeared }),
    ...(disappeared.length === 0 ? {} : { disappeared }),
    ...(fieldsChanged.length === 0 ? {} : { fieldsChanged }),
    ...(textsChanged.length === 0 ? {} : { textsChanged }),
    ...(before.snapshot.window.title === after.snapshot.window.title
      ? {}
      : { windowTitle: after.snapshot.window.title }),
  };
}

/** Fields that both looks have and whose content differs. Password fields are left out: their content is not known. */
export function changedFields(before: Look, after: Look): { was: SnapshotNode; is: SnapshotNode }[] {
  return after.tree.nodes.flatMap((is) => {
    if (!hasContent(is)) return [];
    const key = after.identity(is)?.key;
    const was = key === undefined ? undefined : before.byKey(key);
    return was !== undefined && contentOfField(was) !== contentOfField(is) ? [{ was, is }] : [];
  });
}

function hasContent(node: SnapshotNode): boolean {
  return (
    (editableRoles.has(node.role) && node.role !== "securefield") || node.role === "popup" || node.role === "slider"
  );
}

function contentOfField(node: SnapshotNode): string | undefined {
  return node.rawValue ?? node.value;
}

/** Controls by name, as a set: how many there are of one name is not told. */
function namesOf({ tree, snapshot }: Look): ReadonlySet<string> {
  const names = new Set<string>(snapshot.window.otherWindows.map((title) => `window ${cut(title, LABEL_UNITS)}`));
  for (const node of tree.nodes) {
    if (names.size >= COMPARED_NAMES) break;
    if (editableRoles.has(node.role) || node.role === "text" || node.parent === null) continue;
    const name = nameOf(node);
    if (name !== undefined) names.add(name);
  }
  return names;
}

function nameOf(node: SnapshotNode): string | undefined {
  const label = cut(node.label, LABEL_UNITS);
  const identifier = node.identifier === undefined ? undefined : bareIdentifier(node.identifier);
  const shownIdentifier =
    identifier === undefined || identifier === node.label || humaniseIdentifier(identifier) === node.label
      ? ""
      : ` (${cut(identifier, IDENTIFIER_UNITS)})`;
  if (label === "" && shownIdentifier === "") return undefined;
  const on = onOffRoles.has(node.role) && node.states.checked === true ? " (on)" : "";
  const chosen =
    chosenRoles.has(node.role) && (node.states.selected ?? node.states.checked) === true ? " (selected)" : "";
  return `${spokenRole(node.role)}${label === "" ? "" : ` ${label}`}${shownIdentifier}${on}${chosen}`;
}

export function isEmpty(change: Change): boolean {
  return Object.keys(change).length === 0;
}
