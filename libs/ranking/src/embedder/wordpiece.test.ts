import { describe, expect, it } from "vitest";
import { parseVocabulary } from "./vocabulary.js";
import { encode, MOST_PIECES } from "./wordpiece.js";

const pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "match", "case", "##s", "cafe", "-", "検", "索"];
const vocabulary = parseVocabulary(pieces.join("\n"));
const said = (text: string, known = vocabulary) => encode(text, known).map((id) => pieces[id]);

describe("word pieces", () => {
  it("takes the longest pieces from the left, without capitals and accents where the vocabulary has none", () => {
    expect(said("Match  Cases")).toEqual(["[CLS]", "match", "case", "##s", "[SEP]"]);
    expect(said("Café")).toEqual(["[CLS]", "cafe", "[SEP]"]);
    expect(said("match-case")).toEqual(["[CLS]", "match", "-", "case", "[SEP]"]);
    expect(said("検索")).toEqual(["[CLS]", "検", "索", "[SEP]"]);
    expect(said("matchbox")).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
    expect(said("")).toEqual(["[CLS]", "[SEP]"]);
  });

  it("keeps capitals where the vocabulary has some, or the tokenizer says so", () => {
    const cased = parseVocabulary(["[UNK]", "[CLS]", "[SEP]", "Match", "match"].join("\r\n"));
    expect(encode("Match match", cased)).toEqual([1, 3, 4, 2]);
    const vocab = { "[UNK]": 0, "[CLS]": 1, "[SEP]": 2, match: 3 };
    const file = (lowercase: boolean) =>
      JSON.stringify({ normalizer: { lowercase }, model: { type: "WordPiece", vocab } });
    expect(encode("Match", parseVocabulary(file(true)))).toEqual([1, 3, 2]);
    expect(encode("Match", parseVocabulary(file(false)))).toEqual([1, 0, 2]);
  });

  it("reads no more of a giant text than a model takes", () => {
    expect(encode("match ".repeat(2_000_000), vocabulary)).toHaveLength(MOST_PIECES);
    expect(said("m".repeat(10_000_000))).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
  });

  it("refuses what is no vocabulary of word pieces by its code", () => {
    for (const text of ["", "hello\nworld", "{", JSON.stringify({ model: { type: "BPE", vocab: {} } })]) {
      expect(() => parseVocabulary(text)).toThrow(expect.objectContaining({ code: "embedder_vocabulary" }));
    }
  });
});
