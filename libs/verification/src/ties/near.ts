import type { Frame, Role, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { namesAnother } from "./named.js";
import { withoutNumbers } from "./stems.js";

/** A text further away than this from a control is not beside it. In window units. */
const NEAR = 48;
/** How much nearer a text has to be to this control than to any other. In window units. */
const CLEARLY = 4;

const operatedRoles: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "colorwell",
  "combobox",
  "disclosure",
  "link",
  "menubutton",
  "popup",
  "radio",
  "searchfield",
  "securefield",
  "slider",
  "stepper",
  "switch",
  "tab",
  "textarea",
  "textfield",
  "toggle",
]);

/**
 * Whether a text that stands at the control, nearer to it than to any other, says something else now. One that only counts
 * on says nothing.
 */
export function textBesideChanged(target: SnapshotNode, before: Look, after: Look): boolean {
  const commander = { title: target.label, handle: target.handle };
  return changedTexts(before, after).some(
    // "Saved" in a status line is about the command "Save", wherever the line stands.
    ({ was, is }) => isBeside(was, target, before) && !namesAnother(commander, is.label, before),
  );
}

/** Text nodes of before whose place is taken by another text: same parent, same place among as many children. */
function changedTexts(before: Look, after: Look): { was: SnapshotNode; is: SnapshotNode }[] {
  return before.tree.nodes.flatMap((text) => {
    if (text.role !== "text") return [];
    const parent = before.tree.parent(text);
    const key = parent === undefined ? undefined : before.identity(parent)?.key;
    const newParent = key === undefined ? undefined : after.byKey(key);
    if (parent === undefined || newParent === undefined) return [];
    const [old, now] = [before.tree.children(parent.handle), after.tree.children(newParent.handle)];
    const successor = now[old.indexOf(text)];
    const isReplaced =
      old.length === now.length &&
      old.every(({ role }, index) => role === now[index]?.role) &&
      successor !== undefined &&
      withoutNumbers(successor.label) !== withoutNumbers(text.label);
    return isReplaced ? [{ was: text, is: successor }] : [];
  });
}

function isBeside(text: SnapshotNode, target: SnapshotNode, { tree }: Look): boolean {
  const distance = gap(text.frame, target.frame);
  if (distance === undefined || distance > NEAR) return false;
  return tree.nodes.every((other) => {
    if (other.handle === target.handle || !operatedRoles.has(other.role) || other.states.showing === false) return true;
    const otherDistance = gap(text.frame, other.frame);
    return otherDistance === undefined || otherDistance >= distance + CLEARLY;
  });
}

/** How far apart two rectangles are, along the longer way; undefined when one is not known. */
function gap(one: Frame | undefined, other: Frame | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  const along = (from: number, length: number, to: number, otherLength: number): number =>
    Math.max(0, from - (to + otherLength), to - (from + length));
  return Math.max(along(one.x, one.width, other.x, other.width), along(one.y, one.height, other.y, other.height));
}
