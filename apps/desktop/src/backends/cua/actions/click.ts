import { editableRoles, type Modifier } from "@beans-picker/desktop";
import type { WindowRef } from "../../../backend.js";
import type { BoundNode } from "../bind.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/**
 * Actions that the driver performs through AT-SPI. For any other it sends pointer events to the screen, which do nothing in
 * the background or bring the app to the front. Source: cua-driver 0.28.2, measured with GTK 3, GTK 4, Qt 5 and Chromium.
 */
const pressActions: ReadonlySet<string> = new Set([
  "click",
  "clickancestor",
  "activate",
  "press",
  "invoke",
  "toggle",
  "open",
  "jump",
  "dodefault",
]);
/** Chromium names the action after what it will do; the driver knows these for check boxes only. */
const checkActions: ReadonlySet<string> = new Set(["check", "uncheck"]);
/** Ways in which a drop-down offers its list. Its text field, if it has one, is a control of its own. */
const openActions: ReadonlySet<string> = new Set(["press", "open", "click", "showmenu"]);

/** A click or toggle on Linux. */
export function planClickLinux({ node, token }: BoundNode, modifiers: readonly Modifier[], window: WindowRef): Plan {
  if (modifiers.length > 0) return refuseModifiers();
  const actions = node.actions.map((action) => action.toLowerCase());
  const opens = node.role === "combobox" && actions.some((action) => openActions.has(action));
  if (editableRoles.has(node.role) && !opens) {
    return refusePlan(
      "background_unavailable",
      "A click on a text field presses Return in it on Linux, which may submit a form; nothing was sent. Set its text instead.",
    );
  }
  const pressable = actions.some(
    (action) => pressActions.has(action) || (node.role === "checkbox" && checkActions.has(action)),
  );
  if (!pressable) {
    return refusePlan(
      "background_unavailable",
      "The control offers no action that works in the background; nothing was sent. Use another control for it.",
    );
  }
  return calls({ tool: "click", args: { ...elementArgs(window, token), ...background } });
}

/** A click or toggle on macOS: the accessibility press of the element. */
export function planClickMacos({ token }: BoundNode, modifiers: readonly Modifier[], window: WindowRef): Plan {
  if (modifiers.length > 0) return refuseModifiers();
  return calls({ tool: "click", args: { ...elementArgs(window, token), ...background } });
}

function refuseModifiers(): Plan {
  return refusePlan(
    "background_unavailable",
    "A click with modifier keys needs the pointer, which this back end does not move; nothing was sent.",
  );
}
