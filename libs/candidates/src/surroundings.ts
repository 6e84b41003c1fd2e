import type { Frame, Role, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import type { SnapshotTree } from "./tree.js";

/** The nearest free texts on each side of a control, as a person would read them, and the heading it stands under. */
export interface Surroundings {
  readonly left?: string;
  readonly right?: string;
  readonly above?: string;
  readonly below?: string;
  readonly heading?: string;
}

/** Longest of these texts, in UTF-16 units. */
const TEXT_UNITS = 80;
/** How far above or below its control a text may end, in heights of the text; lines of a form are about two apart. */
const LINES_APART = 2.5;
/** How far beside its control, in heights of the text; wide forms leave that much between caption and field. */
const BESIDE = 30;
/** Texts overlap frames by a few units where toolkits round. */
const SLACK = 4;

/** What these hold is their caption, not a text of its own. */
const captionHolders: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "disclosure",
  "link",
  "menu",
  "menubar",
  "menubutton",
  "menuitem",
  "popup",
  "radio",
  "securefield",
  "switch",
  "tab",
  "toggle",
  "tooltip",
]);

interface FreeText {
  readonly handle: number;
  readonly text: string;
  readonly frame: Frame;
  readonly isHeading: boolean;
}

/**
 * Looks around the controls of one snapshot. Texts of password fields, of other controls and of what is not showing are no
 * surroundings. Built once; each look reads only the texts near the control's height.
 */
export function surroundingsOf(
  snapshot: Pick<Snapshot, "nodes" | "texts">,
  tree: SnapshotTree,
): (node: SnapshotNode) => Surroundings {
  const texts = freeTexts(snapshot, tree);
  const headings = texts.filter(({ isHeading }) => isHeading);
  const tallest = texts.reduce((most, { frame }) => Math.max(most, frame.height), 0);
  return (node) => {
    const { frame } = node;
    if (frame === undefined || node.states.showing === false) return {};
    const own = (one: FreeText) => one.handle === node.handle || one.text === node.label || isBelow(one, node, tree);
    const reach = tallest * (1 + LINES_APART) + SLACK;
    const near = texts
      .slice(firstAt(texts, frame.y - reach), firstAt(texts, frame.y + frame.height + reach))
      .filter((one) => !own(one));
    return {
      ...nearest("left", near, (text) => beside(text.frame, frame, "left")),
      ...nearest("right", near, (text) => beside(text.frame, frame, "right")),
      ...nearest("above", near, (text) => stacked(text.frame, frame, text.frame)),
      ...nearest("below", near, (text) => stacked(frame, text.frame, text.frame)),
      ...nearest("heading", headings, (text) => (own(text) ? undefined : heads(text.frame, frame))),
    };
  };
}

function freeTexts({ nodes, texts }: Pick<Snapshot, "nodes" | "texts">, tree: SnapshotTree): FreeText[] {
  const shown = new Map(texts.map(({ handle, text }) => [handle, text]));
  return nodes
    .flatMap((node) => {
      const text = shown.get(node.handle) ?? (node.role === "heading" || node.role === "text" ? node.label : "");
      const { frame } = node;
      if (text === "" || frame === undefined || node.states.showing === false) return [];
      if ([node, ...tree.ancestors(node)].some((above) => isCaptionOf(above, frame))) return [];
      return [{ handle: node.handle, text, frame, isHeading: node.role === "heading" }];
    })
    .sort((a, b) => a.frame.y - b.frame.y);
}

/** GTK's pages are inside their tab, and are no caption of it. */
function isCaptionOf({ role, frame: holder }: SnapshotNode, text: Frame): boolean {
  if (!captionHolders.has(role)) return false;
  return role !== "tab" || holder === undefined || text.y < holder.y + holder.height;
}

/** Index of the first text whose top is at or below `y`. */
function firstAt(texts: readonly FreeText[], y: number): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.frame.y ?? Infinity) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBelow(text: FreeText, node: SnapshotNode, tree: SnapshotTree): boolean {
  const self = tree.node(text.handle);
  return self !== undefined && tree.ancestors(self).some(({ handle }) => handle === node.handle);
}

function nearest<K extends keyof Surroundings>(
  side: K,
  texts: readonly FreeText[],
  distance: (text: FreeText) => number | undefined,
): Partial<Record<K, string>> {
  let best: FreeText | undefined;
  let least = Infinity;
  for (const text of texts) {
    const far = distance(text);
    if (far !== undefined && far < least) [best, least] = [text, far];
  }
  const found: Partial<Record<K, string>> = {};
  if (best !== undefined) found[side] = cut(best.text, TEXT_UNITS);
  return found;
}

/** The gap between a text and a control on the same line; undefined when they are not, or too far apart. */
function beside(text: Frame, control: Frame, side: "left" | "right"): number | undefined {
  const overlap = Math.min(text.y + text.height, control.y + control.height) - Math.max(text.y, control.y);
  if (overlap * 2 < Math.min(text.height, control.height)) return undefined;
  const gap = side === "left" ? control.x - text.x - text.width : text.x - control.x - control.width;
  return gap >= -SLACK && gap <= text.height * BESIDE ? gap : undefined;
}

/** The gap between one frame and another below it, when they share a column. */
function stacked(upper: Frame, lower: Frame, text: Frame): number | undefined {
  const overlap = Math.min(upper.x + upper.width, lower.x + lower.width) - Math.max(upper.x, lower.x);
  if (overlap <= 0) return undefined;
  const gap = lower.y - upper.y - upper.height;
  return gap >= -SLACK && gap <= text.height * LINES_APART ? gap : undefined;
}

/** A heading rules everything below it that does not begin far to its left. */
function heads(heading: Frame, control: Frame): number | undefined {
  const gap = control.y - heading.y - heading.height;
  return gap >= -SLACK && control.x + control.width > heading.x ? gap : undefined;
}
