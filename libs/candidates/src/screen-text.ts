import type { Role, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import { secretHandles } from "./content.js";
import { describeNode } from "./describe.js";
import { isHidden } from "./hidden.js";
import { snapshotTree, type SnapshotTree } from "./tree.js";

/** Limits of a line, in UTF-16 units. Source: beans-picker 0.5 seed. */
const FIRST_PIECE_UNITS = 80;
const PIECE_UNITS = 60;
const LINE_UNITS = 200;
const RUN_TEXT_UNITS = 30;
const RUN_TEXTS = 12;
/** How far up a repeating group of texts is looked for, and how many texts make one. Source: beans-picker 0.5 seed. */
const GROUP_LEVELS = 6;
const GROUP_TEXTS = { min: 2, max: 15 };
const GROUP_SIBLINGS = 3;

const rowRoles: ReadonlySet<Role> = new Set<Role>(["row", "listitem", "treeitem"]);
const rowControls: ReadonlySet<Role> = new Set<Role>(["button", "link", "popup", "menubutton"]);

interface Piece {
  readonly node: SnapshotNode;
  readonly text: string;
}

/**
 * What a person reads on the window, line by line, at most `limit` lines: the texts of one row on one line, a heading with
 * the short texts after it on one line, no line twice. Nothing from inside a password field.
 */
export function screenText(snapshot: Snapshot, limit: number): string[] {
  const tree = snapshotTree(snapshot);
  const secret = secretHandles(tree);
  const pieces = piecesInOrder(snapshot, tree, secret);
  const grouping = groupFinder(tree, snapshot);
  const lines = new Set<string>();
  for (const line of joinLines(pieces, grouping, tree)) {
    if (lines.size >= limit) break;
    const joined = cut(
      line.map((text, index) => cut(text, index === 0 ? FIRST_PIECE_UNITS : PIECE_UNITS)).join(" | "),
      LINE_UNITS,
    );
    if (joined.trim() !== "") lines.add(joined);
  }
  return [...lines];
}

/** Texts in reading order, with a row's labelled buttons and links at their place in the tree. */
function piecesInOrder(snapshot: Snapshot, tree: SnapshotTree, secret: ReadonlySet<number>): Piece[] {
  const order = new Map(tree.nodes.map((node, index) => [node.handle, index]));
  const isRead = (node: SnapshotNode | undefined): boolean =>
    node === undefined || (node.role !== "securefield" && !isHidden(node, tree));
  const shown = snapshot.texts.filter(
    ({ handle, text }) => text !== "" && !secret.has(handle) && isRead(tree.node(handle)),
  );
  const inText = new Set(shown.flatMap(({ handle }) => withAncestors(tree, handle)));
  const controls = tree.nodes.filter(
    (node) =>
      rowControls.has(node.role) &&
      node.rawLabel !== "" &&
      !inText.has(node.handle) &&
      rowOf(node, tree) !== undefined &&
      isRead(node),
  );
  const pieces = shown.flatMap(({ handle, text }) => {
    const node = tree.node(handle);
    return node === undefined ? [] : [{ node, text }];
  });
  if (controls.length === 0) return pieces;
  const extra = controls.map((node) => ({ node, text: describeNode(node) }));
  return [...pieces, ...extra].sort((a, b) => (order.get(a.node.handle) ?? 0) - (order.get(b.node.handle) ?? 0));
}

function withAncestors(tree: SnapshotTree, handle: number): number[] {
  const node = tree.node(handle);
  return node === undefined ? [] : [handle, ...tree.ancestors(node).map((ancestor) => ancestor.handle)];
}

function rowOf(node: SnapshotNode, tree: SnapshotTree): SnapshotNode | undefined {
  return rowRoles.has(node.role) ? node : tree.ancestors(node).find(({ role }) => rowRoles.has(role));
}

/** Finds the row that a text belongs to: a real one, else a group that repeats beside it. */
function groupFinder(tree: SnapshotTree, snapshot: Snapshot): (node: SnapshotNode) => SnapshotNode | undefined {
  const counts = new Map<number, number>();
  for (const { handle } of snapshot.texts) {
    for (const holder of withAncestors(tree, handle)) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  const repeating = new Map<number, ReadonlyMap<Role, number>>();
  const siblingsWithTexts = (parent: SnapshotNode): ReadonlyMap<Role, number> => {
    const known = repeating.get(parent.handle);
    if (known !== undefined) return known;
    const found = new Map<Role, number>();
    for (const child of tree.children(parent.handle)) {
      if ((counts.get(child.handle) ?? 0) >= GROUP_TEXTS.min) found.set(child.role, (found.get(child.role) ?? 0) + 1);
    }
    repeating.set(parent.handle, found);
    return found;
  };
  return (node) => {
    const row = rowOf(node, tree);
    if (row !== undefined) return row;
    return tree
      .ancestors(node)
      .slice(0, GROUP_LEVELS)
      .find((group) => {
        const texts = counts.get(group.handle) ?? 0;
        const parent = tree.parent(group);
        if (texts < GROUP_TEXTS.min || texts > GROUP_TEXTS.max || parent === undefined) return false;
        return (siblingsWithTexts(parent).get(group.role) ?? 0) >= GROUP_SIBLINGS;
      });
  };
}

function joinLines(
  pieces: readonly Piece[],
  groupOf: (node: SnapshotNode) => SnapshotNode | undefined,
  tree: SnapshotTree,
): string[][] {
  const lines: string[][] = [];
  const rowLines = new Map<number, string[]>();
  let run: string[] | undefined;
  for (const { node, text } of pieces) {
    const group = groupOf(node);
    if (group !== undefined) {
      run = undefined;
      const line = rowLines.get(group.handle);
      if (line !== undefined) line.push(text);
      else {
        const started = [text];
        rowLines.set(group.handle, started);
        lines.push(started);
      }
    } else if (isHeading(node, tree)) {
      run = [text];
      lines.push(run);
    } else if (run !== undefined && text.length <= RUN_TEXT_UNITS && run.length <= RUN_TEXTS) {
      run.push(text);
    } else {
      run = undefined;
      lines.push([text]);
    }
  }
  return lines;
}

function isHeading(node: SnapshotNode, tree: SnapshotTree): boolean {
  return [node, ...tree.ancestors(node).slice(0, 2)].some(({ role }) => role === "heading");
}
