import type { WindowRef } from "../../../backend.js";
import { lineBreak, refuseText } from "../../../text-rules.js";
import type { BoundNode } from "../bind.js";
import { background, calls, elementArgs, refusePlan, type Plan, type PlannedCall } from "./plan.js";
import { planSetValueLinux } from "./set-value.js";

export type Where = "caret" | "end";

/**
 * Puts text into a field on Linux. The driver's typing counts bytes for characters and cuts what is not ASCII, and it types
 * at whatever caret there is; so the whole content is written anew, where it is known to the code unit. Where the caret is,
 * the driver never tells.
 */
export function planInsertLinux(bound: BoundNode, text: string, where: Where, window: WindowRef): Plan {
  const { node } = bound;
  const refusal = refuseText(node.role, text);
  if (refusal !== undefined) return refusal;
  if (where === "caret") {
    return refusePlan(
      "background_unavailable",
      "Where the caret of the field is cannot be read here; nothing was sent. Set the whole text, or append.",
    );
  }
  if (node.valueExact !== true || node.rawValue === undefined || node.role === "securefield") {
    return refusePlan("caret_refused");
  }
  return planSetValueLinux(bound, node.rawValue + text, window);
}

/** Types at the field's caret on macOS, the text untouched. A web page takes a typed line break for Return: it is refused. */
export function planTypeIntoMacos({ node, token }: BoundNode, text: string, window: WindowRef): Plan {
  const refusal = refuseText(node.role, text);
  if (refusal !== undefined) return refusal;
  if (node.inWeb && lineBreak.test(text)) {
    return refusePlan(
      "line_break_refused",
      "A line break typed on a web page may submit its form; nothing was sent. Set the whole text instead.",
    );
  }
  return calls(typing(token, text, window));
}

/**
 * Adds text at the end of a field on macOS: the caret to the end, then typing. Where the caret key was refused, the whole
 * text is written anew if it is known to the code unit (`without` says that the key was tried).
 */
export function planAppendMacos(
  { node, token }: BoundNode,
  text: string,
  window: WindowRef,
  without: "caret_key" | undefined,
): Plan {
  const refusal = refuseText(node.role, text);
  if (refusal !== undefined) return refusal;
  if (without === "caret_key" || (node.inWeb && lineBreak.test(text))) {
    if (node.valueExact !== true || node.rawValue === undefined || node.role === "securefield") {
      return refusePlan("caret_refused");
    }
    const value = node.rawValue + text;
    return calls({ tool: "set_value", args: { ...elementArgs(window, token), value }, step: "whole" });
  }
  const end: PlannedCall = {
    tool: "press_key",
    args: { ...elementArgs(window, token), ...background, key: "down", modifiers: ["cmd"] },
    step: "caret",
  };
  return calls(end, typing(token, text, window));
}

function typing(token: string, text: string, window: WindowRef): PlannedCall {
  return { tool: "type_text", args: { ...elementArgs(window, token), ...background, text }, step: "type" };
}
