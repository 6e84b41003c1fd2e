import type { Look } from "../look.js";
import { sameWord, stemsOf, withoutNumbers, wordsOf } from "./stems.js";

/**
 * Texts that the window shows now and did not before. Left out are those that only count on, and words that a text which
 * gave way to them had already: both happen without anybody doing anything.
 */
export function newTexts(before: Look, after: Look): string[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  const gone = [...old].filter((text) => !now.has(text));
  const counted = new Set(gone.map(withoutNumbers));
  const known = gone.flatMap((text) => [...stemsOf(text)]);
  const isKnown = (word: string): boolean =>
    [...stemsOf(word)].some((stem) => known.some((other) => sameWord(stem, other)));
  return [...now]
    .filter((text) => text !== "" && !old.has(text) && !counted.has(withoutNumbers(text)))
    .map((text) =>
      wordsOf(text)
        .filter((word) => !isKnown(word))
        .join(" "),
    )
    .filter((text) => text !== "");
}

function textsOf({ snapshot }: Look): ReadonlySet<string> {
  return new Set(snapshot.texts.map(({ text }) => text));
}
