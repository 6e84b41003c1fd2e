import { CodedError } from "@beans-picker/shared";
import { z } from "zod";

/** The word pieces of a BERT-like model. */
export interface Vocabulary {
  readonly ids: ReadonlyMap<string, number>;
  /** Texts are lower-cased and lose their accents first. */
  readonly uncased: boolean;
  readonly unknown: number;
  readonly first: number;
  readonly last: number;
}

/** No vocabulary of a known model is larger. */
const MOST_PIECES = 1_000_000;

/** The part of a `tokenizer.json` that says what a `vocab.txt` says. */
const tokenizerFile = z.object({
  model: z.object({ type: z.literal("WordPiece").optional(), vocab: z.record(z.string(), z.int().nonnegative()) }),
  normalizer: z.object({ lowercase: z.boolean().optional() }).nullish(),
});

/**
 * Reads `vocab.txt` (one piece on each line, its number is the line's, from 0) or a WordPiece `tokenizer.json`. A vocabulary
 * without a capital letter is one for lower-cased texts. Fails with `embedder_vocabulary`.
 */
export function parseVocabulary(text: string): Vocabulary {
  const { pieces, lowercase } = text.trimStart().startsWith("{") ? fromTokenizer(text) : fromLines(text);
  if (pieces.length > MOST_PIECES) throw bad(`it has more than ${MOST_PIECES} pieces`);
  const ids = new Map(pieces);
  const id = (piece: string): number => {
    const found = ids.get(piece);
    if (found === undefined) throw bad(`it has no ${piece}, so it is not the vocabulary of a BERT-like model`);
    return found;
  };
  const isSpecial = (piece: string) => /^\[.+\]$/u.test(piece);
  return {
    ids,
    uncased: lowercase ?? pieces.every(([piece]) => isSpecial(piece) || piece === piece.toLowerCase()),
    unknown: id("[UNK]"),
    first: id("[CLS]"),
    last: id("[SEP]"),
  };
}

interface Pieces {
  readonly pieces: readonly (readonly [string, number])[];
  readonly lowercase?: boolean | undefined;
}

function fromLines(text: string): Pieces {
  const lines = text.replace(/^\u{feff}/u, "").split(/\r?\n/u);
  return { pieces: lines.flatMap((line, at) => (line === "" ? [] : [[line, at] as const])) };
}

function fromTokenizer(text: string): Pieces {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw bad("it begins like JSON and is none");
  }
  const parsed = tokenizerFile.safeParse(json);
  if (!parsed.success) throw bad("it is not a tokenizer of the kind WordPiece");
  const { model, normalizer } = parsed.data;
  return { pieces: Object.entries(model.vocab), lowercase: normalizer?.lowercase };
}

function bad(why: string): CodedError {
  return new CodedError(
    "embedder_vocabulary",
    `The embedder's vocabulary cannot be used: ${why}. Ranking goes on without.`,
  );
}
