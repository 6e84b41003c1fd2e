import { handlesOf, type Action, type Snapshot } from "@beans-picker/desktop";
import { lookAt } from "./look.js";

/** What has to be remembered from before an action to judge it afterwards. Plain data. */
export interface Watch {
  readonly action: Action;
  /** Identity of the control acted on; null for window keys, menu commands and unknown handles. */
  readonly target: { readonly key: string; readonly ambiguous: boolean } | null;
  /** Exactly the text that the target is to hold, for text actions. */
  readonly expected: string | null;
  readonly before: Snapshot;
}

/** Called with the snapshot the action is sent with, before it is sent. */
export function begin(before: Snapshot, action: Action): Watch {
  const look = lookAt(before);
  const [handle] = action.kind === "menu" || action.kind === "keypad" ? [] : handlesOf(action);
  const node = handle === undefined ? undefined : look.tree.node(handle);
  const identity = node === undefined ? undefined : look.identity(node);
  return {
    action,
    target: identity === undefined ? null : { key: identity.key, ambiguous: identity.ambiguous },
    expected: "text" in action ? action.text : null,
    before,
  };
}
