import type { KeypadKey, Snapshot } from "@beans-picker/desktop";
import type { WindowRef } from "../../../backend.js";
import { refuse } from "../../../bind.js";
import { bindNode } from "../bind.js";
import type { Observation } from "../observe.js";
import { planClickLinux } from "./click.js";
import { calls, type Plan, type PlannedCall } from "./plan.js";

/** Presses keys of an on-screen keypad in order. Every one of them must be found again before the first is pressed. */
export function planKeypadLinux(
  before: Snapshot,
  keys: readonly KeypadKey[],
  now: Observation,
  window: WindowRef,
): Plan {
  if (keys.length === 0) return refuse("text_required");
  const planned: PlannedCall[] = [];
  for (const { handle } of keys) {
    const found = bindNode(before, handle, now);
    if (!found.ok) return found;
    const plan = planClickLinux(found.bound, [], window);
    if (!plan.ok) return plan;
    planned.push(...plan.calls);
  }
  return calls(...planned);
}
