import type { AccessibleFacts, AccessibleReading, AccessibleTree } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import type { RolePlace } from "./atspi-roles.js";
import { actionNames, nativeRole, roleOf } from "./atspi-roles.js";
import { frameOf, isOperable, statesOf } from "./atspi-states.js";
import type { Draft } from "./draft.js";
import { readableText } from "./draft.js";
import { maxDepthBelieved, maxRecords, maxTextUnits } from "./driver-state.js";
import type { Role } from "./roles.js";
import { editableRoles } from "./roles.js";
import type { Frame, Incompleteness } from "./snapshot.js";

/** A draft and the object it stands for. */
export interface Found {
  readonly draft: Draft;
  /** What a person can read on it, as it was read. */
  readonly shown: string;
  readonly tree: AccessibleTree;
  /** The object right above, whether it is part of the snapshot or not. */
  readonly above: AccessibleTree | undefined;
  /** Top-level object of the window itself; false for a dialog, menu or list that belongs to it. */
  readonly isOwn: boolean;
}

export interface Walked {
  readonly found: readonly Found[];
  readonly cut: readonly Incompleteness[];
}

/** Kept even without a name. A container that only arranges its contents is passed over, as the driver does. */
const keptRoles: ReadonlySet<Role> = new Set<Role>([
  "alert",
  "button",
  "cell",
  "checkbox",
  "column",
  "combobox",
  "dialog",
  "link",
  "listitem",
  "menubar",
  "menubutton",
  "menuitem",
  "popup",
  "progress",
  "radio",
  "row",
  "scrollbar",
  "searchfield",
  "securefield",
  "slider",
  "stepper",
  "switch",
  "tab",
  "terminal",
  "textarea",
  "textfield",
  "toggle",
  "treeitem",
  "webarea",
]);

/** Kept without a name where something is in them: what can be scrolled, read row by row, or chosen from. */
const holderRoles: ReadonlySet<Role> = new Set<Role>(["list", "scrollarea", "table", "tree"]);

/** Roles whose text is what is in them, not what they are called. */
const contentRoles: ReadonlySet<Role> = new Set<Role>([...editableRoles, "popup", "terminal"]);
const textHolders: ReadonlySet<Role> = new Set<Role>(["searchfield", "textarea", "textfield"]);

interface Step {
  readonly tree: AccessibleTree;
  readonly above: Step | undefined;
  readonly depth: number;
  readonly parent: Draft | null;
  readonly isOwn: boolean;
  readonly inWeb: boolean;
  readonly inEditable: boolean;
  readonly showing: boolean;
}

/** The whole text an object shows: its name, or the text of what has none and is no field. Never that of a secure field. */
export function titleOf(facts: AccessibleFacts, role: Role): string {
  if (role === "securefield" && facts.name === facts.text) return "";
  const title = facts.name !== "" || contentRoles.has(role) ? facts.name : (facts.text ?? "");
  return title.length > maxTextUnits ? title.slice(0, maxTextUnits) : title;
}

function shownOf({ name, text }: AccessibleFacts, role: Role): string {
  return role === "securefield" ? "" : (name === "" ? (text ?? "") : name).slice(0, maxTextUnits);
}

/**
 * Makes drafts of a reading in the toolkit's order, each below the nearest one above it that is part of the snapshot.
 * What lies inside a secure field is left out. Stops at the numbers no real window comes near.
 */
export function walk(reading: AccessibleReading, isGtk4: boolean, offset: Pick<Frame, "x" | "y">): Walked {
  const found: Found[] = [];
  const cut = new Set<Incompleteness>();
  const chosen = choices(reading);
  const tops = [reading.root, ...reading.attached];
  const waiting = tops.map((tree, at): Step => ({ tree, ...top, isOwn: at === 0 })).reverse();
  let seen = 0;
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    seen += 1;
    if (seen > maxRecords) {
      cut.add("element_limit");
      break;
    }
    const { draft, showing } = draftOf(step, { isGtk4, offset, chosen });
    const kept = step.above === undefined || isKept(draft, step.tree);
    if (kept)
      found.push({
        draft,
        shown: shownOf(step.tree.facts, draft.role),
        tree: step.tree,
        above: step.above?.tree,
        isOwn: step.isOwn,
      });
    if (draft.role === "securefield" || step.tree.children.length === 0) continue;
    if (step.depth >= maxDepthBelieved) {
      cut.add("depth_limit");
      continue;
    }
    const below = {
      above: step,
      depth: step.depth + 1,
      parent: kept ? draft : step.parent,
      isOwn: step.isOwn,
      inWeb: step.inWeb || draft.role === "webarea",
      inEditable: step.inEditable || textHolders.has(draft.role),
      showing,
    };
    for (let at = step.tree.children.length - 1; at >= 0; at -= 1) {
      const child = step.tree.children[at];
      if (child !== undefined) waiting.push({ tree: child, ...below });
    }
  }
  return { found, cut: [...cut] };
}

