/** Words that say nothing about what a command is for. */
const empty: ReadonlySet<string> = new Set(
  "a an and are at by do for from in is it its my no not now of on or that the this to was were with you your".split(
    " ",
  ),
);

const wordPattern = /[\p{L}\p{M}]+/gu;
const latin = /^\p{Script=Latin}+$/u;

/** Endings of English verbs and nouns, longest first; what is left is compared, never shown. */
const endings = ["ings", "ing", "ied", "ies", "ed", "es", "s", "e", "y"] as const;
const shortestStem = 3;

/** Shorter beginnings are shared by words that have nothing to do with each other. In UTF-16 units. */
const sharedBeginning = { latin: 6, other: 2 } as const;

/** The words of a text that say something, in lower case. */
export function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(wordPattern) ?? [];
  return words.filter((word) => !empty.has(word) && (word.length > 1 || !latin.test(word)));
}

/** The words of a text, each cut to what its forms have in common: "Saved" and "Save" give the same. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(stem));
}

/** Whether two stems are forms of one word; outside of English the longer one may only go on. */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const least = latin.test(one) ? sharedBeginning.latin : sharedBeginning.other;
  return Math.min(one.length, other.length) >= least && (one.startsWith(other) || other.startsWith(one));
}

function stem(word: string): string {
  if (!latin.test(word)) return word;
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= shortestStem);
  const short = ending === undefined ? word : word.slice(0, -ending.length);
  // "stopped" and "stop".
  return /(?:bb|dd|gg|ll|mm|nn|pp|rr|tt)$/.test(short) && short.length > shortestStem ? short.slice(0, -1) : short;
}

/** A text without what counts by itself: "12 of 40" and "13 of 40" are the same. */
export function withoutNumbers(text: string): string {
  return text.replace(/\p{N}+/gu, "0");
}
