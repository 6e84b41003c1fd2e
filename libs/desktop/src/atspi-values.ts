import { cut } from "@beans-picker/shared";
import type { AccessibleTree } from "./atspi-facts.js";
import { refKey } from "./atspi-facts.js";
import { isSecure, nativeRole } from "./atspi-roles.js";
import { frameOf } from "./atspi-states.js";
import type { Found } from "./atspi-tree.js";
import { optionsOf, titleOf } from "./atspi-tree.js";
import type { Draft } from "./draft.js";
import { readableText } from "./draft.js";
import { maxTextUnits } from "./driver-state.js";
import { looksLikeClass } from "./linux-classes.js";
import { forgetName, isNamedNearby, markEditableCombos, numberText } from "./linux-fields.js";
import type { Role } from "./roles.js";

/** Longest value for people, in UTF-16 units. The raw value is not shortened by it. */
const valueUnits = 4_096;

const numberRoles: ReadonlySet<Role> = new Set<Role>(["progress", "scrollbar", "slider", "splitgroup"]);
const textRoles: ReadonlySet<Role> = new Set<Role>(["searchfield", "terminal", "textarea", "textfield"]);

export interface Toolkit {
  readonly isGtk4: boolean;
  /** GTK 3 and Qt hand over a pop-up's current choice as its name. */
  readonly namesByChoice: boolean;
}

/**
 * Gives fields their values. AT-SPI keeps name and content apart, except where a toolkit mixes them:
 * - a text field holds its text, exact unless parts of it are objects that are no text (U+FFFC);
 * - a spin button holds the text it shows, exact: until it is committed the text differs from the number, and what was
 *   entered is the text. Without a text it holds its number;
 * - a pop-up holds the name of the option that is selected, exact; a combo box the text of its field. Where neither was
 *   read, a name that is one of the options, or that nothing near the pop-up shows as a label, is the choice, not exact;
 * - a drop-down of GTK 4 lists nothing while it is closed and holds the label that its button shows, exact;
 * - sliders, progress bars and scroll bars hold their number in its shortest form;
 * - a secure field holds nothing.
 */
export function settleValues(found: readonly Found[], toolkit: Toolkit): void {
  const drafts = found.map(({ draft }) => draft);
  markEditableCombos(drafts);
  found.forEach(({ draft, tree }, at) => {
    const { role } = draft;
    if (toolkit.isGtk4 && draft.rawLabel !== "" && isField(role) && looksLikeClass(draft.rawLabel)) forgetName(draft);
    if (textRoles.has(role)) setText(draft, tree.facts.text);
    else if (role === "stepper") settleStepper(draft, tree);
    else if (numberRoles.has(role)) setNumber(draft, tree);
    else if (role === "popup" || role === "combobox") settleChoice({ found, drafts, at }, toolkit);
  });
}

function isField(role: Role): boolean {
  return textRoles.has(role) || role === "stepper" || role === "popup" || role === "combobox" || role === "securefield";
}

function setText(draft: Draft, text: string | undefined): void {
  if (text === undefined) return;
  const isWhole = text.length <= maxTextUnits;
  const raw = isWhole ? text : text.slice(0, maxTextUnits);
  draft.rawValue = raw;
  draft.value = cut(readableText(raw), valueUnits);
  draft.valueExact = isWhole && !raw.includes("\uFFFC");
}

function settleStepper(draft: Draft, { facts }: AccessibleTree): void {
  if (facts.text !== undefined && facts.text !== "") {
    setText(draft, facts.text);
    draft.uncommitted = facts.value !== undefined && differs(facts.text, facts.value.current);
  } else if (facts.value !== undefined) setNumber(draft, { facts, children: [] });
  else setText(draft, facts.text);
  // Qt names a spin box by what is in it.
  if (draft.rawLabel !== "" && draft.rawLabel === draft.rawValue) forgetName(draft);
}

