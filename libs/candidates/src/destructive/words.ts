import { normaliseLabel } from "@beans-picker/shared";

/** A label made ready for matching: whole words, and the clauses that each start with a verb. */
export interface PreparedLabel {
  /** NFKC form (so that full-width letters count), lower case, invisible marks removed. */
  readonly text: string;
  /** The label's words in order. */
  readonly words: readonly string[];
  /** The label cut at "and", "&", "/", ",": "Clear and send" has the clauses [clear] and [send]. */
  readonly clauses: readonly (readonly string[])[];
  /** True if the label ends in an ellipsis: it opens a dialog that asks first. */
  readonly opensDialog: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const CLAUSE_END = /\s(?:and|then|or)\s|[&/,;.!?()|]+/u;
const MNEMONIC = /_(?=\p{L})/gu;

/** Words that may stand before a clause's verb without changing it. */
const fillers: ReadonlySet<string> = new Set(["yes", "please", "ok", "just", "now", "permanently", "i", "to", "the"]);

export function prepare(label: string): PreparedLabel {
  // Soft hyphens and the like split a word for a program but not for a reader.
  const text = normaliseLabel(label.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    .replace(MNEMONIC, "")
    .toLowerCase();
  return {
    text,
    words: wordsOf(text),
    clauses: text
      .split(CLAUSE_END)
      .map((clause) => withoutFillers(wordsOf(clause)))
      .filter((clause) => clause.length > 0),
    opensDialog: /(?:…|\.\.\.)\s*$/u.test(text),
  };
}

/** Where the phrase's words stand one after the other in `words`, or −1. */
export function indexOfPhrase(words: readonly string[], phrase: readonly string[], from = 0): number {
  const [first, ...rest] = phrase;
  if (first === undefined) return -1;
  for (let at = words.indexOf(first, from); at >= 0; at = words.indexOf(first, at + 1)) {
    if (rest.every((word, index) => words[at + 1 + index] === word)) return at;
  }
  return -1;
}

export function startsWithPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[index] === word);
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.replace(/’/g, "'"));
}

function withoutFillers(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !fillers.has(word));
  return start < 0 ? [] : words.slice(start);
}
