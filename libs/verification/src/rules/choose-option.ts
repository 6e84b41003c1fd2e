import type { Action, SnapshotNode } from "@beans-picker/desktop";
import { normaliseLabel } from "@beans-picker/shared";
import type { Look } from "../look.js";
import { blind, lasting, lost, mismatch, noEffect, type Evidence, type Finding } from "./rule.js";

type ChooseOption = Extract<Action, { kind: "choose_option" }>;

export function judgeChooseOption(evidence: Evidence<ChooseOption>): Finding {
  const { action, was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  const wanted = normaliseLabel(action.text);
  if (is.value !== undefined && is.value === wanted && wanted !== "") {
    return lasting("The pop-up shows the option.", (is.rawValue ?? is.value) === action.text);
  }
  const option = optionState(evidence, was, wanted);
  if (option === true) return lasting("The option is the selected one.");
  if (is.value === undefined) {
    return option === false ? noEffect("The option is not selected.") : blind("What the pop-up shows cannot be read.");
  }
  return is.value === was.value
    ? noEffect("The pop-up shows what it showed before.")
    : mismatch("The pop-up shows a different option.", false, { wanted: action.text, held: is.rawValue ?? is.value });
}

/** Whether the one option with that title is selected afterwards; undefined when that cannot be read. */
function optionState({ before, after, is }: Evidence, was: SnapshotNode, wanted: string): boolean | undefined {
  const options = optionsCalled(before, was, wanted);
  const [option] = options;
  if (option === undefined) return is === undefined ? undefined : stateOf(single(optionsCalled(after, is, wanted)));
  const key = before.identity(option)?.key;
  return options.length > 1 || key === undefined ? undefined : stateOf(after.byKey(key));
}

function optionsCalled(look: Look, popup: SnapshotNode, label: string): SnapshotNode[] {
  return look.tree
    .descendants(popup.handle)
    .filter((node) => label !== "" && node.label === label && node.role !== "text");
}

function single(nodes: readonly SnapshotNode[]): SnapshotNode | undefined {
  return nodes.length === 1 ? nodes[0] : undefined;
}

function stateOf(node: SnapshotNode | undefined): boolean | undefined {
  const state = node?.states.selected ?? node?.states.checked;
  return state === "mixed" ? undefined : state;
}
