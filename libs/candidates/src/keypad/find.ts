import type { KeypadKey, SnapshotNode } from "@beans-picker/desktop";
import type { SnapshotTree } from "../tree.js";
import { keyOf, keypadKeys, type NameSource } from "./keys.js";

/** A calculator's keys sit together: eight different digits make a keypad. Source: beans-picker 0.5 seed. */
const KEYPAD_DIGITS = 8;
/** Toolkits put rows of keys, and the keys beside the digits, into boxes of their own: the keypad is up to this far above. */
const LEVELS = 3;
/** More things than this below one node are a window, not a keypad. */
const MOST_INSIDE = 400;

export interface Keypad {
  /** What holds the keys. */
  readonly holder: SnapshotNode;
  readonly keys: readonly KeypadKey[];
}

const sureness: readonly NameSource[] = ["identifier", "label", "help"];

/** The on-screen keypads of a window: each holder with at least eight digit buttons close below it, and all its keys. */
export function keypadsOf(tree: SnapshotTree, usable: (node: SnapshotNode) => boolean): Keypad[] {
  const found: Keypad[] = [];
  const inside = new Set<number>();
  for (const holder of digitHolders(tree)) {
    if (inside.has(holder.handle)) continue;
    const below = tree.descendants(holder.handle);
    if (below.length > MOST_INSIDE) continue;
    for (const { handle } of below) inside.add(handle);
    const keys = keysAmong([...below, ...keysBeside(holder, tree)].filter(usable));
    if (keys.filter(({ key }) => /^\d$/.test(key)).length >= KEYPAD_DIGITS) found.push({ holder, keys });
  }
  return found;
}

/** Handles of all buttons of keypads: a digit or a clear key is no command of the document. */
export function keypadButtons(tree: SnapshotTree): ReadonlySet<number> {
  return new Set(keypadsOf(tree, () => true).flatMap(({ keys }) => keys.map(({ handle }) => handle)));
}

/** Calculators draw their keys as push buttons, or as toggle buttons that come up again at once. */
function isButton({ role }: SnapshotNode): boolean {
  return role === "button" || role === "toggle";
}

/** Nodes below which eight different digits are, the smallest such node for each group, in tree order. */
function digitHolders(tree: SnapshotTree): SnapshotNode[] {
  const digits = new Map<number, Set<string>>();
  for (const node of tree.nodes) {
    const key = isButton(node) ? keyOf(node)?.key : undefined;
    if (key === undefined || !/^\d$/.test(key)) continue;
    for (const above of tree.ancestors(node).slice(0, LEVELS)) {
      const known = digits.get(above.handle);
      if (known === undefined) digits.set(above.handle, new Set([key]));
      else known.add(key);
    }
  }
  const enough = (node: SnapshotNode) => (digits.get(node.handle)?.size ?? 0) >= KEYPAD_DIGITS;
  return tree.nodes.filter((node) => enough(node) && !tree.children(node.handle).some(enough));
}

/**
 * Keys beside the box of digits, such as a column of operators. A box with more other buttons than keys is a part of the
 * window of its own, and its "Delete" deletes more than a digit.
 */
function keysBeside(holder: SnapshotNode, tree: SnapshotTree): readonly SnapshotNode[] {
  const parent = tree.parent(holder);
  if (parent === undefined || parent.role === "window") return [];
  return tree.children(parent.handle).flatMap((box) => {
    const buttons = tree.descendants(box.handle).filter(isButton);
    const keys = buttons.filter((button) => keyOf(button) !== undefined);
    return box !== holder && buttons.length <= MOST_INSIDE && keys.length * 2 > buttons.length ? keys : [];
  });
}

/** One button for each key: the surest name wins, then the first in the tree. */
function keysAmong(nodes: readonly SnapshotNode[]): KeypadKey[] {
  const best = new Map<string, { readonly handle: number; readonly rank: number }>();
  for (const node of nodes) {
    const named = isButton(node) ? keyOf(node) : undefined;
    if (named === undefined) continue;
    const rank = sureness.indexOf(named.by);
    const known = best.get(named.key);
    if (known === undefined || rank < known.rank) best.set(named.key, { handle: node.handle, rank });
  }
  return keypadKeys.flatMap((key) => {
    const button = best.get(key);
    return button === undefined ? [] : [{ key, handle: button.handle }];
  });
}
