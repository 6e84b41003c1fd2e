import type { Role, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { snapshotTree, type SnapshotTree } from "./tree.js";

/** What an element says, as it was read: nothing is trimmed or normalised. */
export interface ElementContent {
  /** The raw value, when it has one. */
  readonly value?: string;
  /** True when `value` is the text to the code unit. */
  readonly exact?: true;
  /** Tables and lists without a value: the texts of each row. */
  readonly rows?: readonly (readonly string[])[];
  /** Other containers: their texts in reading order. */
  readonly text?: readonly string[];
  /** Set when `limit` left rows or texts out. */
  readonly truncated?: true;
}

export const rowHolders: ReadonlySet<Role> = new Set<Role>(["table", "outline", "tree", "list"]);
const rowRoles: ReadonlySet<Role> = new Set<Role>(["row", "listitem", "treeitem"]);

/** Reads an element of the snapshot: at most `limit` rows or texts. A password field has no content, an unknown handle none. */
export function contentOf(snapshot: Snapshot, handle: number, limit: number): ElementContent {
  const tree = snapshotTree(snapshot);
  const node = tree.node(handle);
  if (node === undefined || isSecret(node, tree)) return {};
  const value = node.rawValue ?? node.value;
  if (value !== undefined && value !== "")
    return { value, ...(node.valueExact === true ? { exact: true as const } : {}) };
  if (node.valueExact === true) return { value: "", exact: true };
  if (rowHolders.has(node.role)) {
    const { rows, truncated } = rowsOf(tree, snapshot, node, limit);
    if (rows.length > 0) return { rows, ...(truncated ? { truncated: true as const } : {}) };
  }
  const texts = textsBelow(tree, snapshot, node);
  const own = texts.length === 0 && node.rawLabel !== "" ? [node.rawLabel] : texts;
  if (own.length === 0) return {};
  return { text: own.slice(0, limit), ...(own.length > limit ? { truncated: true as const } : {}) };
}

/** The rows of a table or list, at most `limit`; a list's direct children are its rows. */
export function rowsOf(
  tree: SnapshotTree,
  snapshot: Pick<Snapshot, "texts">,
  holder: SnapshotNode,
  limit: number,
): { rows: string[][]; truncated: boolean } {
  const texts = rawTexts(snapshot);
  const rows: string[][] = [];
  for (const row of rowNodes(tree, holder)) {
    const cells = row.flatMap((part) => readTexts(tree, texts, part));
    if (cells.length === 0) continue;
    if (rows.length === limit) return { rows, truncated: true };
    rows.push(cells);
  }
  return { rows, truncated: false };
}

/** Each row as the nodes that make it up. */
function rowNodes(tree: SnapshotTree, holder: SnapshotNode): (readonly SnapshotNode[])[] {
  if (holder.role === "list") return tree.children(holder.handle).map((child) => [child]);
  const below = tree.descendants(holder.handle);
  const rows = below.filter(({ role }) => rowRoles.has(role));
  return rows.length > 0 ? rows.map((row) => [row]) : cellsByHeight(below.filter(({ role }) => role === "cell"));
}

/** GTK tables have cells and no rows: cells that follow each other at one height are a row. */
function cellsByHeight(cells: readonly SnapshotNode[]): SnapshotNode[][] {
  const rows: SnapshotNode[][] = [];
  let height: number | undefined;
  for (const cell of cells) {
    const row = rows.at(-1);
    if (row !== undefined && height !== undefined && cell.frame?.y === height) row.push(cell);
    else rows.push([cell]);
    height = cell.frame?.y;
  }
  return rows;
}

function textsBelow(tree: SnapshotTree, snapshot: Pick<Snapshot, "texts">, node: SnapshotNode): string[] {
  return readTexts(tree, rawTexts(snapshot), node);
}

function rawTexts(snapshot: Pick<Snapshot, "texts">): ReadonlyMap<number, string> {
  return new Map(snapshot.texts.map(({ handle, raw }) => [handle, raw]));
}

/** Texts of the node and below in tree order. A text inside a text repeats it and is skipped; so is what a password hides. */
function readTexts(tree: SnapshotTree, texts: ReadonlyMap<number, string>, node: SnapshotNode): string[] {
  const found: string[] = [];
  const waiting: SnapshotNode[] = [node];
  const seen = new Set<number>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.handle) || next.role === "securefield") continue;
    seen.add(next.handle);
    const text = texts.get(next.handle) ?? ownText(next, tree);
    if (text !== undefined && text.trim() !== "") {
      found.push(text);
      if (next.role === "text" || next.role === "cell") continue;
    }
    for (const child of [...tree.children(next.handle)].reverse()) waiting.push(child);
  }
  return found;
}

/** What a node without a window text says: a cell's or leaf's value or name. */
function ownText(node: SnapshotNode, tree: SnapshotTree): string | undefined {
  const leaf = tree.children(node.handle).length === 0;
  if (node.role !== "cell" && node.role !== "text" && !(leaf && rowRoles.has(node.role))) return undefined;
  return leaf ? (node.rawValue ?? (node.rawLabel === "" ? undefined : node.rawLabel)) : undefined;
}

function isSecret(node: SnapshotNode, tree: SnapshotTree): boolean {
  return node.role === "securefield" || tree.ancestors(node).some(({ role }) => role === "securefield");
}

/** Handles inside password fields: whatever a toolkit puts there is the password or its length. */
export function secretHandles(tree: SnapshotTree): ReadonlySet<number> {
  return new Set(
    tree.nodes
      .filter(({ role }) => role === "securefield")
      .flatMap(({ handle }) => tree.descendants(handle).map((node) => node.handle)),
  );
}
