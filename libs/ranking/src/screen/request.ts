import type { RankOption, RankRequest } from "../ranking.js";
import { cleanText } from "./clean.js";

/** Longest texts that any ranker gets, in code points. A control's own words are short; what is longer is content. */
export const lengths = {
  label: 200,
  short: 120,
  value: 200,
  help: 300,
  line: 300,
  title: 300,
  lines: 60,
  fields: 60,
  others: 40,
  history: 20,
  path: 12,
} as const;

/**
 * The request with every text of the screen cleaned and cut; what the caller says (instruction and text) stays as it is.
 * A ranker that gets this cannot be steered by what nobody can see, nor slowed down by what nobody would read. Idempotent.
 */
export function cleanRequest(request: RankRequest): RankRequest {
  const { window, history } = request;
  const lines = (texts: readonly string[], count: number, most: number): string[] =>
    texts.slice(0, count).map((text) => cleanText(text, most));
  return {
    ...request,
    window: {
      app: cleanText(window.app, lengths.title),
      title: cleanText(window.title, lengths.title),
      modal: window.modal === null ? null : cleanText(window.modal, lengths.title),
      ...(window.screenText && { screenText: lines(window.screenText, lengths.lines, lengths.line) }),
      ...(window.fields && {
        fields: window.fields.slice(0, lengths.fields).map(({ role, label, value }) => ({
          role,
          label: cleanText(label, lengths.label),
          ...(value !== undefined && { value: cleanText(value, lengths.value) }),
        })),
      }),
      ...(window.others && { others: lines(window.others, lengths.others, lengths.title) }),
    },
    ...(history && { history: lines(history.slice(-lengths.history), lengths.history, lengths.line) }),
    options: request.options.map(cleanOption),
  };
}

function cleanOption(option: RankOption): RankOption {
  const { facts } = option;
  const { label, short, help, value, line, path } = lengths;
  const clean = <K extends string>(key: K, text: string | undefined, most: number): Partial<Record<K, string>> => {
    const found: Partial<Record<K, string>> = {};
    if (text !== undefined) found[key] = cleanText(text, most);
    return found;
  };
  const around = facts.around && {
    ...clean("left", facts.around.left, short),
    ...clean("right", facts.around.right, short),
    ...clean("above", facts.around.above, short),
    ...clean("below", facts.around.below, short),
    ...clean("heading", facts.around.heading, short),
  };
  return {
    ...option,
    does: cleanText(option.does, line),
    facts: {
      ...facts,
      label: cleanText(facts.label, label),
      rawLabel: cleanText(facts.rawLabel, label),
      ...clean("identifier", facts.identifier, short),
      ...clean("help", facts.help, help),
      ...clean("placeholder", facts.placeholder, short),
      ...clean("value", facts.value, value),
      ...clean("showsColour", facts.showsColour, short),
      within: facts.within.slice(0, 6).map((text) => cleanText(text, short)),
      ...(facts.path && { path: facts.path.slice(0, path).map((text) => cleanText(text, short)) }),
      ...(around && { around }),
    },
  };
}
