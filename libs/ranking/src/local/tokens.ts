import { normaliseLabel } from "@beans-picker/shared";

/** Words, and signs that stand alone, as on a calculator's keys. */
const WORD = /[\p{L}\p{N}]+|(?<=^|\s)[^\p{L}\p{N}\s"'“”]{1,2}(?=\s|$)/gu;
const CAMEL_HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;
/** Scripts written without spaces are read in pairs of characters. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

const stopWords: ReadonlySet<string> = new Set(
  (
    "the a an to of in on and then into it is for with at by from as this that my me i be please so up its " +
    "which one there here want would like can you should do does"
  ).split(" "),
);

/**
 * The words of a text for matching: invisible marks removed, lower case, split at everything that is neither letter nor
 * digit, English endings taken off, stop words left out. Linear in the text.
 */
export function tokens(text: string): readonly string[] {
  if (text.length > REMEMBERED_UNITS) return split(text);
  const before = remembered.get(text);
  if (before !== undefined) return before;
  const found = split(text);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(text, found);
  return found;
}

/** Windows are ranked again and again: the tokens of short texts are remembered, up to this many and this long. */
export const REMEMBERED = 20_000;
const REMEMBERED_UNITS = 200;
const remembered = new Map<string, readonly string[]>();

/** The distinct tokens of a text; the same set for the same short text, so that it can be remembered by. */
export function tokenSet(text: string): ReadonlySet<string> {
  if (text === "") return noTokens;
  if (text.length > REMEMBERED_UNITS) return new Set(tokens(text));
  const before = rememberedSets.get(text);
  if (before !== undefined) return before;
  const found = new Set(tokens(text));
  if (rememberedSets.size >= REMEMBERED) rememberedSets.clear();
  rememberedSets.set(text, found);
  return found;
}

const noTokens: ReadonlySet<string> = new Set();
const rememberedSets = new Map<string, ReadonlySet<string>>();

function split(text: string): string[] {
  return words(text)
    .filter((word) => !stopWords.has(word))
    .map(stem);
}

/** The words as they stand, in order and in lower case, for cues that need stop words ("turn on"). */
export function words(text: string): string[] {
  const found: string[] = [];
  const plain = normaliseLabel(text.normalize("NFKC")).replace(CAMEL_HUMP, " ").toLowerCase();
  for (const [word] of plain.matchAll(WORD)) {
    if (UNSPACED.test(word) && word.length > 1) {
      for (let at = 0; at + 1 < word.length; at += 1) found.push(word.slice(at, at + 2));
    } else found.push(word);
  }
  return found;
}

/** English endings, longest first; a stem keeps at least three letters. */
const endings = ["ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "ly", "s", "e", "y"] as const;

export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= 3);
  if (ending === undefined || (ending === "s" && word.endsWith("ss"))) return word;
  const cut = word.slice(0, -ending.length);
  // "setting" and "set", "dropped" and "drop".
  return /(bb|dd|gg|mm|nn|pp|rr|tt)$/.test(cut) ? cut.slice(0, -1) : cut;
}
