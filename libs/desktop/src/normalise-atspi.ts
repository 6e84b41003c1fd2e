import type { AccessibleReading, AccessibleTree, ObjectRef } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import { shortcutOf } from "./atspi-keys.js";
import { withControls } from "./atspi-controls.js";
import { describe, labelByRelation, labelPictured } from "./atspi-labels.js";
import { isSecure } from "./atspi-roles.js";
import { frameOf } from "./atspi-states.js";
import { chooseTabs } from "./atspi-tabs.js";
import type { Found } from "./atspi-tree.js";
import { standsAlone, walk } from "./atspi-tree.js";
import { nameByWrapping } from "./atspi-wrapping.js";
import { settleValues } from "./atspi-values.js";
import type { Draft } from "./draft.js";
import { isInside, numberDrafts } from "./draft.js";
import { maxRecords } from "./driver-state.js";
import { captionCells, captionCombos, captionFields, captionRows } from "./linux-captions.js";
import { hasClassNames } from "./linux-classes.js";
import { takeMenuBar } from "./linux-menus.js";
import { cleanNames, markTexts } from "./linux-names.js";
import type { Role } from "./roles.js";
import type { Completeness, Frame, Snapshot, WindowFacts, WindowText } from "./snapshot.js";

/** What was read of a window over AT-SPI, and what is known of the window itself. */
export interface AtspiLook {
  readonly reading: AccessibleReading;
  readonly window: WindowFacts;
  /** Name of the back end for the snapshot. */
  readonly backend: string;
}

/**
 * Turns what AT-SPI says of a window into a snapshot. Total: whatever an application says, there is a valid snapshot.
 * Names, captions and menus follow the same rules as `normaliseLinux`, so that a control keeps its identity whichever
 * back end looked. `refs` holds the object of every handle, menu commands included.
 */
export function normaliseAtspi({ reading, window, backend }: AtspiLook): {
  snapshot: Snapshot;
  refs: ReadonlyMap<number, ObjectRef>;
} {
  const toolkit = toolkitOf(reading);
  const { found, cut } = walk(reading, toolkit.isGtk4, toolkit.isGtk4 ? offsetOf(reading, window) : nowhere);
  const drafts = found.map(({ draft }) => draft);
  const isGtk4 = toolkit.isGtk4 || hasClassNames(drafts);
  const raw = new Map(found.map(({ draft, shown }) => [draft, shown]));
  settleValues(found, { ...toolkit, isGtk4 });
  if (toolkit.isQt) chooseTabs(drafts);
  describe(found, toolkit);
  nameByWrapping(found, reading);
  cleanNames(drafts, isGtk4);
  captionFields(drafts);
  captionCells(drafts);
  labelByRelation(found, objectsOf(reading));
  captionCombos(drafts);
  captionRows(drafts);
  labelPictured(found);
  dropStaleBars(drafts);
  const popups = popupsOf(found);
  takeMenuBar(drafts, (top) => isInMenuBar(top) && !isInside(top, (above) => popups.has(above)));
  for (const one of found) if (isEmpty(one)) one.draft.dropped = true;
  for (const { draft, tree } of found) if (draft.menuPath !== undefined) draft.shortcut = shortcutOf(tree.facts);
  markTexts(drafts, raw);
  const { snapshot, numbers } = numberDrafts(drafts, {
    platform: "linux",
    backend,
    window,
    modal: modalOf(found),
    completeness: completenessOf(reading, cut),
  });
  const refs = new Map<number, ObjectRef>();
  for (const { draft, tree } of found) {
    const handle = numbers.get(draft);
    if (handle !== undefined) refs.set(handle, tree.facts.ref);
  }
  const whole = withControls(snapshot, found, numbers);
  return { snapshot: { ...whole, texts: inReadingOrder(whole) }, refs };
}

function toolkitOf({ toolkit }: AccessibleReading): { isGtk4: boolean; isQt: boolean; namesByChoice: boolean } {
  const name = toolkit.name.toLowerCase();
  const isGtk4 = name === "gtk" && toolkit.version.startsWith("4");
  const isQt = name === "qt";
  return { isGtk4, isQt, namesByChoice: (name === "gtk" && !isGtk4) || isQt };
}

const nowhere = { x: 0, y: 0 };