/** Whether a text that is a plain number is not the value, as far as its decimals tell. Anything else tells nothing. */
function differs(text: string, value: number): boolean {
  const [whole, decimals] = /^[+-]?\d{1,15}(?:[.,](\d{1,15}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return false;
  return Math.abs(Number(whole.replace(",", ".")) - value) > 0.5 * 10 ** -(decimals?.length ?? 0) + Number.EPSILON;
}

function setNumber(draft: Draft, { facts }: AccessibleTree): void {
  const number = facts.value === undefined ? undefined : numberText(String(facts.value.current));
  if (number === undefined) return;
  draft.value = draft.rawValue = number;
  draft.valueExact = true;
}

/** One of the things that were found, among all of them. */
interface Spot {
  readonly found: readonly Found[];
  readonly drafts: readonly Draft[];
  readonly at: number;
}

function settleChoice(spot: Spot, toolkit: Toolkit): void {
  const here = spot.found[spot.at];
  if (here === undefined) return;
  const { draft, tree } = here;
  const typed = draft.role === "combobox" ? typedIn(tree) : undefined;
  const options = optionsOf(tree).filter(({ facts }) => facts.name !== "");
  const name = draft.rawLabel;
  const isChoice = name !== "" && isNameOfChoice(spot, draft, { typed, options, toolkit });
  if (isChoice) forgetName(draft);
  const current = typed ?? (toolkit.isGtk4 ? shownOn(tree) : undefined) ?? selectedIn(tree, options);
  if (current !== undefined) setText(draft, current);
  else if (isChoice) {
    setText(draft, name);
    draft.valueExact = false;
  } else if (tree.facts.selected?.length === 0) setText(draft, "");
}

interface Choice {
  readonly typed: string | undefined;
  readonly options: readonly AccessibleTree[];
  readonly toolkit: Toolkit;
}

function isNameOfChoice({ drafts, at }: Spot, draft: Draft, { typed, options, toolkit }: Choice): boolean {
  const name = draft.rawLabel;
  if (typed !== undefined) return typed === name;
  if (options.some(({ facts }) => facts.name === name)) return true;
  return toolkit.namesByChoice && !draft.inWeb && !isNamedNearby(draft, at, drafts);
}

/** The text of the field inside a combo box. */
function typedIn(tree: AccessibleTree): string | undefined {
  const field = tree.children.find(({ facts }) => facts.states.has("editable") && facts.text !== undefined);
  return field === undefined || isSecure(field.facts) ? undefined : field.facts.text;
}

/** What GTK 4 calls a button that can be on or off: 4.8 calls it by the same word as any other. */
const buttonNatives: ReadonlySet<string> = new Set(["button", "push button", "toggle button"]);

/** No button shows more objects than this. */
const buttonObjects = 50;

/**
 * The only label that the button of a GTK 4 drop-down shows. The button also holds a label for when nothing is chosen;
 * whichever of the two is not shown has no size.
 */
function shownOn(tree: AccessibleTree): string | undefined {
  const button = tree.children.find(({ facts }) => buttonNatives.has(nativeRole(facts)));
  const labels: AccessibleTree[] = [];
  const waiting = [...(button?.children ?? [])];
  for (let at = waiting.pop(), seen = 0; at !== undefined; at = waiting.pop(), seen += 1) {
    if (seen > buttonObjects) return undefined;
    if (nativeRole(at.facts) === "label" && frameOf(at.facts) !== undefined) labels.push(at);
    for (const child of at.children.slice(0, buttonObjects + 1)) waiting.push(child);
  }
  const [label] = labels;
  return label === undefined || labels.length > 1 ? undefined : titleOf(label.facts, "text");
}

/** The name of the option that is selected: as the pop-up itself says, or as the option does. */
function selectedIn(tree: AccessibleTree, options: readonly AccessibleTree[]): string | undefined {
  const chosen = new Set((tree.facts.selected ?? []).map(refKey));
  const option =
    options.find(({ facts }) => chosen.has(refKey(facts.ref))) ??
    options.find(({ facts }) => facts.states.has("selected"));
  return option?.facts.name;
}
