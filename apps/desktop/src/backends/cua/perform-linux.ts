import type { Action, Snapshot } from "@beans-picker/desktop";
import type { WindowRef } from "../../backend.js";
import { planChooseLinux } from "./actions/choose-option.js";
import { planClickLinux } from "./actions/click.js";
import { planContextMenuLinux } from "./actions/context-menu.js";
import { planExpandLinux } from "./actions/expand.js";
import { planInsertLinux } from "./actions/insert-text.js";
import { planKey } from "./actions/key.js";
import { planKeypadLinux } from "./actions/keypad.js";
import { planMenuLinux } from "./actions/menu.js";
import { refusePlan, type Plan } from "./actions/plan.js";
import { planScroll } from "./actions/scroll.js";
import { planSetValueLinux } from "./actions/set-value.js";
import { bindMenu, bindNode, type BoundNode } from "./bind.js";
import type { Observation } from "./observe.js";

/** Decides what to send on Linux for an action on an earlier look, given the newest one. Pure. */
export function planLinux(before: Snapshot, action: Action, now: Observation, window: WindowRef): Plan {
  const onNode = (handle: number, plan: (bound: BoundNode) => Plan): Plan => {
    const binding = bindNode(before, handle, now);
    return binding.ok ? plan(binding.bound) : binding;
  };
  switch (action.kind) {
    case "click":
    case "toggle":
      return onNode(action.handle, (bound) => planClickLinux(bound, action.modifiers ?? [], window));
    case "set_value":
      return onNode(action.handle, (bound) => planSetValueLinux(bound, action.text, window));
    case "choose_option":
      return onNode(action.handle, (bound) => planChooseLinux(bound, action, now, window));
    case "type_into":
      return onNode(action.handle, (bound) => planInsertLinux(bound, action.text, "caret", window));
    case "append":
      return onNode(action.handle, (bound) => planInsertLinux(bound, action.text, "end", window));
    case "select":
      return onNode(action.handle, (bound) => planClickLinux(bound, [], window));
    case "expand":
      return onNode(action.handle, (bound) => planExpandLinux(bound, action.expanded, window));
    case "context_menu":
      return onNode(action.handle, () => planContextMenuLinux());
    case "keypad":
      return planKeypadLinux(before, action.keys, now, window);
    case "drag":
      return refusePlan(
        "background_unavailable",
        "A drag needs the pointer, which is not moved in the background; nothing was sent.",
      );
    case "scroll":
      return onNode(action.handle, (bound) => planScroll(bound, action.direction, action.pages ?? 1, window));
    case "scroll_to":
      return refusePlan(
        "unsupported",
        "The driver cannot put a scroll bar at a place; nothing was sent. Scroll by pages.",
      );
    case "key":
      return action.handle === undefined
        ? planKey("linux", action.key, undefined, window)
        : onNode(action.handle, (bound) => planKey("linux", action.key, bound, window));
    case "menu": {
      const binding = bindMenu(before, action.handle, now);
      return binding.ok ? planMenuLinux(binding.bound, window) : binding;
    }
  }
}
