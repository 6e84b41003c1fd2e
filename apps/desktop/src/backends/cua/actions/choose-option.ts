import type { Action } from "@beans-picker/desktop";
import type { WindowRef } from "../../../backend.js";
import { findOption, optionsOf, refuseUnagreed } from "../../../options.js";
import { withToken, type BoundNode } from "../bind.js";
import type { Observation } from "../observe.js";
import { planClickLinux } from "./click.js";
import { refusePlan, type Plan } from "./plan.js";

/** Presses the option itself, which works on Linux while the list is closed; opening it could not be undone by a key. */
export function planChooseLinux(
  popup: BoundNode,
  { text, confirmed }: Pick<Extract<Action, { kind: "choose_option" }>, "text" | "confirmed">,
  now: Observation,
  window: WindowRef,
): Plan {
  if (popup.node.role !== "popup" && popup.node.role !== "combobox" && popup.node.role !== "list") {
    return refusePlan("bad_arguments", "The control has no list of options; nothing was sent.");
  }
  const found = findOption(optionsOf(popup.node.handle, now.snapshot.nodes), text);
  if (!found.ok) return found;
  const unagreed = refuseUnagreed(found.option, now.snapshot, confirmed);
  if (unagreed !== undefined) return unagreed;
  const option = withToken(found.option, now);
  return option.ok ? planClickLinux(option.bound, [], window) : option;
}
