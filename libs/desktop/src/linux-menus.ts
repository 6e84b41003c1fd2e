import { normaliseLabel } from "@beans-picker/shared";
import type { Draft } from "./draft.js";
import { isInside, upwards } from "./draft.js";
import { atspiMenuParts } from "./roles-atspi.js";
import type { Role } from "./roles.js";

/** A menu that opens from one of these is no part of the menu bar: its items are options or commands of that control. */
const openers: ReadonlySet<Role> = new Set<Role>([
  "button",
  "combobox",
  "link",
  "menubutton",
  "popover",
  "popup",
  "toggle",
]);

/** Menus inside menus believed. Nobody opens more. */
const deepestMenu = 32;

/**
 * Takes the menu bar out of the nodes: leaf items get their path, menus are dropped. The bar itself has no name and is not
 * in the driver's tree, so a menu of it is known by having items, a name, and no control it opens from. An item without
 * a name on every level is dropped, because nothing could be chosen by it. A back end that sees the bar says with `isBar`
 * whether a top menu is part of it.
 */
export function takeMenuBar(drafts: readonly Draft[], isBar?: (top: Draft) => boolean): void {
  const parents = new Set(drafts.filter(isPart).map((draft) => draft.parent));
  const bar = drafts.filter((draft) => draft.native === "menu bar");
  for (const draft of drafts.filter(isPart)) {
    const line = menuLine(draft);
    const top = line.at(-1);
    if (top === undefined || !(isBar === undefined ? isOfBar(top, parents) : isBar(top))) continue;
    if (line.length > deepestMenu) {
      draft.dropped = true;
      continue;
    }
    const path = line.map((part) => normaliseLabel(part.label)).reverse();
    const isMenu = parents.has(draft) || draft.native === "menu" || draft.actions.includes("showmenu");
    if (isMenu || path.includes("")) draft.dropped = true;
    else draft.menuPath = path;
  }
  dropStale(drafts);
  for (const draft of bar) draft.dropped = true;
  for (const draft of drafts) if (draft.menuPath === undefined && hangsOnMenu(draft)) draft.dropped = true;
}

/** Some apps show a second, stale menu bar. Of commands with one path only those are kept that can be chosen, if any can. */
function dropStale(drafts: readonly Draft[]): void {
  const byPath = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.menuPath === undefined || draft.dropped) continue;
    const path = JSON.stringify(draft.menuPath);
    const twins = byPath.get(path);
    if (twins === undefined) byPath.set(path, [draft]);
    else twins.push(draft);
  }
  for (const twins of byPath.values()) {
    const best = Math.max(...twins.slice(0, 1_000).map(usability));
    for (const twin of twins) if (usability(twin) < best) twin.dropped = true;
  }
}

/** 0 for what cannot be addressed, 1 without an action, 2 with one. */
function usability(draft: Draft): number {
  if (!draft.operable) return 0;
  return draft.actions.length > 0 ? 2 : 1;
}

function isPart(draft: Draft): boolean {
  return atspiMenuParts.has(draft.native) && !draft.dropped;
}

/** The item and the menus it is in, nearest first. */
function menuLine(draft: Draft): Draft[] {
  const line: Draft[] = [];
  for (const part of upwards(draft)) {
    if (!atspiMenuParts.has(part.native)) break;
    line.push(part);
  }
  return line;
}

function isOfBar(top: Draft, parents: ReadonlySet<Draft | null>): boolean {
  if (top.parent?.native === "menu bar") return true;
  if (top.inWeb || top.label === "" || isInside(top, opensFrom)) return false;
  return parents.has(top) || top.actions.includes("showmenu");
}

function opensFrom(above: Draft): boolean {
  return openers.has(above.role) || atspiMenuParts.has(above.native);
}

function hangsOnMenu(draft: Draft): boolean {
  return draft.parent !== null && (draft.parent.menuPath !== undefined || (draft.parent.dropped && isMenuOnly(draft)));
}

/** What is left of a dropped menu: its captions and pictures. */
function isMenuOnly(draft: Draft): boolean {
  return draft.parent !== null && atspiMenuParts.has(draft.parent.native) && !draft.operable;
}
