import { describe, expect, it } from "vitest";
import { tokens } from "../tokens.js";
import { thesaurus } from "./load.js";
import { indexThesaurus } from "./lookup.js";
import { parseThesaurus } from "./parse.js";

const stems = (text: string) => new Map(tokens(text).map((stem) => [stem, 1]));

describe("a thesaurus file", () => {
  it("holds concepts, synonyms and translations, with comments and sections between", () => {
    const text = [
      "@domain files",
      "# a comment",
      "Save, Store | keep my work; write to disk | command",
      "= remove, get rid of",
      "file: de=Datei, ja=ファイル/文書",
    ].join("\n");
    expect(parseThesaurus([text])).toEqual({
      concepts: [{ labels: ["Save", "Store"], ways: ["keep my work", "write to disk"], kind: "command" }],
      synonyms: [["remove", "get rid of"]],
      translations: [{ english: "file", others: ["Datei", "ファイル", "文書"] }],
    });
  });

  it("is refused by the line that is no entry", () => {
    expect(() => parseThesaurus(["Save and nothing else"])).toThrow("Save and nothing else");
  });
});

describe("looking up", () => {
  const index = indexThesaurus(
    parseThesaurus([
      "Save, Store | keep my work; write to disk | command\nMatch Case | capital letters matter | toggle\n= remove, delete, get rid of\nfile: de=Datei",
    ]),
  );

  it("finds the concept of a way of asking and of a label, and connects both to a control's name", () => {
    const [save] = index.conceptsOf(new Set(tokens("Save"))).keys();
    const hits = index.hits(stems("please keep the work"));
    expect(hits.get(save ?? -1)?.way).toBeGreaterThan(0.9);
    expect(index.hits(stems("store")).get(save ?? -1)?.label).toBeGreaterThan(0.9);
    expect(index.conceptsOf(new Set(tokens("Match Case"))).has(save ?? -1)).toBe(false);
  });

  it("knows synonyms, phrases that mean a word, and words of other languages", () => {
    expect([...index.synonymsOf("delet").keys()]).toContain("remov");
    expect([...index.phrasesIn("get rid of it").keys()].sort()).toEqual(["delet", "remov"]);
    expect([...index.stemsOf("Datei")]).toEqual([...tokens("Datei"), ...tokens("file")]);
  });

  it("says nothing about words that it does not have", () => {
    expect(index.hits(stems("zyzzyva")).size).toBe(0);
    expect(index.conceptsOf(new Set(["zyzzyva"])).size).toBe(0);
  });
});

describe("the thesaurus that ships", () => {
  it("is whole: every line is an entry, and every concept has a label", () => {
    expect(thesaurus().conceptsOf(new Set(tokens("Match Case"))).size).toBeGreaterThan(0);
    expect(thesaurus().hits(stems("care about capital letters")).size).toBeGreaterThan(0);
  });
});
