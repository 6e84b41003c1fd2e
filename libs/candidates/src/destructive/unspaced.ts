import type { DestructiveCategory } from "./categories.js";
import type { LanguageRules } from "./rules.js";

/**
 * These languages have no spaces between words, or grow endings on them, so each entry says what may not stand around the
 * word instead: 公開 publishes, 非公開 does the opposite; 送信 sends, 送信者 is the sender; ロック locks, ブロック does not.
 */
export interface Entry {
  readonly pattern: RegExp;
  /** Means the act in any text; others only in labels that are commands. */
  readonly strong: boolean;
}

export const strong = (pattern: RegExp): Entry => ({ pattern, strong: true });
export const command = (pattern: RegExp): Entry => ({ pattern, strong: false });

/** Longest label of a table that is read as a command, in UTF-16 units. */
const COMMAND_UNITS = 12;
/** A longer label is a sentence, whose act may be another's; only strong words count in it. */
const SENTENCE_UNITS = 40;

/** Labels without a letter of East Asia are done with. */
const eastAsian = /[\u1100-\u11FF\u3040-\u30FF\u3130-\u318F\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/u;

export type Entries = readonly (readonly [DestructiveCategory, readonly Entry[]])[];

/** Makes the rules of a language out of its entries. */
export function unspacedRules(language: string, table: Entries): LanguageRules {
  return {
    language,
    find(label, strength) {
      if (!eastAsian.test(label.text)) return undefined;
      for (const [category, entries] of table) {
        for (const entry of entries) {
          if (!entry.strong && (strength !== "all" || label.text.length > SENTENCE_UNITS)) continue;
          const at = label.text.search(entry.pattern);
          // The act comes last, so "first" cannot be asked of it: a command is short instead.
          if (at >= 0 && (strength !== "strong-first" || label.text.length <= COMMAND_UNITS)) return category;
        }
      }
      return undefined;
    },
  };
}
