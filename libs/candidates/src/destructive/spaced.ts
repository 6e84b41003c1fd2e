import { destructiveCategories, type DestructiveCategory } from "./categories.js";
import type { LanguageRules } from "./rules.js";
import { indexOfPhrase, startsWithPhrase, type PreparedLabel } from "./words.js";

export interface Words {
  /** Means the act wherever it stands in the label. */
  readonly anywhere?: readonly string[];
  /** Means the act only as the verb of a clause: "Close", "Close window", but not "Fit to close edge". */
  readonly verb?: readonly string[];
  /** Means the act only when the clause says nothing else: "Book", but not "Book title". */
  readonly alone?: readonly string[];
}

/** The words of one language that puts spaces between them. */
export interface SpacedLanguage {
  readonly language: string;
  readonly table: Readonly<Record<DestructiveCategory, Words>>;
  /** Clauses that begin with one of the verbs and yet only change the view or a drawing. */
  readonly harmless: readonly string[];
  /** Words right before the act that say it does not happen: "Never delete". */
  readonly negations: readonly string[];
  /** Verbs whose label with an ellipsis only opens a dialog with its own button for it. */
  readonly asksFirst: readonly string[];
  /** German puts the verb last ("Nachricht senden"), the others put it first. */
  readonly verbLast?: true;
}

/** Makes the rules of a language out of its words. */
export function spacedRules(definition: SpacedLanguage): LanguageRules {
  const { language, table, verbLast } = definition;
  const rules = destructiveCategories.map((category) => ({
    category,
    anywhere: (table[category].anywhere ?? []).map(split),
    verb: (table[category].verb ?? []).map(split),
    alone: (table[category].alone ?? []).map(split),
  }));
  /** Most labels have none of these words, and are done with. */
  const vocabulary = new Set(
    rules.flatMap(({ anywhere, verb, alone }) => [...anywhere, ...verb, ...alone].map(([first = ""]) => first)),
  );
  const harmless = definition.harmless.map(split);
  const negations = new Set(definition.negations);
  const asksFirst = new Set(definition.asksFirst);
  const isVerb = (clause: readonly string[], phrase: readonly string[]): boolean =>
    startsWithPhrase(clause, phrase) ||
    (verbLast === true &&
      startsWithPhrase(clause.slice(-phrase.length), phrase) &&
      !negations.has(clause.at(-phrase.length - 1) ?? ""));

  return {
    language,
    find(label, strength) {
      if (!label.words.some((word) => vocabulary.has(word))) return undefined;
      for (const { category, anywhere, verb, alone } of rules) {
        if (strength === "strong-first") {
          if (anywhere.some((phrase) => startsWithPhrase(label.words, phrase))) return category;
          continue;
        }
        if (anywhere.some((phrase) => says(label.words, phrase, negations))) return category;
        if (strength === "strong") continue;
        for (const clause of label.clauses) {
          if (harmless.some((phrase) => startsWithPhrase(clause, phrase))) continue;
          if (label.opensDialog && (asksFirst.has(clause[0] ?? "") || asksFirst.has(clause.at(-1) ?? ""))) continue;
          if (verb.some((phrase) => isVerb(clause, phrase))) return category;
          if (alone.some((phrase) => phrase.length === clause.length && startsWithPhrase(clause, phrase)))
            return category;
        }
      }
      return undefined;
    },
  };
}

/** True if the phrase stands somewhere without a negation right before it. */
function says(words: PreparedLabel["words"], phrase: readonly string[], negations: ReadonlySet<string>): boolean {
  for (let at = indexOfPhrase(words, phrase); at >= 0; at = indexOfPhrase(words, phrase, at + 1)) {
    if (!negations.has(words[at - 1] ?? "")) return true;
  }
  return false;
}

function split(phrase: string): string[] {
  return phrase.split(" ");
}
