import { cut } from "@beans-picker/shared";
import type { Role } from "./roles.js";
import { containerRoles, editableRoles } from "./roles.js";
import type { SnapshotNode, WindowText } from "./snapshot.js";

/** How many containers name a control's place. Source: beans-picker 0.5 seed. */
const levels = 3;
/** Longest label shown for a container, in UTF-16 units. Source: beans-picker 0.5 seed. */
const labelUnits = 40;
/** How many rows before a control can tell its place. Source: beans-picker 0.5 seed. */
const rowsBack = 40;

/** A text inside one of these is its caption, not a text about the place. */
const captionHolders: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "link",
  "menubutton",
  "menuitem",
  "popup",
  "radio",
  "switch",
  "tab",
  "toggle",
]);

/** Controls that can be called by a text beside them. */
const captioned: ReadonlySet<Role> = new Set<Role>([...captionHolders, ...editableRoles, "slider"]);

/** A heading and a text that stand before a control, for telling it from others of its kind. */
export interface Placement {
  readonly heading?: string;
  readonly nearText?: string;
}

/** Answers questions about the places of one snapshot's nodes; built once, each answer is quick. */
export interface Places {
  /**
   * Labelled containers around a node, nearest first, at most three, each `role: label` with the label cut to 40 units.
   * The window itself is left out: everything is in it, and its title changes with the document.
   */
  within(handle: number): string[];
  /** The nearest heading, and the nearest text that captions no control, among the 40 rows before a node. */
  placement(handle: number): Placement;
}

/** Prepares `nodes` and `texts` of one snapshot for questions about places. Unknown handles have no place. */
export function placesOf(nodes: readonly SnapshotNode[], texts: readonly WindowText[]): Places {
  const byHandle = new Map(nodes.map((node) => [node.handle, node]));
  const order = new Map(nodes.map((node, at) => [node.handle, at]));
  const textOf = new Map(texts.map(({ handle, text }) => [handle, text]));
  // A label next to a field that is called by it is that field's caption.
  const captions = new Set(nodes.filter((node) => captioned.has(node.role)).map((node) => node.label));

  const ancestors = function* (node: SnapshotNode | undefined): Generator<SnapshotNode> {
    const seen = new Set<number>();
    let parent = node?.parent ?? null;
    while (parent !== null && !seen.has(parent)) {
      seen.add(parent);
      const above = byHandle.get(parent);
      if (above === undefined) return;
      yield above;
      parent = above.parent;
    }
  };

  const freeText = (node: SnapshotNode): string | undefined => {
    const text = textOf.get(node.handle);
    if (text === undefined || captions.has(text) || node.role === "heading") return undefined;
    for (const above of ancestors(node)) if (captionHolders.has(above.role)) return undefined;
    return text;
  };

  return {
    within(handle) {
      const found: string[] = [];
      for (const above of ancestors(byHandle.get(handle))) {
        if (found.length === levels) break;
        if (!containerRoles.has(above.role) || above.label === "") continue;
        if (above.role === "window" && above.parent === null) continue;
        found.push(`${above.role}: ${cut(above.label, labelUnits)}`);
      }
      return found;
    },
    placement(handle) {
      const at = order.get(handle);
      const self = byHandle.get(handle);
      if (at === undefined || self === undefined) return {};
      const around = new Set([...ancestors(self)].map((node) => node.handle));
      const before = nodes.slice(Math.max(0, at - rowsBack), at).reverse();
      const outside = before.filter((node) => !around.has(node.handle));
      const heading = before.find((node) => node.role === "heading" && node.label !== "" && node.label !== self.label);
      const near = outside.map(freeText).find((text) => text !== undefined && text !== self.label);
      return {
        ...(heading === undefined ? {} : { heading: heading.label }),
        ...(near === undefined ? {} : { nearText: near }),
      };
    },
  };
}

/** `placesOf(nodes, []).within(handle)`, for a single question. */
export function within(nodes: readonly SnapshotNode[], handle: number): string[] {
  return placesOf(nodes, []).within(handle);
}

/** `placesOf(nodes, texts).placement(handle)`, for a single question. */
export function placement(nodes: readonly SnapshotNode[], texts: readonly WindowText[], handle: number): Placement {
  return placesOf(nodes, texts).placement(handle);
}
