import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { sameWord, stemsOf, wordsOf } from "./stems.js";

/** Controls that are pressed: whatever one of them brings about, another one might have. */
const pressedRoles: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "disclosure",
  "link",
  "menubutton",
  "menuitem",
  "radio",
  "switch",
  "tab",
  "toggle",
]);

/** What was acted on: a control or a menu command, by its title. */
export interface Commander {
  readonly title: string;
  /** Handle of the control or command, so that it does not compete with itself. */
  readonly handle: number;
}

/**
 * Whether what is new on the window is called by the words of what was acted on, and by those of nothing else that could
 * have been pressed instead: "Saved" belongs to "Save" unless there is a "Save as" as well.
 */
export function belongsTo({ title, handle }: Commander, news: readonly string[], before: Look): boolean {
  const others = titlesBut({ title, handle }, before);
  // One by one: what else came up meanwhile may name something else.
  return news.some((text) => {
    const words = [...stemsOf(text)];
    const own = shared(title, words);
    return own > 0 && others.every((other) => shared(other, words) < own);
  });
}

/**
 * Whether a text that is new on the window says that the action was carried out. Texts come up by themselves more often than
 * windows do, so it has to say nothing else ("Saved") or to use another form of the word ("Saved 3 files"): "New mail" says
 * nothing about a command called "New".
 */
export function saysDone(commander: Commander, news: readonly string[], before: Look): boolean {
  const own = [...stemsOf(commander.title)];
  const words = new Set(wordsOf(commander.title));
  const isReport = (text: string): boolean => {
    const isOwn = (word: string): boolean =>
      [...stemsOf(word)].some((stem) => own.some((other) => sameWord(stem, other)));
    const said = wordsOf(text);
    return said.every(isOwn) || said.some((word) => isOwn(word) && !words.has(word));
  };
  return belongsTo(commander, news.filter(isReport), before);
}

/**
 * Whether the action names the thing: every word of the thing's label is one of the action's ("Clear search" names the
 * field "Search"), and no other command names it.
 */
export function names({ title, handle }: Commander, label: string, before: Look): boolean {
  const words = [...stemsOf(label)];
  const covers = (other: string): boolean => words.length > 0 && shared(other, words) === words.length;
  return covers(title) && !titlesBut({ title, handle }, before).some(covers);
}

/** Whether a text is called by the words of something else that could have been pressed, more than by the action's own. */
export function namesAnother({ title, handle }: Commander, text: string, before: Look): boolean {
  const words = [...stemsOf(text)];
  const own = shared(title, words);
  return titlesBut({ title, handle }, before).some((other) => shared(other, words) > own);
}

/** How many of the words are in the title. */
function shared(title: string, words: readonly string[]): number {
  const own = [...stemsOf(title)];
  return words.filter((word) => own.some((stem) => sameWord(stem, word))).length;
}

/** Titles of everything else that could have been pressed. A command of the very same name elsewhere is the same command. */
function titlesBut({ title, handle }: Commander, { tree, snapshot }: Look): string[] {
  const controls = tree.nodes.filter(
    (node: SnapshotNode) => pressedRoles.has(node.role) && node.handle !== handle && node.states.enabled,
  );
  const isControl = tree.node(handle) !== undefined;
  const commands = snapshot.menus.filter((command) => command.handle !== handle && command.enabled);
  return [
    ...controls.map(({ label }) => label).filter((label) => isControl || label !== title),
    ...commands.map(({ path }) => path.at(-1) ?? "").filter((label) => !isControl || label !== title),
  ];
}