const top = { above: undefined, depth: 0, parent: null, inWeb: false, inEditable: false, showing: true } as const;

/** Natives of which a scroll bar inside tells something. */
const textNatives: ReadonlySet<string> = new Set(["text", "text box", "entry", "editbar"]);

interface Surroundings {
  readonly isGtk4: boolean;
  readonly offset: Pick<Frame, "x" | "y">;
  readonly chosen: ReadonlyMap<string, boolean>;
}

function draftOf(step: Step, { isGtk4, offset, chosen }: Surroundings): { draft: Draft; showing: boolean } {
  const { facts } = step.tree;
  const native = nativeRole(facts);
  const actions = actionNames(facts);
  const own = frameOf(facts);
  // GTK 4 counts from the corner of its window, and where a dialog's window stands is not known here.
  const frame = !isGtk4 || own === undefined ? own : step.isOwn ? moved(own, offset) : undefined;
  const place: RolePlace = {
    above: step.parent?.role,
    inWeb: step.inWeb,
    inEditable: step.inEditable,
    frame,
    scrolls: textNatives.has(native) && step.tree.children.some((child) => nativeRole(child.facts) === "scroll bar"),
    holdsOthers: facts.childCount > 0,
  };
  const role = roleOf(facts, native, actions, place);
  const showing = isGtk4
    ? step.showing && facts.states.has("visible") && own !== undefined
    : facts.states.has("showing");
  const title = titleOf(facts, role);
  const selects = step.above?.tree.facts.interfaces.has("Selection") === true;
  const draft: Draft = {
    parent: step.parent,
    depth: step.depth,
    role,
    native,
    label: title,
    rawLabel: title,
    states: statesOf(facts, role, { native, actions, showing, chosen: chosen.get(refKey(facts.ref)) }),
    actions,
    frame,
    inWeb: step.inWeb,
    operable: isOperable(facts, role, selects),
    dropped: false,
  };
  // A widget of GTK 4 without room of its own can hold some that have it.
  return { draft, showing: isGtk4 ? step.showing && facts.states.has("visible") : showing };
}

function moved(frame: Frame, { x, y }: Pick<Frame, "x" | "y">): Frame {
  return { ...frame, x: frame.x + x, y: frame.y + y };
}

/** Whether an object is worth a node although nothing names it. */
export function standsAlone(role: Role, { facts, children }: AccessibleTree): boolean {
  if (keptRoles.has(role) || (holderRoles.has(role) && children.length > 0)) return true;
  return role === "splitgroup" && facts.interfaces.has("Value");
}

function isKept({ role, rawLabel }: Draft, tree: AccessibleTree): boolean {
  return role !== "separator" && (standsAlone(role, tree) || readableText(rawLabel) !== "");
}

/** For everything whose holder was asked for its selection: whether it is part of it. */
function choices(reading: AccessibleReading): Map<string, boolean> {
  const chosen = new Map<string, boolean>();
  const waiting = [reading.root, ...reading.attached];
  for (let tree = waiting.pop(), seen = 0; tree !== undefined && seen <= maxRecords; tree = waiting.pop(), seen += 1) {
    const { selected } = tree.facts;
    if (selected !== undefined && selected.length > 0) {
      const parts = new Set(selected.map(refKey));
      for (const child of optionsOf(tree)) chosen.set(refKey(child.facts.ref), parts.has(refKey(child.facts.ref)));
    }
    for (const child of tree.children) waiting.push(child);
  }
  return chosen;
}

/** What can be chosen in an object: its children, or those of the menu or list it opens. */
export function optionsOf(tree: AccessibleTree): readonly AccessibleTree[] {
  return tree.children.flatMap((child) => (openers.has(nativeRole(child.facts)) ? child.children : [child]));
}

const openers: ReadonlySet<string> = new Set(["menu", "list", "list box", "popup menu", "window"]);
