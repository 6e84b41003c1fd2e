import type { WindowRef } from "../../../backend.js";
import { lineBreak, refuseText } from "../../../text-rules.js";
import type { BoundNode } from "../bind.js";
import { background, calls, elementArgs, type Plan, type PlannedCall } from "./plan.js";

const webRetyped: ReadonlySet<string> = new Set(["textfield", "searchfield", "textarea", "stepper"]);

/**
 * Replaces the text of a field on Linux. Typing is never used there: the driver counts bytes for characters and cuts text
 * that is not ASCII. A GTK 3 spin button takes the text but keeps its old number until its `activate` action, which a click
 * performs.
 */
export function planSetValueLinux(bound: BoundNode, text: string, window: WindowRef): Plan {
  const refusal = refuseText(bound.node.role, text);
  if (refusal !== undefined) return refusal;
  const { node, token } = bound;
  const write: PlannedCall = {
    tool: "set_value",
    args: { ...elementArgs(window, token), value: node.role === "slider" ? text.trim() : text },
  };
  if (node.role !== "stepper" || !node.actions.includes("activate")) return calls(write);
  return calls(write, { tool: "click", args: { ...elementArgs(window, token), ...background }, step: "activate" });
}

/**
 * Replaces the text of a field on macOS. Web pages do not notice a value written from outside, so a field of one is
 * retyped: to the end, select to the start, type over. A line break would submit a form and is written instead.
 */
export function planSetValueMacos(bound: BoundNode, text: string, window: WindowRef): Plan {
  const refusal = refuseText(bound.node.role, text);
  if (refusal !== undefined) return refusal;
  const { node, token } = bound;
  const element = elementArgs(window, token);
  if (!node.inWeb || !webRetyped.has(node.role) || lineBreak.test(text)) {
    return calls({ tool: "set_value", args: { ...element, value: text } });
  }
  const press = (key: string, modifiers: readonly string[]): PlannedCall => ({
    tool: "press_key",
    args: { ...element, ...background, key, ...(modifiers.length > 0 ? { modifiers } : {}) },
    step: "retype",
  });
  const select =
    node.role === "textarea"
      ? [press("down", ["cmd"]), press("up", ["cmd", "shift"])]
      : [press("end", []), press("home", ["shift"])];
  const type: PlannedCall =
    text === ""
      ? press("delete", [])
      : { tool: "type_text", args: { ...element, ...background, text }, step: "retype" };
  return calls(...select, type);
}
