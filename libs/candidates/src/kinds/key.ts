import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { describeNode } from "../describe.js";
import { factsOf, type Draft, type Kind } from "../draft.js";
import type { View } from "../view.js";

/** Keys a window may get, in the order offered. Return and Space press whatever has the focus. Source: beans-picker 0.5 seed. */
const windowKeys = [
  { key: "return", does: "press Return", destructive: true },
  { key: "escape", does: "press Escape", destructive: false },
  { key: "tab", does: "press Tab to move to the next control", destructive: false },
  { key: "space", does: "press Space", destructive: true },
  { key: "up", does: "press the Up arrow", destructive: false },
  { key: "down", does: "press the Down arrow", destructive: false },
  { key: "left", does: "press the Left arrow", destructive: false },
  { key: "right", does: "press the Right arrow", destructive: false },
  { key: "shift+f10", does: "press Shift+F10 to open the context menu of the focused control", destructive: false },
] as const;

const steps: Partial<Record<Role, { readonly increase: string; readonly decrease: string }>> = {
  slider: { increase: "right", decrease: "left" },
  stepper: { increase: "up", decrease: "down" },
};

export const keyKind: Kind = {
  kind: "key",
  fromNode(node, view) {
    const step = steps[node.role];
    if (step === undefined) return [];
    return [stepDraft(node, view, step.increase, "increase"), stepDraft(node, view, step.decrease, "decrease")];
  },
  fromWindow() {
    return windowKeys.map(({ key, does, destructive }) => ({
      key: `key|${key}`,
      kind: "key",
      does,
      action: { kind: "key", key },
      destructive,
      facts: { label: does, rawLabel: "", within: [], inWeb: false },
    }));
  },
};

function stepDraft(node: SnapshotNode, view: View, key: string, verb: string): Draft {
  return {
    key: `key|${key}|${view.identity(node).key}`,
    kind: "key",
    does: `${verb} ${describeNode(node)} by one step`,
    action: { kind: "key", handle: node.handle, key },
    destructive: false,
    facts: factsOf(node, view),
  };
}
