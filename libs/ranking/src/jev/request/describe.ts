import type { CandidateFacts } from "@beans-picker/candidates";
import type { RankOption, RankRequest } from "../../ranking.js";
import { cleanText } from "../../screen/clean.js";

/** Stands for what is withheld. */
export const WITHHELD = "(withheld)";

/** What Jev reads about one option. Keys are in this order, so that like options read alike. */
export type OptionText = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>>;

/** Longest parts, in code points. Source: beans-picker 0.5 seed, except `near`, `placeholder` and `shown`. */
const most = {
  name: 80,
  identifier: 60,
  help: 80,
  value: 80,
  shown: 160,
  within: 40,
  near: 40,
  placeholder: 60,
  path: 60,
} as const;

/** What an action is, in words that say what becomes of the control. Kinds that are not here are described by themselves. */
const actions: ReadonlyMap<string, string> = new Map([
  ["click", "press it"],
  ["toggle", "switch it to its other state"],
  ["set_value", "replace its whole text by the given text"],
  ["type_into", "type the given text into it"],
  ["append", "add the given text at its end"],
  ["choose_option", "choose the given option in it"],
  ["select", "select it"],
  ["option", "choose it"],
  ["expand", "open what it holds"],
  ["collapse", "close what it holds"],
  ["context_menu", "open its context menu"],
  ["keypad", "press the keys of the given sequence"],
  ["drag", "drag it"],
  ["element", "read it"],
]);

/** Kinds whose own description is the action, because nothing else says which key, direction or command it is. */
const selfDescribed: ReadonlySet<string> = new Set(["key", "scroll", "menu"]);

/** What follows, where it is not plain. */
const effects: ReadonlyMap<string, string> = new Map([
  ["toggle", "its state changes"],
  ["set_value", "the old text is gone"],
  ["append", "the old text stays"],
  ["context_menu", "nothing is done yet"],
  ["menu", "the command is carried out"],
  ["scroll", "other parts come into view"],
]);

/** The option as Jev reads it. With `withhold`, nothing that the screen or the caller holds as a value. Never a secret's value. */
export function describeOption(option: RankOption, withhold: boolean): OptionText {
  const { kind, facts } = option;
  const secret = facts.role === "securefield";
  const value = withhold || secret ? undefined : facts.value;
  const name = nameOf(option, withhold);
  const text = (key: string, content: string | undefined, length: number): Record<string, string> =>
    content === undefined || content.trim() === "" ? {} : { [key]: cleanText(content, length) };
  const action = selfDescribed.has(kind) ? option.does : (actions.get(kind) ?? kind.replaceAll("_", " "));
  return {
    action: cleanText(action, most.shown),
    ...(facts.role !== undefined && { role: facts.role }),
    ...text("name", name, kind === "element" ? most.shown : most.name),
    ...(facts.identifier?.startsWith("_") === true ? {} : text("identifier", facts.identifier, most.identifier)),
    ...(facts.help === facts.label ? {} : text("help", facts.help, most.help)),
    ...text("placeholder", facts.placeholder, most.placeholder),
    ...text("shows_colour", facts.showsColour, most.near),
    ...text("current_value", value, kind === "element" ? most.shown : most.value),
    ...text("state", stateOf(facts), most.name),
    ...listed(
      "within",
      facts.within.slice(0, 3).map((container) => cleanText(container, most.within)),
    ),
    ...text("heading", facts.around?.heading, most.near),
    ...nearOf(facts),
    ...(facts.occurrence && { occurrence: `${facts.occurrence.index} of ${facts.occurrence.of}` }),
    ...text("position", placeOf(facts.position), most.near),
    ...listed("path", facts.path?.map((level) => cleanText(level, most.path)) ?? []),
    ...text("effect_hint", effects.get(kind), most.name),
  };
}

