import { editableRoles, type SnapshotNode } from "@beans-picker/desktop";
import { describeNode, shownText } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

export const setValueKind: Kind = {
  kind: "set_value",
  fromNode(node, view) {
    if (!takesText(node, view)) return [];
    return [
      {
        key: `set_value|${view.identity(node).key}`,
        kind: "set_value",
        does: describeSetValue(node),
        action: { kind: "set_value", handle: node.handle, text: "" },
        // Entering text commits nothing by itself; what sends it has a candidate of its own.
        destructive: false,
        facts: factsOf(node, view),
      },
    ];
  },
};

/** On Linux a slider's number can be written directly, and that is the only background way to move it. */
function takesText(node: SnapshotNode, view: View): boolean {
  return editableRoles.has(node.role) || (node.role === "slider" && view.snapshot.platform === "linux");
}

/** The text comes first so that it can be put in later without looking inside labels. */
function describeSetValue(node: SnapshotNode): string {
  const number = node.role === "stepper" || node.role === "slider";
  return `enter ${shownText(undefined)} as the ${number ? "value" : "whole text"} of ${describeNode(node)}`;
}
