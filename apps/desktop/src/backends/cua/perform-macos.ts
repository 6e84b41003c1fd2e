import type { Action, Snapshot } from "@beans-picker/desktop";
import type { WindowRef } from "../../backend.js";
import { planClickMacos } from "./actions/click.js";
import { planContextMenuMacos } from "./actions/context-menu.js";
import { planExpandMacos } from "./actions/expand.js";
import { planTypeIntoMacos } from "./actions/insert-text.js";
import { planKey } from "./actions/key.js";
import { planMenuMacos } from "./actions/menu.js";
import { refusePlan, type Plan } from "./actions/plan.js";
import { planScroll } from "./actions/scroll.js";
import { planSetValueMacos } from "./actions/set-value.js";
import { bindMenu, bindNode, type BoundNode } from "./bind.js";
import type { Observation } from "./observe.js";

/** What takes looks between its calls has files of its own (`choose-macos.ts`, `macos/`). */
export type PlannedOnMacos = Exclude<Action, { kind: "choose_option" | "drag" | "keypad" | "append" }>;

/** Decides what to send on macOS for an action on an earlier look, given the newest one. Pure. */
export function planMacos(before: Snapshot, action: PlannedOnMacos, now: Observation, window: WindowRef): Plan {
  const onNode = (handle: number, plan: (bound: BoundNode) => Plan): Plan => {
    const binding = bindNode(before, handle, now);
    return binding.ok ? plan(binding.bound) : binding;
  };
  switch (action.kind) {
    case "click":
    case "toggle":
      return onNode(action.handle, (bound) => planClickMacos(bound, action.modifiers ?? [], window));
    case "set_value":
      return onNode(action.handle, (bound) => planSetValueMacos(bound, action.text, window));
    case "type_into":
      return onNode(action.handle, (bound) => planTypeIntoMacos(bound, action.text, window));
    case "select":
      return onNode(action.handle, (bound) => planClickMacos(bound, [], window));
    case "expand":
      return onNode(action.handle, (bound) => planExpandMacos(bound, action.expanded, window));
    case "context_menu":
      return onNode(action.handle, (bound) => planContextMenuMacos(bound, window));
    case "scroll":
      return onNode(action.handle, (bound) => planScroll(bound, action.direction, action.pages ?? 1, window));
    case "scroll_to":
      return refusePlan(
        "unsupported",
        "The driver cannot put a scroll bar at a place; nothing was sent. Scroll by pages.",
      );
    case "key":
      return action.handle === undefined
        ? planKey("macos", action.key, undefined, window)
        : onNode(action.handle, (bound) => planKey("macos", action.key, bound, window));
    case "menu": {
      const binding = bindMenu(before, action.handle, now);
      return binding.ok ? planMenuMacos(binding.bound, window) : binding;
    }
  }
}
