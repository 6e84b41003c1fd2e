import { WITHHELD, type OptionText, type State } from "./describe.js";

/** What one request holds, counted by kind. Never any of it. */
export interface Contents {
  readonly instruction: number;
  readonly text: number;
  readonly titles: number;
  readonly screenLines: number;
  readonly fields: number;
  readonly fieldValues: number;
  readonly history: number;
  readonly options: number;
  readonly names: number;
  readonly values: number;
  readonly identifiers: number;
  readonly helps: number;
  readonly surroundings: number;
}

/** Counts what goes out: `instruction` and `text` in characters, everything else in pieces. */
export function countContents(state: State, options: readonly OptionText[]): Contents {
  const list = (key: string): readonly unknown[] => {
    const value = state[key];
    return Array.isArray(value) ? value : [];
  };
  const has = (key: string): number => options.filter((option) => Object.hasOwn(option, key)).length;
  const fields = list("fields");
  const length = (key: string): number => {
    const value = state[key];
    return typeof value === "string" && value !== WITHHELD ? value.length : 0;
  };
  return {
    instruction: length("instruction"),
    text: length("text"),
    titles:
      ["app", "window", "modal"].filter((key) => typeof state[key] === "string").length + list("other_windows").length,
    screenLines: list("screen_text").length,
    fields: fields.length,
    fieldValues: fields.filter((field) => typeof field === "object" && field !== null && "value" in field).length,
    history: list("recent_actions").length,
    options: options.length,
    names: has("name"),
    values: has("current_value"),
    identifiers: has("identifier"),
    helps: has("help"),
    surroundings: has("within") + has("heading") + has("near"),
  };
}
