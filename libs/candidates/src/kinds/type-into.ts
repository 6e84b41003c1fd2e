import { editableRoles, type SnapshotNode } from "@beans-picker/desktop";
import { describeNode, shownText } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";

export const typeIntoKind: Kind = {
  kind: "type_into",
  fromNode(node, view) {
    if (!holdsText(node)) return [];
    return [
      {
        key: `type_into|${view.identity(node).key}`,
        kind: "type_into",
        does: `type ${shownText(undefined)} into ${describeNode(node)} at its caret`,
        action: { kind: "type_into", handle: node.handle, text: "" },
        destructive: false,
        facts: factsOf(node, view),
      },
    ];
  },
};

/** A stepper holds a number, which has no middle to type into and no end to add to. */
export function holdsText({ role }: SnapshotNode): boolean {
  return editableRoles.has(role) && role !== "stepper";
}
