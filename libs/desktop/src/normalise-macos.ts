import { cut, humaniseIdentifier, normaliseLabel } from "@beans-picker/shared";
import { completenessOf } from "./completeness.js";
import type { Draft, Normalised } from "./draft.js";
import { assemble, isInside, upwards } from "./draft.js";
import type { DriverElement } from "./driver-state.js";
import { readDriverState, valueText } from "./driver-state.js";
import type { TreeRow } from "./markdown.js";
import { parseMacTree } from "./markdown-macos.js";
import type { DriverLook } from "./normalise-linux.js";
import { withStandardKeys } from "./menu-keys.js";
import { axRole } from "./roles-ax.js";
import type { Role } from "./roles.js";
import { toggleRoles } from "./roles.js";
import type { States } from "./snapshot.js";
import { windowFactsOf } from "./window-facts.js";

/** Longest help text that serves as a label, and longest part of a value that does. Source: beans-picker 0.5 seed. */
const helpUnits = 80;
const valueUnits = 40;

/**
 * Turns what cua-driver says of a window on macOS into a snapshot. Total, like `normaliseLinux`. Tested against recorded
 * grammar only; marked as unverified on hardware.
 */
export function normaliseMacos(look: DriverLook): Normalised {
  const state = readDriverState(look.state);
  const { rows, forged } = parseMacTree(state.tree, state.elements);
  const drafts = draftRows(rows, state.elements);
  dropSecure(drafts);
  dropDoubles(drafts);
  dropColumns(drafts);
  takeMenuBar(drafts);
  nameRows(drafts);
  for (const draft of drafts) if (isMute(draft)) draft.dropped = true;
  const found = assemble(drafts, {
    platform: "macos",
    backend: look.backend,
    window: windowFactsOf(state, look.windows, look),
    ...findModal(drafts),
    completeness: completenessOf(state, look.limits, {
      forged,
      deepest: drafts.reduce((most, draft) => Math.max(most, draft.depth), 0),
      noAccessibility: drafts.length === 0,
    }),
  });
  return { ...found, snapshot: { ...found.snapshot, menus: withStandardKeys(found.snapshot.menus) } };
}

function draftRows(rows: readonly TreeRow[], elements: readonly DriverElement[]): Draft[] {
  const records = new Map(elements.map((element) => [element.element_index, element]));
  const byIndex = new Map<number, Draft>();
  const open: Draft[] = [];
  return rows.map((row) => {
    const record = row.index === null ? undefined : records.get(row.index);
    const draft = draftOf(row, record);
    while ((open.at(-1)?.depth ?? -1) >= row.depth) open.pop();
    // A parent that comes later in the tree would be a cycle; only earlier rows count.
    const told = record?.parent_index === undefined ? undefined : byIndex.get(record.parent_index);
    draft.parent = open.at(-1) ?? told ?? null;
    draft.inWeb = isInside(draft, (above) => above.role === "webarea");
    open.push(draft);
    if (row.index !== null) byIndex.set(row.index, draft);
    return draft;
  });
}

function draftOf(row: TreeRow, record: DriverElement | undefined): Draft {
  const role = isSecure(row, record) ? "securefield" : axRole(row.role, record?.subrole);
  const secure = role === "securefield";
  const rawLabel = normaliseLabel(firstText(record?.label, record?.title, row.description, row.title));
  const identifier = row.identifier ?? record?.identifier;
  const help = row.help ?? record?.help;
  const rawValue = secure ? undefined : (valueText(record?.value) ?? row.value);
  const value = rawValue === undefined ? undefined : normaliseLabel(rawValue);
  const own = secure && isValueOf(rawLabel, row, record) ? "" : rawLabel;
  return {
    parent: null,
    depth: row.depth,
    role,
    native: row.role,
    rawLabel: own,
    label: displayLabel(own, identifier, help, value),
    identifier,
    help,
    value,
    rawValue,
    states: statesOf(role, record, rawValue),
    actions: actionNames(record?.actions ?? row.actions ?? []),
    frame: record?.frame,
    inWeb: false,
    operable: record !== undefined,
    index: record?.element_index,
    token: record?.element_token,
    text: role === "text" ? firstText(rawValue, row.title, record?.label, row.description) : undefined,
    dropped: false,
  };
}

const secureRole = "AXSecureTextField";

function isSecure(row: TreeRow, record: DriverElement | undefined): boolean {
  return row.role === secureRole || record?.role === secureRole || record?.subrole === secureRole;
}

/** A secure field's name must not be what is in it. */
function isValueOf(label: string, row: TreeRow, record: DriverElement | undefined): boolean {
  return [row.value, valueText(record?.value)].some((value) => value !== undefined && normaliseLabel(value) === label);
}

function firstText(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== "") ?? "";
}

