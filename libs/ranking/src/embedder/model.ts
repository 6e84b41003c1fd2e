import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { CodedError } from "@beans-picker/shared";
import { sentenceVector } from "./pooling.js";
import type { Runtime, Session, Tensor } from "./runtime.js";
import { parseVocabulary, type Vocabulary } from "./vocabulary.js";
import { encode } from "./wordpiece.js";

/** Sentence models for a desktop have some 20 to 500 MB. */
const MODEL_BYTES = 1024 ** 3;
const VOCABULARY_BYTES = 64 * 1024 ** 2;

export interface EmbeddingModel {
  /** Of model and vocabulary: weights that were learned with another are not for this one. */
  readonly fingerprint: string;
  /** The vector of a text, of length 1. Each text runs alone: what it is worth must not depend on its company. */
  embed(text: string): Promise<Float32Array>;
  release(): Promise<void>;
}

/** Opens a model and tries it. Fails with `embedder_model` or `embedder_vocabulary`. */
export async function openModel(
  runtime: Runtime,
  files: { readonly model: string; readonly vocabulary: string },
): Promise<EmbeddingModel> {
  const words = readBounded(files.vocabulary, VOCABULARY_BYTES, "embedder_vocabulary");
  const vocabulary = parseVocabulary(new TextDecoder().decode(words));
  const bytes = readBounded(files.model, MODEL_BYTES, "embedder_model");
  const fingerprint = createHash("sha256").update(bytes).update(words).digest("hex").slice(0, 32);
  const session = await runtime.createSession(bytes).catch(() => {
    throw unusable("the file is no ONNX model that the installed package can run");
  });
  const inputs = inputsOf(session);
  const output = outputOf(session);
  const model: EmbeddingModel = {
    fingerprint,
    async embed(text) {
      const ids = encode(text, vocabulary);
      const feeds: Record<string, Tensor> = {};
      for (const [name, valueAt] of inputs) {
        feeds[name] = runtime.tensor(
          BigInt64Array.from(ids, (id) => BigInt(valueAt(id))),
          [1, ids.length],
        );
      }
      const answer = (await run(session, feeds))[output];
      const vector =
        answer?.data instanceof Float32Array
          ? sentenceVector({ dims: answer.dims, data: answer.data }, ids.length)
          : undefined;
      if (vector === undefined) throw unusable("its answer is not one vector of numbers for each text or piece");
      return vector;
    },
    release: () => session.release(),
  };
  try {
    await requireWidths(model, vocabulary);
  } catch (error) {
    await session.release();
    throw error;
  }
  return model;
}

/** A model that takes two texts of different lengths takes all. */
async function requireWidths(model: EmbeddingModel, { ids }: Vocabulary): Promise<void> {
  const [some = ""] = ids.keys();
  const vectors = [await model.embed(some), await model.embed("a few words, and more of them")];
  if (vectors[0]?.length !== vectors[1]?.length) throw unusable("its vectors differ in length");
}

async function run(
  session: Session,
  feeds: Readonly<Record<string, Tensor>>,
): Promise<Readonly<Record<string, Tensor>>> {
  try {
    return await session.run(feeds);
  } catch {
    throw unusable("it refused a text; it may belong to another vocabulary, or take other inputs");
  }
}

/** What BERT-like models take, by the names that they give it. */
const knownInputs: readonly (readonly [RegExp, (id: number) => number])[] = [
  [/^input_?ids$/iu, (id) => id],
  [/^(?:attention|input)_?mask$/iu, () => 1],
  [/^(?:token_?type|segment)_?ids$/iu, () => 0],
];

function inputsOf({ inputNames }: Session): [string, (id: number) => number][] {
  const found = inputNames.map((name): [string, (id: number) => number] => {
    const known = knownInputs.find(([pattern]) => pattern.test(name));
    if (known === undefined) throw unusable("it wants an input that is none of a BERT-like model");
    return [name, known[1]];
  });
  if (!inputNames.some((name) => knownInputs[0]?.[0].test(name) === true))
    throw unusable("it takes no numbers of pieces");
  return found;
}

function outputOf({ outputNames }: Session): string {
  const name = ["sentence_embedding", "last_hidden_state"].find((one) => outputNames.includes(one)) ?? outputNames[0];
  if (name === undefined) throw unusable("it answers nothing");
  return name;
}

function readBounded(path: string, most: number, code: "embedder_model" | "embedder_vocabulary"): Uint8Array {
  const what = code === "embedder_model" ? "model" : "vocabulary";
  const refuse = (why: string) =>
    new CodedError(code, `The embedder's ${what} ${path} ${why}. Ranking goes on without.`);
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isFile() !== true) throw refuse("is no file");
  if (about.size > most) throw refuse(`is larger than ${most} bytes`);
  try {
    return readFileSync(path);
  } catch {
    throw refuse("cannot be read");
  }
}

function unusable(why: string): CodedError {
  return new CodedError("embedder_model", `The embedder's model cannot be used: ${why}. Ranking goes on without.`);
}