/** A label that is really the content, as fields without a caption have it, is a value. */
function nameOf({ kind, facts }: RankOption, withhold: boolean): string | undefined {
  if (kind === "key" || kind === "menu") return undefined;
  if (!withhold) return facts.label;
  const isContent = facts.label === facts.value || (kind === "element" && facts.rawLabel === "");
  return isContent ? undefined : facts.label;
}

function listed(key: string, texts: readonly string[]): Record<string, readonly string[]> {
  const shown = texts.filter((text) => text !== "");
  return shown.length === 0 ? {} : { [key]: shown };
}

function stateOf({ states }: CandidateFacts): string | undefined {
  if (states === undefined) return undefined;
  const words = [
    states.checked === true ? "on" : states.checked === false ? "off" : states.checked === "mixed" ? "partly on" : "",
    states.selected === true ? "selected" : "",
    states.expanded === true ? "open" : states.expanded === false ? "closed" : "",
    states.enabled ? "" : "disabled",
    states.focused === true ? "has the keyboard" : "",
  ].filter((word) => word !== "");
  return words.length === 0 ? undefined : words.join(", ");
}

/** The nearest texts that are not part of the control; nearest first is what people mean by "next to". */
function nearOf({ around }: CandidateFacts): Record<string, Readonly<Record<string, string>>> {
  const sides = (["left", "right", "above", "below"] as const).flatMap((side) => {
    const text = around?.[side];
    return text === undefined || text.trim() === "" ? [] : [[side, cleanText(text, most.near)] as const];
  });
  return sides.length === 0 ? {} : { near: Object.fromEntries(sides) };
}

/** Nine fields of the window: a model does not reckon with coordinates. */
function placeOf(position: CandidateFacts["position"]): string | undefined {
  if (position === undefined) return undefined;
  const third = (at: number, names: readonly [string, string, string]): string =>
    names[at < 1 / 3 ? 0 : at <= 2 / 3 ? 1 : 2];
  const row = third(position.y, ["top", "middle", "bottom"]);
  const column = third(position.x, ["left", "centre", "right"]);
  return row === "middle" && column === "centre" ? "centre" : `${row} ${column}`;
}

/** Longest parts of the state, in code points, and how many of each. Source of the counts: beans-picker 0.5 seed. */
const bounds = {
  instruction: 2_000,
  text: 2_000,
  title: 160,
  line: 200,
  value: 120,
  lines: 20,
  fields: 12,
  others: 10,
  history: 10,
} as const;

export type State = Readonly<Record<string, unknown>>;

/** What Jev reads about the window and the wish. */
export function describeState(request: RankRequest, withhold: boolean): State {
  const { window, history, text } = request;
  const instruction = withhold ? withoutText(request.instruction, text) : request.instruction;
  const fields = window.fields?.slice(0, bounds.fields).map(({ role, label, value }) => ({
    role,
    name: cleanText(label, most.name),
    ...(value !== undefined && !withhold && role !== "securefield" && { value: cleanText(value, bounds.value) }),
  }));
  const lines = withhold ? undefined : window.screenText;
  return {
    instruction: cleanText(instruction, bounds.instruction),
    ...(text !== undefined && { text: withhold ? WITHHELD : cleanText(text, bounds.text) }),
    app: cleanText(window.app, bounds.title),
    window: cleanText(window.title, bounds.title),
    modal: window.modal === null ? null : cleanText(window.modal, bounds.title),
    ...(lines && { screen_text: lines.slice(0, bounds.lines).map((line) => cleanText(line, bounds.line)) }),
    ...(fields && { fields }),
    ...(window.others && {
      other_windows: window.others.slice(0, bounds.others).map((title) => cleanText(title, bounds.title)),
    }),
    ...(history &&
      !withhold && { recent_actions: history.slice(-bounds.history).map((line) => cleanText(line, bounds.line)) }),
  };
}

/** The instruction without the text to enter, which callers like to repeat in it. */
function withoutText(instruction: string, text: string | undefined): string {
  return text === undefined || text.trim() === "" ? instruction : instruction.replaceAll(text, WITHHELD);
}
