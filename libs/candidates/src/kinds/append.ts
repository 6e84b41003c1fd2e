import { describeNode, shownText } from "../describe.js";
import { factsOf, type Kind } from "../draft.js";
import { holdsText } from "./type-into.js";

export const appendKind: Kind = {
  kind: "append",
  fromNode(node, view) {
    if (!holdsText(node)) return [];
    return [
      {
        key: `append|${view.identity(node).key}`,
        kind: "append",
        does: `add ${shownText(undefined)} at the end of ${describeNode(node)}`,
        action: { kind: "append", handle: node.handle, text: "" },
        destructive: false,
        facts: factsOf(node, view),
      },
    ];
  },
};
