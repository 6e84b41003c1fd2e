import { chinese } from "./languages/chinese.js";
import { english } from "./languages/english.js";
import { french } from "./languages/french.js";
import { german } from "./languages/german.js";
import { italian } from "./languages/italian.js";
import { japanese } from "./languages/japanese.js";
import { korean } from "./languages/korean.js";
import { portuguese } from "./languages/portuguese.js";
import { spanish } from "./languages/spanish.js";
import { destructiveCategories, type DestructiveCategory } from "./categories.js";
import { prepare, type PreparedLabel } from "./words.js";

export { destructiveCategories, type DestructiveCategory };

/**
 * How sure a word must be: `all` takes verbs that begin a command too, `strong` only words that mean the act wherever they
 * stand, and `strong-first` only those at the beginning.
 */
export type Strength = "all" | "strong" | "strong-first";

/** One language's rules: the category that a label speaks of, or `undefined`. */
export interface LanguageRules {
  readonly language: string;
  find(label: PreparedLabel, strength: Strength): DestructiveCategory | undefined;
}

/** Every language is tried on every label: apps mix languages. Adding one is a file with its words and a line here. */
const languages: readonly LanguageRules[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  japanese,
  chinese,
  korean,
];

/** The first category that any language finds in the label. Words are matched whole: "Preset" is not "reset". */
export function destructiveCategory(label: string, strength: Strength = "all"): DestructiveCategory | undefined {
  const prepared = prepare(label);
  for (const language of languages) {
    const category = language.find(prepared, strength);
    if (category !== undefined) return category;
  }
  return undefined;
}

export function isDestructiveLabel(label: string): boolean {
  return destructiveCategory(label) !== undefined;
}
