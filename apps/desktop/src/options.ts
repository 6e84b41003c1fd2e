import { isDestructiveNode } from "@beans-picker/candidates";
import type { Refusal, Role, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut, normaliseLabel } from "@beans-picker/shared";
import { refuse, type Refused } from "./bind.js";

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

const unagreed = "The option turned out to need consent; it was not pressed.";

/** Refuses an option that may not be undoable, which shows only when its list is read, unless somebody agreed to it. */
export function refuseUnagreed(
  option: SnapshotNode,
  now: Snapshot,
  confirmed: boolean | undefined,
): Refused | undefined {
  return confirmed !== true && isDestructiveNode(now, option.handle)
    ? { ok: false, refusal: { code: "needs_confirmation", message: unagreed, retry: false } }
    : undefined;
}
