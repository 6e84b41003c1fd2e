import { readQuery } from "../query.js";
import { prepareScreen } from "../screen.js";
import { thesaurus } from "../thesaurus/index.js";
import type { RankRequest } from "../../ranking.js";
import { kindFeatures, kindNames } from "./kind.js";
import { lexicalFeatures, lexicalNames } from "./lexical.js";
import { meaningFeatures, meaningNames } from "./meaning.js";
import { withNames } from "./names.js";
import { placeFeatures, placeNames } from "./place.js";
import { similarityFeatures, similarityNames } from "./similarity.js";

/** Every feature of an option, in the order of the vectors. */
export const featureNames = [
  ...lexicalNames,
  ...meaningNames,
  ...kindNames,
  ...placeNames,
  ...similarityNames,
] as const;
export type FeatureName = (typeof featureNames)[number];

/** Worth of a word of the thing that stands beside a control instead of on it, when alike things are counted. */
const CONTEXT = 0.8;

/**
 * One vector for each option, in the order of the request. Deterministic, and each option's depends on the set, not its order.
 * `alike` is what an embedder says of each option, by id.
 */
export function featuresOf(
  request: Pick<RankRequest, "instruction" | "text" | "options">,
  alike?: ReadonlyMap<string, number>,
): Float64Array[] {
  const known = thesaurus();
  const screen = prepareScreen(request.options, known);
  const query = withNames(readQuery(request.instruction, request.text), screen);
  const lexical = lexicalFeatures(query, screen, known);
  const meaning = meaningFeatures(query, screen, known);
  const kind = kindFeatures(query, screen.options, request.text);
  const named = request.options.map((_, at) => ({
    named: lexical.at(at, "ownSynonym") + CONTEXT * lexical.at(at, "thingContext"),
    place: lexical.at(at, "place"),
    roleFit: kind.at(at, "roleFit"),
  }));
  const place = placeFeatures(query, screen, known, named);
  return joined([lexical, meaning, kind, place, similarityFeatures(request.options, alike)], request.options.length);
}

/** The rows of tables side by side. All vectors are views of one block. */
function joined(
  tables: readonly { readonly width: number; readonly values: Float64Array }[],
  rows: number,
): Float64Array[] {
  const width = featureNames.length;
  const block = new Float64Array(rows * width);
  let from = 0;
  for (const table of tables) {
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < table.width; column += 1) {
        block[row * width + from + column] = table.values[row * table.width + column] ?? 0;
      }
    }
    from += table.width;
  }
  return Array.from({ length: rows }, (_, row) => block.subarray(row * width, (row + 1) * width));
}
