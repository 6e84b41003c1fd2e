import { describeNode, shownText } from "../describe.js";
import type { Draft, Kind } from "../draft.js";
import { factsOf } from "../draft.js";
import { keypadsOf, type Keypad } from "../keypad/find.js";
import type { View } from "../view.js";

/** An on-screen keypad as one control that takes a text such as `15 % of 80` would be typed on it: `80*15%=`. */
export const keypadKind: Kind = {
  kind: "keypad",
  fromWindow(view) {
    return keypadsOf(view.tree, (node) => view.offered(node)).map((keypad, index) => draft(keypad, index, view));
  },
};

function draft({ holder, keys }: Keypad, index: number, view: View): Draft {
  const named = holder.label === "" ? "" : ` of ${describeNode(holder)}`;
  return {
    // A window has one keypad, so its key stays the same whatever happens around it.
    key: index === 0 ? "keypad" : `keypad|${view.identity(holder).key}`,
    kind: "keypad",
    does: `key in ${shownText(undefined)} on the on-screen keypad${named} (${keys.map(({ key }) => key).join(" ")})`,
    action: { kind: "keypad", keys: [] },
    destructive: false,
    keys,
    facts: { ...factsOf(holder, view), label: holder.label === "" ? "keypad" : holder.label },
  };
}
