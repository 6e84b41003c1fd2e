import type { Vocabulary } from "./vocabulary.js";

/** Labels and instructions are short; of a longer text the beginning is compared. In pieces, first and last mark included. */
export const MOST_PIECES = 64;
/** What is cut off before anything is looked at, in UTF-16 units: more could not fit into the pieces. */
const MOST_UNITS = 1_000;
/** A longer word is none that a vocabulary knows. */
const LONGEST_WORD = 100;

const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
/** These scripts are read letter by letter. */
const IDEOGRAPH = /\p{Script=Han}/gu;
const PUNCTUATION = /[\p{P}!-/:-@[-`{-~]/gu;

/** A text as the numbers of its word pieces, between the marks for its beginning and end. Source: the tokenizer of BERT. */
export function encode(text: string, vocabulary: Vocabulary): number[] {
  const ids = [vocabulary.first];
  for (const word of wordsOf(text, vocabulary.uncased)) {
    ids.push(...piecesOf(word, vocabulary));
    if (ids.length >= MOST_PIECES) break;
  }
  return [...ids.slice(0, MOST_PIECES - 1), vocabulary.last];
}

function wordsOf(text: string, uncased: boolean): string[] {
  const clean = text.slice(0, MOST_UNITS).replace(/\s+/gu, " ").replace(CONTROL, "");
  const plain = uncased
    ? clean
        .toLowerCase()
        .normalize("NFD")
        .replace(/\p{Mn}/gu, "")
    : clean;
  return plain
    .replace(IDEOGRAPH, " $& ")
    .replace(PUNCTUATION, " $& ")
    .split(" ")
    .filter((word) => word !== "");
}

/** The longest piece from the left, again and again; a word that cannot be put together is one unknown piece. */
function piecesOf(word: string, { ids, unknown }: Vocabulary): number[] {
  if (word.length > LONGEST_WORD) return [unknown];
  const found: number[] = [];
  for (let from = 0; from < word.length;) {
    let end = word.length;
    let id: number | undefined;
    while (end > from && id === undefined) {
      id = ids.get(from === 0 ? word.slice(from, end) : `##${word.slice(from, end)}`);
      if (id === undefined) end -= 1;
    }
    if (id === undefined) return [unknown];
    found.push(id);
    from = end;
  }
  return found;
}
