import { cut } from "@beans-picker/shared";
import type { Draft } from "./draft.js";
import { isInside, readableText } from "./draft.js";
import { hasClassNames, isToolkitClass, looksLikeClass } from "./linux-classes.js";
import type { Role } from "./roles.js";

/** Longest label taken from a text inside, in UTF-16 units. */
const insideUnits = 40;

/** Without a name of their own these are called by the first text inside them. */
const namedByContent: ReadonlySet<Role> = new Set<Role>([
  "button",
  "cell",
  "checkbox",
  "link",
  "listitem",
  "menubutton",
  "menuitem",
  "radio",
  "row",
  "switch",
  "tab",
  "toggle",
  "treeitem",
]);

/** Controls whose name can end in the keys that press them. */
const accelerated: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "link",
  "menubutton",
  "menuitem",
  "radio",
  "switch",
  "tab",
  "toggle",
]);

/** Of these a class name is never a real name, whatever its prefix. */
const nameless: ReadonlySet<Role> = new Set<Role>([
  "group",
  "list",
  "menu",
  "table",
  "textarea",
  "textfield",
  "searchfield",
]);

/**
 * Cleans names on Linux. Object marks (U+FFFC) go; a container whose "name" holds one has none, it is its content. GTK 4
 * hands over the class for a widget without a name, says a button's text twice, and calls every tab by the same word in the
 * language of the user; all three are put right here.
 */
export function cleanNames(drafts: readonly Draft[], isGtk4 = hasClassNames(drafts)): void {
  const inside = firstTexts(drafts);
  for (const draft of drafts) {
    const content = inside.get(draft) ?? "";
    const named = readableText(draft.rawLabel);
    const isNoName = isGtk4 && (isClass(draft, named, content) || isTabWord(draft, named, content));
    const name = isContentName(draft) || isNoName ? "" : named;
    draft.rawLabel = isGtk4 && isSaidTwice(draft, name, content) ? content : name;
    draft.label = accelerated.has(draft.role) ? withoutAccelerator(draft.rawLabel) : draft.rawLabel;
    if (draft.label === "" && namedByContent.has(draft.role)) draft.label = cut(content, insideUnits);
  }
}

/** Keys in brackets at the end of a name. Without a modifier only keys that are never words count: "Zoom (100)" has none. */
const accelerator =
  /^(\S.*?) ?[([](?:(?:(?:Ctrl|Shift|Alt|Super|Meta)\+){1,4}[^\s()[\]]{1,8}|F\d{1,2}|Escape|Delete)[)\]]$/;

/** "Reload (Ctrl+R)", "Root [Ctrl+R]" and "Next (F3)" without the keys, which a person does not say. */
export function withoutAccelerator(name: string): string {
  return accelerator.exec(name)?.[1] ?? name;
}

function isContentName(draft: Draft): boolean {
  return draft.role === "group" && draft.rawLabel.includes("\uFFFC");
}

function isClass(draft: Draft, name: string, content: string): boolean {
  if (isToolkitClass(name)) return true;
  return looksLikeClass(name) && (nameless.has(draft.role) || (content !== "" && content !== name));
}

/** A name that says nothing of what is written on the tab. */
function isTabWord(draft: Draft, name: string, content: string): boolean {
  return draft.role === "tab" && content !== "" && !` ${name} `.includes(` ${content} `);
}

/** GTK 4 joins a button's label and the label of its child. Only the first has its mnemonic still: "_OK OK". */
function isSaidTwice(draft: Draft, name: string, content: string): boolean {
  if (content === "" || !name.endsWith(` ${content}`)) return false;
  const first = name.slice(0, -content.length - 1);
  return first === content || (accelerated.has(draft.role) && withoutMnemonic(first) === content);
}

/** "_Save" → "Save"; two underscores stand for one. */
function withoutMnemonic(label: string): string {
  return label.replace(/_(.)/gs, "$1");
}

/** The first text inside each draft, cleaned. */
function firstTexts(drafts: readonly Draft[]): Map<Draft, string> {
  const texts = new Map<Draft, string>();
  for (const draft of drafts) {
    if (draft.role !== "text" && draft.role !== "cell") continue;
    const text = readableText(draft.rawLabel);
    if (text === "" || looksLikeClass(text)) continue;
    for (let above = draft.parent; above !== null && !texts.has(above); above = above.parent) texts.set(above, text);
  }
  return texts;
}

/** Roles whose own name is a text a person reads, unless a text lies inside that says it. */
const readable: ReadonlySet<Role> = new Set<Role>([
  "cell",
  "column",
  "heading",
  "listitem",
  "row",
  "statusbar",
  "treeitem",
]);
const readableNatives: ReadonlySet<string> = new Set(["paragraph", "section"]);

/** Marks what a person can read on the window. `raw` holds each draft's name as the driver gave it. */
export function markTexts(drafts: readonly Draft[], raw: ReadonlyMap<Draft, string>): void {
  const spoken = new Set<Draft>();
  for (const draft of drafts.toReversed()) {
    if (draft.dropped || draft.menuPath !== undefined) continue;
    const isText = draft.role === "text";
    const isOwn = (readable.has(draft.role) || readableNatives.has(draft.native)) && !spoken.has(draft);
    if (!isText && !isOwn) continue;
    if (isText && isInside(draft, (above) => above.role === "text")) continue;
    draft.text = draft.rawLabel === "" && !isText ? undefined : raw.get(draft);
    for (let above = draft.parent; above !== null && !spoken.has(above); above = above.parent) spoken.add(above);
  }
}
