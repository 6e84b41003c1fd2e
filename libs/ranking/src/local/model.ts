import { readFileSync } from "node:fs";
import { z } from "zod";
import { evidenceNames } from "./evidence.js";
import { featureNames } from "./features/index.js";

const weights = z.record(z.string(), z.number());

/** The learned part of the local ranker, as `npm run ranker:train` writes it. Unknown names are refused: they are typing errors. */
const modelFile = z.strictObject({
  version: z.literal(1),
  /** How the weights were found, so that they can be found again. */
  made: z.string(),
  /** The apps that it was learned from: judged on them, it flatters itself. */
  apps: z.array(z.string()),
  /** Fingerprint of the embedder whose cosines are among the features. Such weights are a person's own and never ship. */
  embedder: z.string().optional(),
  /** Weight of every feature; softmax over the weighted sums gives the shares. */
  features: weights,
  /** Logistic weights of the evidence for "some option here is the answer". */
  answerable: weights,
  /** Logistic weights of the evidence for "the leader is right". */
  confidence: weights,
  /** From modelled to observed confidence, both rising. */
  knots: z.array(z.tuple([z.number(), z.number()])),
});
export type ModelFile = z.infer<typeof modelFile>;

/** Weights in the order of the vectors. */
export interface Model {
  readonly apps: readonly string[];
  readonly embedder?: string;
  readonly features: Float64Array;
  readonly answerable: Float64Array;
  readonly confidence: Float64Array;
  readonly knots: readonly (readonly [number, number])[];
}

/** Reads a model file's text. Throws a ZodError or an Error that names the feature it does not know. */
export function parseModel(text: string): Model {
  return compileModel(modelFile.parse(JSON.parse(text)));
}

export function compileModel(file: ModelFile): Model {
  return {
    apps: file.apps,
    ...(file.embedder !== undefined && { embedder: file.embedder }),
    features: ordered(file.features, featureNames),
    answerable: ordered(file.answerable, evidenceNames),
    confidence: ordered(file.confidence, evidenceNames),
    knots: file.knots,
  };
}

function ordered(named: Readonly<Record<string, number>>, names: readonly string[]): Float64Array {
  const unknown = Object.keys(named).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`The local ranker's model has a weight for "${unknown}", which is no feature.`);
  return Float64Array.from(names, (name) => named[name] ?? 0);
}

/** Beside the sources and not compiled: the same file serves `src` and `dist`. */
export const modelUrl = new URL("../../model/local.json", import.meta.url);

let loaded: Model | undefined;

/** The model that ships, read at first use. */
export function shippedModel(): Model {
  loaded ??= parseModel(readFileSync(modelUrl, "utf8"));
  return loaded;
}
