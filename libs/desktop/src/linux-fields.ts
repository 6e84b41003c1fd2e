import { cut } from "@beans-picker/shared";
import type { Draft } from "./draft.js";
import { readableText, upwards } from "./draft.js";
import { hasClassNames, looksLikeClass } from "./linux-classes.js";
import type { Role } from "./roles.js";
import { editableRoles } from "./roles.js";

/** How many rows before and after a field a label with exactly its text is looked for. */
const nearRows = 6;
/** Longest part of a value that serves as a label, in UTF-16 units. */
const valueUnits = 40;
/** Native roles of rows that can show a field's name: labels, and the box that switches a field on. */
const labelRoles: ReadonlySet<string> = new Set(["label", "static", "caption", "check box", "radio button"]);
const textRoles: ReadonlySet<Role> = new Set<Role>(["textfield", "textarea", "searchfield", "securefield"]);

/**
 * Tells name from content in fields. The driver prints one text for a field: its accessible name, or, when it has none,
 * what is in it. The rule, from sure to cautious:
 * - the class that GTK 4 gives for a nameless field is neither;
 * - a text that a label row within six rows or a container of the field shows too is the name, and the content is unknown;
 * - the number of a spin button, alone or with a unit, is content; so is the current choice of a pop-up;
 * - any other text may be either. It is given as the value, never as exact, and never becomes part of a field's
 *   identity; where nothing else names the field, its first 40 units are the label as well.
 * A secure field's text is used only in the first case; otherwise it is forgotten. Call after `draftRows`.
 */
export function settleFields(drafts: readonly Draft[]): void {
  markEditableCombos(drafts);
  const choices = choicesOf(drafts);
  const isGtk4 = hasClassNames(drafts);
  drafts.forEach((draft, at) => {
    if (isGtk4 && editableRoles.has(draft.role) && looksLikeClass(draft.rawLabel)) forgetName(draft);
    else if (textRoles.has(draft.role)) settleText(draft, at, drafts);
    else if (draft.role === "popup" || draft.role === "combobox") settleChoice(draft, at, drafts, choices.get(draft));
    else if (draft.role === "stepper" && isNumberOf(draft)) forgetName(draft);
  });
}

/** After other sources of a label had their turn: the beginning of the value. */
export function labelByValue(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.label === "" && draft.value !== undefined && draft.role !== "securefield" && draft.valueExact !== true) {
      draft.label = cut(draft.value, valueUnits);
    }
  }
}

/** `"42.0"` → `"42"`, `"0.50"` → `"0.5"`; `undefined` for what is no finite number. */
export function numberText(value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? String(number) : undefined;
}

function settleText(draft: Draft, at: number, drafts: readonly Draft[]): void {
  if (draft.rawLabel === "" || isNamedNearby(draft, at, drafts)) return;
  const content = draft.rawLabel;
  forgetName(draft);
  if (draft.role !== "securefield") setContent(draft, content);
}

/** The texts of the items inside each pop-up. */
function choicesOf(drafts: readonly Draft[]): Map<Draft, Set<string>> {
  const choices = new Map<Draft, Set<string>>();
  for (const option of drafts) {
    if (option.role !== "menuitem") continue;
    for (const above of upwards(option.parent)) {
      if (above.role !== "popup" && above.role !== "combobox") continue;
      choices.set(above, (choices.get(above) ?? new Set()).add(readableText(option.rawLabel)));
    }
  }
  return choices;
}

function settleChoice(
  draft: Draft,
  at: number,
  drafts: readonly Draft[],
  choices: ReadonlySet<string> | undefined,
): void {
  if (draft.rawLabel === "" || isNamedNearby(draft, at, drafts)) return;
  const content = draft.rawLabel;
  // The text of a combo box stands in its field; where that is another one, the box's own is its name.
  const typed = draft.role === "combobox" ? typedIn(at, drafts) : "";
  if (typed !== "" && typed !== readableText(content)) return;
  // On a web page a closed pop-up lists its choices, so a text that is none of them can only be the name.
  if (draft.inWeb && choices?.has(readableText(content)) === false) return;
  forgetName(draft);
  setContent(draft, content);
}

/** What the driver prints of the field in a combo box, which has no name of its own. */
function typedIn(at: number, drafts: readonly Draft[]): string {
  const combo = drafts[at];
  for (let next = at + 1, below = drafts[next]; below?.parent === combo; next += 1, below = drafts[next]) {
    if (below?.role === "textfield") return readableText(below.rawLabel);
  }
  return "";
}

function setContent(draft: Draft, content: string): void {
  draft.value = readableText(content);
  draft.rawValue = content;
  draft.valueExact = false;
}

export function forgetName(draft: Draft): void {
  draft.label = "";
  draft.rawLabel = "";
}

/** A pop-up with a text field inside is a combo box a person can type into. */
export function markEditableCombos(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.role === "textfield" && draft.parent?.role === "popup") draft.parent.role = "combobox";
  }
}

export function isNamedNearby(field: Draft, at: number, drafts: readonly Draft[]): boolean {
  const name = readableText(field.rawLabel);
  if (name === "") return false;
  for (const above of upwards(field.parent)) if (readableText(above.rawLabel) === name) return true;
  const shows = (draft: Draft) => labelRoles.has(draft.native) && readableText(draft.rawLabel) === name;
  if (drafts.slice(Math.max(0, at - nearRows), at).some(shows)) return true;
  let after = at + 1;
  // What is inside the field is its content, not its name.
  while ((drafts[after]?.depth ?? -1) > field.depth) after += 1;
  return drafts.slice(after, after + nearRows).some(shows);
}

/** The text of a spin button is its number with at most a short unit. */
function isNumberOf(draft: Draft): boolean {
  const text = readableText(draft.rawLabel);
  if (draft.value === undefined) return /^[-+]?\d[\d.,\s]*\D{0,4}$/.test(text);
  return text.split(/[^\d.,-]+/).some((part) => numberText(part.replace(",", ".")) === draft.value);
}
