import type { Refusal, Role, SnapshotNode } from "@beans-picker/desktop";
import { cut, normaliseLabel } from "@beans-picker/shared";
import type { WindowRef } from "../../../backend.js";
import { refuse, withToken, type BoundNode } from "../bind.js";
import type { Observation } from "../observe.js";
import { planClickLinux } from "./click.js";
import { refusePlan, type Plan } from "./plan.js";

const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "treeitem", "row", "cell"]);
/** How many titles a refusal lists, and how much of each. */
const LISTED_TITLES = 30;
const LISTED_UNITS = 60;

export type FoundOption =
  { readonly ok: true; readonly option: SnapshotNode } | { readonly ok: false; readonly refusal: Refusal };

/** All options below a node, whether or not their list is open. */
export function optionsOf(root: number, nodes: readonly SnapshotNode[]): SnapshotNode[] {
  const inside = new Set([root]);
  const options: SnapshotNode[] = [];
  // Tree order: a parent always comes before its children.
  for (const node of nodes) {
    if (node.parent === null || !inside.has(node.parent)) continue;
    inside.add(node.handle);
    if (optionRoles.has(node.role)) options.push(node);
  }
  return options;
}

/** Decides which option is meant: exactly one enabled option whose title a person reads as `text`. */
export function findOption(options: readonly SnapshotNode[], text: string): FoundOption {
  const wanted = normaliseLabel(text);
  const enabled = options.filter((option) => option.states.enabled && option.label !== "");
  const matches = enabled.filter((option) => normaliseLabel(option.label) === wanted);
  const [option] = matches;
  if (option === undefined) {
    const titles = enabled.slice(0, LISTED_TITLES).map(({ label }) => JSON.stringify(cut(label, LISTED_UNITS)));
    const more = enabled.length > titles.length ? ` and ${enabled.length - titles.length} more` : "";
    const listed = titles.length === 0 ? "It shows no options." : `Its options are ${titles.join(", ")}${more}.`;
    return refuse("option_not_found", `The pop-up has no option with that title; nothing was chosen. ${listed}`);
  }
  return matches.length > 1 ? refuse("ambiguous_option") : { ok: true, option };
}

/** Presses the option itself, which works on Linux while the list is closed; opening it could not be undone by a key. */
export function planChooseLinux(popup: BoundNode, text: string, now: Observation, window: WindowRef): Plan {
  if (popup.node.role !== "popup" && popup.node.role !== "combobox" && popup.node.role !== "list") {
    return refusePlan("bad_arguments", "The control has no list of options; nothing was sent.");
  }
  const found = findOption(optionsOf(popup.node.handle, now.snapshot.nodes), text);
  if (!found.ok) return found;
  const option = withToken(found.option, now);
  return option.ok ? planClickLinux(option.bound, [], window) : option;
}
