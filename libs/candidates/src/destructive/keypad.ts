import type { SnapshotNode } from "@beans-picker/desktop";
import type { SnapshotTree } from "../tree.js";

/** A calculator's keys sit together: eight different digits make a keypad. Source: beans-picker 0.5 seed. */
const KEYPAD_DIGITS = 8;

const editingKey = /^(?:delete|backspace|erase|clear|clear entry|clear all|all clear|削除|消去|クリア)$/iu;

/** Whether the control is the delete or clear key of an on-screen keypad: it takes back a digit, not a document. */
export function isKeypadKey(node: SnapshotNode, tree: SnapshotTree): boolean {
  if (node.role !== "button" || node.parent === null || !editingKey.test(node.label.trim())) return false;
  // GTK 3 puts each row of keys in a box of its own, so the keypad can be one level up.
  const parent = tree.node(node.parent);
  const keys = tree.children(node.parent);
  const cousins =
    parent === undefined || parent.parent === null
      ? []
      : tree.children(parent.parent).flatMap(({ handle }) => tree.children(handle));
  const digits = new Set(
    [...keys, ...cousins]
      .filter(({ role }) => role === "button")
      .map(({ label }) => label)
      .filter((label) => /^\d$/.test(label)),
  );
  return digits.size >= KEYPAD_DIGITS;
}
