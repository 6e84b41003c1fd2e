import { readQuery } from "../query.js";
import { prepareScreen } from "../screen.js";
import { thesaurus } from "../thesaurus/index.js";
import type { RankRequest } from "../../ranking.js";
import { kindFeatures, kindNames } from "./kind.js";
import { lexicalFeatures, lexicalNames } from "./lexical.js";
import { meaningFeatures, meaningNames } from "./meaning.js";
import { placeFeatures, placeNames } from "./place.js";

/** Every feature of an option, in the order of the vectors. */
export const featureNames = [...lexicalNames, ...meaningNames, ...kindNames, ...placeNames] as const;
export type FeatureName = (typeof featureNames)[number];

/** Worth of a word of the thing that stands beside a control instead of on it, when alike things are counted. */
const CONTEXT = 0.8;

/** One vector for each option, in the order of the request. Deterministic, and each option's depends on the set, not its order. */
export function featuresOf(request: Pick<RankRequest, "instruction" | "text" | "options">): Float64Array[] {
  const known = thesaurus();
  const query = readQuery(request.instruction, request.text);
  const screen = prepareScreen(request.options, known);
  const lexical = lexicalFeatures(query, screen, known);
  const meaning = meaningFeatures(query, screen, known);
  const kind = kindFeatures(query, screen.options, request.text);
  const named = lexical.map(({ ownSynonym, thingContext, place }, at) => ({
    named: ownSynonym + CONTEXT * thingContext,
    place,
    roleFit: kind[at]?.roleFit ?? 0,
  }));
  const place = placeFeatures(query, screen, known, named);
  const vectors = request.options.map(() => new Float64Array(featureNames.length));
  write(vectors, 0, lexicalNames, lexical);
  write(vectors, lexicalNames.length, meaningNames, meaning);
  write(vectors, lexicalNames.length + meaningNames.length, kindNames, kind);
  write(vectors, lexicalNames.length + meaningNames.length + kindNames.length, placeNames, place);
  return vectors;
}

function write<Name extends string>(
  vectors: readonly Float64Array[],
  from: number,
  names: readonly Name[],
  features: readonly Record<Name, number>[],
): void {
  names.forEach((name, offset) => {
    vectors.forEach((vector, at) => {
      vector[from + offset] = features[at]?.[name] ?? 0;
    });
  });
}
