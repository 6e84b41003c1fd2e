import type { SnapshotNode } from "@beans-picker/desktop";
import type { View } from "../view.js";

const editingKey =
  /^(?:delete|backspace|erase|clear|clear entry|clear all|all clear|clear display|削除|消去|クリア)$/iu;

/** Whether the control is the delete or clear key of an on-screen keypad: it takes back a digit, not a document. */
export function isKeypadKey(node: SnapshotNode, view: View): boolean {
  return editingKey.test(node.label.trim()) && view.isKeypadButton(node);
}
