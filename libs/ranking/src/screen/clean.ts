import { scrubText } from "@beans-picker/shared";
import { confusables } from "./confusables.js";

/**
 * Screen text as a ranker may see it. Screens are written by anybody: what a person cannot see is removed, look-alike
 * letters of other alphabets inside a Latin word become Latin, and nothing is longer than it needs to be.
 */

/** Characters in a row that only decorate the one before; more is an attempt to hide or to overflow. */
const MARK_FLOOD = /(\p{M}{2})\p{M}+/gu;
/** Controls, formats, private use, unassigned, halves of pairs; and letters that are drawn as nothing. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]|\u034F|[\u115F\u1160\u3164\uFFA0]|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0F]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** How much of a text is looked at for each character that is kept: the rest of a giant text costs nothing. */
const SLACK = 4;

/** Most labels: nothing to clean, and quick to see. */
const ORDINARY = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** The same few words stand on every look at a window. Forgotten all at once when there are too many; giants are not kept. */
const known = new Map<string, string>();
const MOST_KNOWN = 4096;
const LONGEST_KNOWN = 400;

/** The text in one line, at most `most` code points; a shortened one ends in `…`. Idempotent; time is bounded by `most`. */
export function cleanText(text: string, most: number): string {
  if (text === "" || (text.length <= most && ORDINARY.test(text) && !text.includes("..."))) return text;
  if (text.length > LONGEST_KNOWN) return cleaned(text, most);
  const key = `${most} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const clean = cleaned(text, most);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, clean);
  return clean;
}

function cleaned(text: string, most: number): string {
  // Twice, because what is removed can bring together what then belongs together.
  const seen = text.length > most * SLACK ? text.slice(0, most * SLACK) : text;
  const plain = tidy(tidy(scrubText(seen)));
  const points = Array.from(plain);
  if (points.length <= most && seen.length === text.length) return plain;
  return points.length < most
    ? `${plain}…`
    : `${points
        .slice(0, Math.max(0, most - 1))
        .join("")
        .trimEnd()}…`;
}

function tidy(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(UNSEEN, "")
    .normalize("NFKC")
    .replaceAll("...", "…")
    .replace(MARK_FLOOD, "$1")
    .replace(WORD, latinised)
    .replace(/\s+/gu, " ")
    .trim();
}

/** A word that mixes alphabets to look Latin, as Latin; any other as it is. */
function latinised(word: string): string {
  if (!OTHER_ALPHABET.test(word) || !LATIN.test(word)) return word;
  return Array.from(word, (letter) => confusables.get(letter) ?? letter).join("");
}
