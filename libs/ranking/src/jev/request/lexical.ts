import { normaliseLabel } from "@beans-picker/shared";
import type { RankOption } from "../../ranking.js";

const WORD = /[\p{L}\p{N}]+/gu;
const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」/gu;
const stopWords: ReadonlySet<string> = new Set(
  "the a an to of in on and then into it is for with at by from as this that".split(" "),
);

function wordsOf(text: string | undefined): Set<string> {
  const words = (text ?? "").normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return new Set(
    words
      .filter((word) => !stopWords.has(word))
      .map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word)),
  );
}

/**
 * How many words of the instruction an option has, by where it has them. It decides only which options are asked about
 * together; nothing is left out by it. Source: beans-picker 0.5 seed.
 */
export function lexicalScore(instruction: string): (option: RankOption) => number {
  const wanted = wordsOf(instruction);
  const quotes = new Set(
    [...instruction.matchAll(QUOTED)].map(([, a, b, c]) => normaliseLabel(a ?? b ?? c ?? "").toLowerCase()),
  );
  const hits = (text: string | undefined): number => [...wordsOf(text)].filter((word) => wanted.has(word)).length;
  return ({ kind, does, facts }) => {
    const label = facts.rawLabel === "" ? facts.label : facts.rawLabel;
    const quoted = quotes.has(normaliseLabel(facts.path?.at(-1) ?? label).toLowerCase()) ? 5 : 0;
    const named = facts.path
      ? 3 * hits(facts.path.at(-1)) + hits(facts.path.slice(0, -1).join(" "))
      : 3 * hits(facts.label) + 2 * hits(facts.help) + hits(facts.within.join(" ")) + hits(facts.value);
    const summary = kind === "key" || kind === "scroll" ? hits(does) : 0;
    return named + 2 * hits(facts.identifier) + quoted + summary;
  };
}
