import { normaliseLabel } from "@beans-picker/shared";
import type { AccessibleReading, AccessibleTree } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import { nativeRole } from "./atspi-roles.js";
import type { Found } from "./atspi-tree.js";
import { maxDepthBelieved, maxTextUnits } from "./driver-state.js";

/**
 * Calls boxes inside their labels by what the labels say. Chromium goes on telling the name that such a box had when its
 * label was first read, whatever the label says afterwards.
 */
export function nameByWrapping(found: readonly Found[], reading: AccessibleReading): void {
  if (!reading.toolkit.name.toLowerCase().startsWith("chrom")) return;
  const labels = new Map<string, AccessibleTree>();
  for (const root of [reading.root, ...reading.attached]) wrap(root, undefined, labels, 0);
  for (const { draft, tree } of found) {
    const label = labels.get(refKey(tree.facts.ref));
    const said = label === undefined ? "" : normaliseLabel(textOf(label, tree, 0).slice(0, maxTextUnits));
    if (said === "" || squeezed(said) === squeezed(draft.rawLabel)) continue;
    draft.label = said;
    draft.rawLabel = said;
  }
}

/**
 * Notes for everything that is called by another object what label it stands in, unless it says that it is called by
 * something else. Of what came into a page later Chromium tells no relation.
 */
function wrap(
  tree: AccessibleTree,
  around: AccessibleTree | undefined,
  labels: Map<string, AccessibleTree>,
  depth: number,
): void {
  if (depth > maxDepthBelieved) return;
  const { ref, relations = [], attributes } = tree.facts;
  const targets = relations.flatMap((relation) =>
    relation.type === "labelled-by" ? relation.targets.map(refKey) : [],
  );
  const isOther = targets.some((target) => around === undefined || target !== refKey(around.facts.ref));
  if (around !== undefined && attributes?.["name-from"] === "related-element" && !isOther)
    labels.set(refKey(ref), around);
  const inner = nativeRole(tree.facts) === "label" ? tree : around;
  for (const child of tree.children) wrap(child, inner, labels, depth + 1);
}

/** The texts in a label, without those of the control that it labels. */
function textOf({ children }: AccessibleTree, control: AccessibleTree, depth: number): string {
  if (depth > maxDepthBelieved) return "";
  return children
    .filter((child) => child !== control)
    .map((child) => (child.children.length === 0 ? child.facts.name : textOf(child, control, depth + 1)))
    .join("");
}

/** Which of the spaces between its parts belong to a name is not told. */
function squeezed(name: string): string {
  return name.replaceAll(/\s+/g, "");
}