/** What people call it: its name, else its identifier in words, else a short help text, else the start of its value. */
function displayLabel(rawLabel: string, identifier?: string, help?: string, value?: string): string {
  if (rawLabel !== "") return rawLabel;
  const words = identifier === undefined ? undefined : humaniseIdentifier(identifier);
  if (words !== undefined) return words;
  const hint = normaliseLabel(help ?? "");
  return hint !== "" && hint.length <= helpUnits ? hint : cut(value ?? "", valueUnits);
}

function actionNames(actions: readonly string[]): string[] {
  return actions.filter((name) => name !== "").map((name) => name.replace(/^AX/, "").toLowerCase());
}

function statesOf(role: Role, record: DriverElement | undefined, value: string | undefined): States {
  const enabled = record === undefined ? role === "text" || !isControl(role) : (record.enabled ?? true);
  const selected = record?.selected;
  const states = { enabled, ...(selected === undefined ? {} : { selected }) };
  if (!toggleRoles.has(role) && role !== "radio") return states;
  if (value === "1" || value === "true") return { ...states, checked: true };
  if (value === "0" || value === "false") return { ...states, checked: false };
  return value === "2" ? { ...states, checked: "mixed" } : states;
}

function isControl(role: Role): boolean {
  return ["button", "checkbox", "radio", "menuitem", "menubutton", "popup", "textfield", "slider", "switch"].includes(
    role,
  );
}

/** Nothing inside a secure field is kept, whichever of its two descriptions says that it is one. */
function dropSecure(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (!isInside(draft, (above) => above.role === "securefield")) continue;
    draft.dropped = true;
    draft.text = undefined;
  }
}

/** Some apps list a root window twice. The second with the same name and frame goes, with all that is in it. */
function dropDoubles(drafts: readonly Draft[]): void {
  const seen = new Set<string>();
  for (const draft of drafts) {
    if (draft.parent?.dropped === true) draft.dropped = true;
    if (draft.parent !== null || draft.native !== "AXWindow") continue;
    const key = JSON.stringify([draft.rawLabel, draft.frame ?? null]);
    if (seen.has(key)) draft.dropped = true;
    seen.add(key);
  }
}

/** A table lists its cells under rows and again under columns; the rows are enough. */
function dropColumns(drafts: readonly Draft[]): void {
  const withRows = new Set(drafts.filter((draft) => draft.native === "AXRow").map((draft) => draft.parent));
  for (const draft of drafts) {
    const isRepeated = draft.native === "AXColumn" && draft.parent !== null && withRows.has(draft.parent);
    if (isRepeated || draft.parent?.dropped === true) draft.dropped = true;
  }
}

/** Everything under the menu bar leaves the nodes; its items become commands if every level of their path has a name. */
function takeMenuBar(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const line = [...upwards(draft)];
    const bar = line.findIndex((above) => above.native === "AXMenuBar");
    if (bar < 0 || draft.dropped) continue;
    const items = line
      .slice(0, bar)
      .filter((above) => above.native === "AXMenuItem" || above.native === "AXMenuBarItem");
    const path = items.map((item) => item.rawLabel).reverse();
    if (draft.native === "AXMenuItem" && !path.includes("")) {
      draft.menuPath = path;
      if (!draft.operable) draft.states = { ...draft.states, enabled: false };
    } else draft.dropped = true;
  }
}

/** A row without a name is called by the first text in it. */
function nameRows(drafts: readonly Draft[]): void {
  const named = new Set<Draft>();
  for (const draft of drafts) {
    const text = normaliseLabel(draft.text ?? "");
    if (draft.dropped || text === "") continue;
    for (const above of upwards(draft.parent)) {
      if (above.native !== "AXRow" || named.has(above)) continue;
      named.add(above);
      if (above.label === "") above.label = cut(text, valueUnits);
    }
  }
}

/** Rows that only give the tree its shape. */
function isMute(draft: Draft): boolean {
  return !draft.operable && draft.label === "" && (draft.text ?? "") === "";
}

const modalRoles: ReadonlySet<Role> = new Set<Role>(["sheet", "dialog", "popover", "alert"]);

/** The first sheet, dialog or popover; else the first open menu, which is one that has items. */
function findModal(drafts: readonly Draft[]): { modal: Draft | undefined; modalLabel?: string } {
  const kept = drafts.filter((draft) => !draft.dropped && draft.menuPath === undefined);
  const over = kept.find((draft) => modalRoles.has(draft.role));
  if (over !== undefined) return { modal: over };
  const withItems = new Set(
    kept.filter((draft) => draft.native === "AXMenuItem" && draft.operable).map(({ parent }) => parent),
  );
  const menu = kept.find((draft) => draft.native === "AXMenu" && withItems.has(draft));
  return { modal: menu, modalLabel: menu === undefined || menu.label !== "" ? undefined : "open menu" };
}
