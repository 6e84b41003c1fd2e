import { cut } from "@beans-picker/shared";
import type { Draft } from "./draft.js";
import { readableText, upwards } from "./draft.js";
import { contains } from "./linux-tree.js";
import type { Role } from "./roles.js";

const captionless: ReadonlySet<Role> = new Set<Role>([
  "combobox",
  "popup",
  "searchfield",
  "securefield",
  "slider",
  "stepper",
  "textarea",
  "textfield",
]);

/** Longest label taken from a text elsewhere in the row, in UTF-16 units. */
const rowUnits = 40;

/**
 * Names fields that have no name by the label next to them. GTK forms often link nothing, and list a grid's cells from the
 * last to the first, so the label can come after its field. Only rows at one level that hold nothing but labels and
 * nameless fields are paired, and only where one reading is plausible: a wrong name is worse than none.
 */
export function captionFields(drafts: readonly Draft[]): void {
  for (const siblings of siblingGroups(drafts).values()) for (const run of runs(siblings)) pair(run);
  captionCombos(drafts);
}

/**
 * The field in a combo box is called as the box is, and so is the nameless button of a GTK 4 drop-down: the text on it is
 * the choice.
 */
export function captionCombos(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const combo = draft.parent;
    const isButton = draft.role === "button" || draft.role === "toggle";
    if (isButton && draft.rawLabel === "" && combo?.role === "popup") draft.label = combo.label;
    if (draft.label === "" && draft.role === "textfield" && combo?.role === "combobox") draft.label = combo.label;
  }
}

/**
 * Names the check cell of a table's row by the first text in that row: table rows have no node of their own in GTK, but
 * cells of one row stand at one height.
 */
export function captionCells(drafts: readonly Draft[]): void {
  const rows = new Map<Draft | null, Map<number, string>>();
  const place = (cell: Draft) => {
    const found = rows.get(cell.parent) ?? new Map<number, string>();
    rows.set(cell.parent, found);
    return found;
  };
  const cells = drafts.filter((draft) => draft.role === "cell" && draft.frame !== undefined);
  for (const cell of cells) {
    const row = place(cell);
    if (cell.label !== "" && cell.frame !== undefined && !row.has(cell.frame.y)) row.set(cell.frame.y, cell.label);
  }
  for (const cell of cells) {
    const name = cell.frame === undefined ? undefined : place(cell).get(cell.frame.y);
    if (cell.label === "" && name !== undefined && cell.actions.includes("toggle")) cell.label = cut(name, rowUnits);
  }
}

/** What a row of settings holds besides its text. */
const settings: ReadonlySet<Role> = new Set<Role>([...captionless, "checkbox", "switch", "toggle"]);

/** Names the only setting in a row of a list by the row, as in the preferences of GNOME's applications. */
export function captionRows(drafts: readonly Draft[]): void {
  const inRow = new Map<Draft, Draft[]>();
  for (const draft of drafts) {
    if (draft.inWeb || !settings.has(draft.role)) continue;
    const row = rowOf(draft);
    if (row === undefined) continue;
    const others = inRow.get(row);
    if (others === undefined) inRow.set(row, [draft]);
    else others.push(draft);
  }
  for (const [row, [only, ...more]] of inRow) {
    if (only !== undefined && more.length === 0 && only.label === "") only.label = cut(row.label, rowUnits);
  }
}

/** The row a draft stands in; a list in it is another list's row. */
function rowOf(draft: Draft): Draft | undefined {
  for (const above of upwards(draft.parent)) {
    if (above.role === "listitem" || above.role === "row") return above;
    if (above.role === "list" || above.role === "table" || above.role === "tree") return undefined;
  }
  return undefined;
}

function siblingGroups(drafts: readonly Draft[]): Map<string, Draft[]> {
  const parents = new Map<Draft | null, number>();
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.inWeb) continue;
    const parent = parents.get(draft.parent) ?? parents.size;
    parents.set(draft.parent, parent);
    const key = `${parent}:${draft.depth}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [draft]);
    else group.push(draft);
  }
  return groups;
}

const isField = (draft: Draft) => captionless.has(draft.role) && draft.label === "";
const isLabel = (draft: Draft) => draft.native === "label" && readableText(draft.rawLabel) !== "";
const endsInColon = (draft: Draft | undefined) => draft !== undefined && /[:：]$/.test(readableText(draft.rawLabel));

/** Neighbours that are only labels and nameless fields. */
function runs(siblings: readonly Draft[]): Draft[][] {
  const found: Draft[][] = [[]];
  for (const draft of siblings) {
    if (isField(draft) || isLabel(draft)) found.at(-1)?.push(draft);
    else if ((found.at(-1)?.length ?? 0) > 0) found.push([]);
  }
  return found;
}

function pair(run: readonly Draft[]): void {
  const shape = run.map((draft) => (isField(draft) ? "F" : "L")).join("");
  const fields = run.filter(isField);
  const labels = run.filter((draft) => !isField(draft));
  const each = /^(?:(?:LF)+|(?:FL+)+)$/.test(shape);
  const together = fields.length > 1 && /^L+F+$/.test(shape) && labels.length === fields.length;
  if (each && shape.startsWith("L")) fields.forEach((field, at) => name(field, labels[at]));
  else if (each && isUpwards(fields, labels))
    run.forEach((field, at) => name(field, isField(field) ? run[at + 1] : undefined));
  else if (together && isDownwards(fields)) fields.forEach((field, at) => name(field, labels[at]));
  else if (/^L+F$/.test(shape) && endsInColon(labels.at(-1))) fields.forEach((field) => name(field, labels.at(-1)));
}

/** Labels gathered before their fields are in the same order only where the fields are listed as they stand. */
function isDownwards(fields: readonly Draft[]): boolean {
  return fields.every((field, at) => {
    const next = fields[at + 1];
    if (next === undefined) return true;
    return field.frame !== undefined && next.frame !== undefined && next.frame.y > field.frame.y;
  });
}

/** A form listed from its last row to its first; a single field needs a label that announces it. */
function isUpwards(fields: readonly Draft[], labels: readonly Draft[]): boolean {
  if (fields.length === 1) return labels.length === 1 && endsInColon(labels[0]);
  return fields.every((field, at) => {
    const next = fields[at + 1];
    if (next === undefined) return true;
    return field.frame !== undefined && next.frame !== undefined && next.frame.y < field.frame.y;
  });
}

function name(field: Draft, label: Draft | undefined): void {
  if (label !== undefined && !contains(field.frame, label.frame)) field.label = readableText(label.rawLabel);
}