/** Where a GTK 4 window stands: it counts from its own corner, and only the window system knows where that is. */
function offsetOf({ root }: AccessibleReading, { bounds }: WindowFacts): Pick<Frame, "x" | "y"> {
  const own = frameOf(root.facts);
  return bounds === undefined || own === undefined ? nowhere : { x: bounds.x - own.x, y: bounds.y - own.y };
}

/** LibreOffice shows a second menu bar without any height, whose commands do nothing. */
function dropStaleBars(drafts: readonly Draft[]): void {
  const bars = drafts.filter(({ role }) => role === "menubar");
  const stale = new Set(bars.filter(({ frame }) => frame === undefined));
  if (stale.size === 0 || stale.size === bars.length) return;
  for (const draft of drafts) if (isInside(draft, (above) => stale.has(above))) draft.dropped = true;
}

/** What turned out to have no name of its own, such as a widget that GTK 4 called by its class. */
function isEmpty({ draft, tree, above }: Found): boolean {
  return draft.label === "" && draft.menuPath === undefined && above !== undefined && !standsAlone(draft.role, tree);
}

function isInMenuBar(top: Draft): boolean {
  return isInside(top, (above) => above.role === "menubar");
}

/** Windows of open menus and lists. Chromium puts a menu bar into its own. */
function popupsOf(found: readonly Found[]): ReadonlySet<Draft> {
  const tops = found.filter(({ draft, isOwn }) => !isOwn && draft.parent === null && draft.role === "window");
  return new Set(tops.map(({ draft }) => draft));
}

/** Everything a relation can point to, by its key. What lies inside a secure field names nothing. */
function objectsOf({ root, attached }: AccessibleReading): Map<string, AccessibleTree> {
  const objects = new Map<string, AccessibleTree>();
  const waiting = [root, ...attached];
  for (let tree = waiting.pop(); tree !== undefined && objects.size < maxRecords; tree = waiting.pop()) {
    objects.set(refKey(tree.facts.ref), tree);
    if (!isSecure(tree.facts)) for (const child of tree.children) waiting.push(child);
  }
  return objects;
}

/** GTK lists what stands in a grid from its last row to its first. Such neighbours are turned around, the rest stays. */
function inReadingOrder({ nodes, texts }: Snapshot): Snapshot["texts"] {
  const byHandle = new Map(nodes.map((node) => [node.handle, node]));
  const placeOf = ({ handle }: WindowText) => byHandle.get(handle);
  const runs: WindowText[][] = [];
  for (const text of texts) {
    const last = runs.at(-1)?.at(-1);
    const here = placeOf(text);
    const before = last === undefined ? undefined : placeOf(last);
    const goesUp =
      here?.frame !== undefined &&
      before?.frame !== undefined &&
      before.parent === here.parent &&
      here.frame.y < before.frame.y;
    if (goesUp) runs.at(-1)?.push(text);
    else runs.push([text]);
  }
  return runs.flatMap((run) => run.reverse());
}

const dialogRoles: ReadonlySet<Role> = new Set<Role>(["alert", "dialog", "sheet"]);

/**
 * The dialog over the window: one that belongs to it and has a window of its own, else one inside it. An alert inside a
 * window is a notice unless it says that it is modal. The window itself is none, even where it is a dialog.
 */
function modalOf(found: readonly Found[]): Draft | undefined {
  const kept = found.filter(({ draft }) => !draft.dropped && draft.menuPath === undefined);
  const says = ({ tree }: Found) => tree.facts.states.has("modal");
  const beside = kept.find(
    (one) => !one.isOwn && one.draft.parent === null && (dialogRoles.has(one.draft.role) || says(one)),
  );
  const inside = kept.find(
    (one) =>
      one.draft.parent !== null &&
      one.draft.states.showing !== false &&
      (one.draft.native === "dialog" || (dialogRoles.has(one.draft.role) && says(one))),
  );
  return (beside ?? inside)?.draft;
}

function completenessOf(reading: AccessibleReading, cut: readonly Completeness["reasons"][number][]): Completeness {
  const reasons = [...new Set([...reading.reasons, ...cut])];
  const { total } = reading;
  return {
    complete: reading.complete && reasons.length === 0,
    reasons,
    ...(Number.isSafeInteger(total) && total >= 0 ? { total } : {}),
  };
}
