import { tokens, type RankOption, type RankRequest, type Ranking } from "@beans-picker/ranking";

/** Saturation of repeated words and strength of the length correction. Source: the values usual for BM25. */
const SATURATION = 1.2;
const LENGTH = 0.75;

/** Plain BM25 over label, help, value and role: the floor that any ranker has to beat. Shares are a softmax of the scores. */
export function rankByBm25({ instruction, options }: Pick<RankRequest, "instruction" | "options">): Ranking {
  const documents = options.map(documentOf);
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const uses = new Map<string, number>();
  for (const document of documents) for (const token of new Set(document)) uses.set(token, (uses.get(token) ?? 0) + 1);
  const rarity = (token: string) =>
    Math.log(1 + (documents.length - (uses.get(token) ?? 0) + 0.5) / ((uses.get(token) ?? 0) + 0.5));
  const asked = tokens(instruction);
  const scored = documents.map((document, at) => {
    const correction = 1 - LENGTH + (LENGTH * document.length) / Math.max(1, mean);
    const score = asked.reduce((sum, token) => {
      const count = document.filter((one) => one === token).length;
      return sum + (rarity(token) * count * (SATURATION + 1)) / (count + SATURATION * correction);
    }, 0);
    return { id: options[at]?.id ?? "", score };
  });
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const top = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - top), 0);
  const ranked = scored.map(({ id, score }) => ({ id, p: Math.exp(score - top) / total }));
  return { ranked, pNone: 0, confidence: ranked[0]?.p ?? 0, ranker: "bm25" };
}

function documentOf({ facts }: RankOption): readonly string[] {
  const { rawLabel, label, help, value, role } = facts;
  return tokens(
    [rawLabel === "" ? label : rawLabel, help, value?.slice(0, 60), role]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}
