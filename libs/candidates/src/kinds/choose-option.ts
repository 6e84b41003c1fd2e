import type { SnapshotNode } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import { optionsIn } from "../choosers.js";
import { describeNode, shownText } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

/** How many titles the facts list, and how much of each, in UTF-16 units. */
const LISTED_TITLES = 40;
const TITLE_UNITS = 60;

export const chooseOptionKind: Kind = {
  kind: "choose_option",
  fromNode(node, view) {
    const titles = titlesOf(node, view);
    if (titles === undefined) return [];
    return [
      {
        key: `choose|${view.identity(node).key}`,
        kind: "choose_option",
        does: `choose ${shownText(undefined)} in ${describeNode(node)}`,
        action: { kind: "choose_option", handle: node.handle, text: "" },
        destructive: isDestructiveControl(node, view),
        facts: {
          ...factsOf(node, view),
          ...(titles.length === 0
            ? {}
            : {
                options: titles.slice(0, LISTED_TITLES).map((title) => cut(title, TITLE_UNITS)),
                optionCount: titles.length,
              }),
        },
      },
    ];
  },
};

/**
 * Titles of the options; `undefined` for what chooses nothing. A pop-up always chooses. A combo box is first a text field: it
 * chooses only where its options can be seen.
 */
function titlesOf(node: SnapshotNode, view: View): string[] | undefined {
  if (node.role !== "popup" && node.role !== "combobox") return undefined;
  const titles = optionsIn(node, view.tree).map(({ label }) => label);
  return node.role === "popup" || titles.length > 0 ? titles : undefined;
}
