import { kindNames } from "./kind.js";
import { lexicalNames } from "./lexical.js";
import { meaningNames } from "./meaning.js";
import { placeNames } from "./place.js";
import { columnsOf, type Block } from "./table.js";

/** Features from an embedder, all zero without one: how alike, and how far that stands out. */
export const similarityNames = ["alike", "alikeBest"] as const;
export type SimilarityName = (typeof similarityNames)[number];

const columns = columnsOf(
  similarityNames,
  lexicalNames.length + meaningNames.length + kindNames.length + placeNames.length,
);

/** `alike` holds −1…1 by id. Cosines of different models lie in different ranges: the second feature is free of that. */
export function similarityFeatures(
  options: readonly { readonly id: string }[],
  alike: ReadonlyMap<string, number> | undefined,
  { values, width }: Block,
): void {
  if (alike === undefined || options.length === 0) return;
  const worths = options.map(({ id }) => alike.get(id) ?? 0);
  const sorted = [...worths].sort((a, b) => a - b);
  const [usual = 0, best = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  worths.forEach((worth, at) => {
    const row = at * width;
    values[row + columns.alike] = worth;
    values[row + columns.alikeBest] = best > usual ? Math.max(0, (worth - usual) / (best - usual)) : 0;
  });
}
