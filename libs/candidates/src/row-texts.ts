import type { Role, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import type { SnapshotTree } from "./tree.js";

/** How much of a row tells what it is about. */
const TEXTS = 6;
const TEXT_UNITS = 60;
/** Wider groups are no rows, and rows further up hold the whole page. */
const LEVELS = 5;
const MOST_IN_ROW = 40;
const FEWEST_ROWS = 2;

const rowRoles: ReadonlySet<Role> = new Set<Role>(["row", "listitem", "treeitem"]);

/**
 * What else stands in the row of a control: in a real row, in cells beside it, or in a group that repeats beside others of
 * its kind. A row's own control is told from those of other rows by it ("Delete" of "Invoice 7").
 */
export function rowTextsOf(snapshot: Snapshot, tree: SnapshotTree): (node: SnapshotNode) => readonly string[] {
  const textOf = new Map(snapshot.texts.map(({ handle, text }) => [handle, text]));
  const known = new Map<number, readonly string[]>();
  return (node) => {
    const parts = rowParts(node, tree);
    const [first] = parts;
    if (first === undefined) return [];
    const all = known.get(first.handle) ?? said(parts, tree, textOf);
    known.set(first.handle, all);
    return all.filter((text) => text !== node.label).slice(0, TEXTS);
  };
}

/** The nodes that make up the row; none where the control is in no row. */
function rowParts(node: SnapshotNode, tree: SnapshotTree): readonly SnapshotNode[] {
  const above = [node, ...tree.ancestors(node).slice(0, LEVELS)];
  const row = above.find(({ role }) => rowRoles.has(role));
  if (row !== undefined) return [row];
  const cell = above.find(({ role }) => role === "cell");
  if (cell !== undefined) return cellsBeside(cell, tree);
  const group = above.slice(1).find((each) => repeats(each, tree));
  return group === undefined ? [] : [group];
}

/** GTK tables have cells and no rows. */
function cellsBeside(cell: SnapshotNode, tree: SnapshotTree): readonly SnapshotNode[] {
  const { frame, parent } = cell;
  if (parent === null || frame === undefined) return [cell];
  const cells = tree.children(parent);
  const at = cells.indexOf(cell);
  // Cells of one row stand together: a table of thousands is not walked for each of its cells.
  return cells
    .slice(Math.max(0, at - MOST_IN_ROW), at + MOST_IN_ROW)
    .filter(({ role, frame: other }) => role === "cell" && other?.y === frame.y);
}

/** A group among others like it, with few things inside: a card, or a row of a page that is no table. */
function repeats(group: SnapshotNode, tree: SnapshotTree): boolean {
  if (group.role !== "group" || group.parent === null) return false;
  const size = tree.children(group.handle).length;
  if (size < 2 || tree.descendants(group.handle).length > MOST_IN_ROW) return false;
  const alike = tree
    .children(group.parent)
    .filter(({ role, handle }) => role === "group" && tree.children(handle).length === size);
  return alike.length >= FEWEST_ROWS;
}

function said(
  parts: readonly SnapshotNode[],
  tree: SnapshotTree,
  textOf: ReadonlyMap<number, string>,
): readonly string[] {
  const found = new Set<string>();
  for (const part of parts) {
    for (const each of [part, ...tree.descendants(part.handle).slice(0, MOST_IN_ROW)]) {
      if (each.role === "securefield" || found.size > TEXTS * 2) continue;
      const text = textOf.get(each.handle) ?? each.rawLabel;
      if (text !== "") found.add(cut(text, TEXT_UNITS));
    }
  }
  return [...found];
}
