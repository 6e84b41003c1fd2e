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
import type { Block } from "./table.js";

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
  const width = featureNames.length;
  const block: Block = { width, values: new Float64Array(width * request.options.length) };
  const lexical = lexicalFeatures(query, screen, known, block);
  meaningFeatures(query, screen, known, block);
  const kind = kindFeatures(query, screen.options, request.text, block);
  const named = request.options.map((_, at) => ({
    named: lexical.at(at, "ownSynonym") + CONTEXT * lexical.at(at, "thingContext"),
    place: lexical.at(at, "place"),
    roleFit: kind.at(at, "roleFit"),
  }));
  placeFeatures(query, screen, known, named, block);
  similarityFeatures(request.options, alike, block);
  return request.options.map((_, row) => block.values.subarray(row * width, (row + 1) * width));
}
