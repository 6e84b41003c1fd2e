import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bareIdentifier,
  cut,
  findControlOrFormat,
  findWhitespace,
  hasControlOrFormat,
  humaniseIdentifier,
  normaliseLabel,
  scrubText,
} from "./text.js";

/** Any sequence of UTF-16 units, with surrogates, marks and spaces far more often than chance would give them. */
const units = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd7f0, max: 0xe010 }),
      fc.constantFrom(0x20, 0x41, 0xa0, 0x200b, 0x200e, 0x202e, 0x2069, 0xfeff, 0x0a, 0x3000),
    ),
    { maxLength: 60 },
  )
  .map((codes) => String.fromCharCode(...codes));

/** Well-formed text, half of it outside the basic plane. */
const wellFormed = fc
  .array(fc.oneof(fc.constantFrom("😀", "𝒳", "a", "é", " "), fc.string({ unit: "binary", maxLength: 1 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

/** Independent of the code under test: encoding to UTF-8 and back loses lone surrogates only. */
function throughUtf8(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

describe("cut", () => {
  it("leaves a text that fits as it is", () => {
    expect(cut("abc", 3)).toBe("abc");
    fc.assert(fc.property(units, (text) => cut(text, text.length) === text));
  });

  it("ends a shortened text with … as its last unit", () => {
    expect(cut("abcd", 3)).toBe("ab…");
    expect(cut("abcd", 1)).toBe("…");
  });

  it("drops the whole pair rather than splitting a surrogate pair", () => {
    expect(cut("a😀b", 3)).toBe("a…");
    expect(cut("a😀bc", 4)).toBe("a😀…");
    expect(cut("😀😀", 2)).toBe("…");
  });

  it("gives the empty text when there is no room for even the ellipsis", () => {
    for (const max of [0, -1, Number.NaN]) expect(cut("ab", max)).toBe("");
  });

  it("never exceeds the limit, keeps a prefix and at most one unit less than fits, for any UTF-16 text", () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 60 }), (text, max) => {
        const short = cut(text, max);
        expect(short.length).toBeLessThanOrEqual(max);
        if (text.length <= max) return;
        expect(short.endsWith("…")).toBe(true);
        expect(text.startsWith(short.slice(0, -1))).toBe(true);
        expect(short.length).toBeGreaterThanOrEqual(max - 1);
      }),
    );
  });

  it("keeps well-formed text well-formed at every limit", () => {
    fc.assert(
      fc.property(wellFormed, fc.integer({ min: 0, max: 60 }), (text, max) => {
        const short = cut(text, max);
        expect(throughUtf8(short)).toBe(short);
      }),
    );
  });
});

describe("normaliseLabel", () => {
  it("removes every zero-width and directional mark of the list and none beside it", () => {
    const removed = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      if (normaliseLabel(`a${String.fromCharCode(code)}b`) === "ab") removed.push(code);
    }
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(removed).toEqual([...range(0x200b, 0x200f), ...range(0x202a, 0x202e), ...range(0x2066, 0x2069), 0xfeff]);
  });

  it("turns each whitespace character of JavaScript, no-break space included, into one space", () => {
    const spaces = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      if (code !== 0x20 && normaliseLabel(`a${String.fromCharCode(code)}b`) === "a b") spaces.push(code);
    }
    const general = Array.from({ length: 11 }, (_, index) => 0x2000 + index);
    expect(spaces).toEqual([
      0x09,
      0x0a,
      0x0b,
      0x0c,
      0x0d,
      0xa0,
      0x1680,
      ...general,
      0x2028,
      0x2029,
      0x202f,
      0x205f,
      0x3000,
    ]);
    expect(normaliseLabel("a \u00A0\n b")).toBe("a b");
  });

  it("trims both ends, also behind an invisible mark", () => {
    expect(normaliseLabel("\u200E  Save\u00A0\u202C ")).toBe("Save");
  });

  it("does not put a space where a byte order mark stood inside a word", () => {
    expect(normaliseLabel("Sa\uFEFFve")).toBe("Save");
  });

  it("changes nothing when applied again", () => {
    fc.assert(fc.property(units, (text) => normaliseLabel(normaliseLabel(text)) === normaliseLabel(text)));
  });
});

describe("scrubText", () => {
  it("replaces each lone surrogate and keeps pairs", () => {
    expect(scrubText("a\uD800b\uDC00\uD83D\uDE00")).toBe("a\uFFFDb\uFFFD😀");
    expect(scrubText("\uD83D\uD83D\uDE00")).toBe("\uFFFD😀");
  });

  it("agrees with what encoding to UTF-8 and back does, for any UTF-16 text", () => {
    fc.assert(fc.property(units, (text) => scrubText(text) === throughUtf8(text)));
  });
});

describe("hasControlOrFormat", () => {
  it.each([
    ["a control character", "\u0000"],
    ["delete", "\u007F"],
    ["a C1 control", "\u0085"],
    ["a soft hyphen", "\u00AD"],
    ["a zero-width space", "\u200B"],
    ["a right-to-left override", "\u202E"],
    ["a right-to-left isolate", "\u2067"],
    ["a byte order mark", "\uFEFF"],
    ["a tag character outside the basic plane", "\u{E0041}"],
    ["a line separator", "\u2028"],
    ["a paragraph separator", "\u2029"],
    ["a lone high surrogate", "\uD800"],
    ["a lone low surrogate", "\uDFFF"],
  ])("is true for %s anywhere in the text", (_, character) => {
    for (const text of [character, `${character}a`, `a${character}`, `a${character}b`]) {
      expect(hasControlOrFormat(text)).toBe(true);
    }
  });

  it("is false for visible text in any script, emoji and the space", () => {
    for (const text of ["", "Save as…", "Größe", "保存", "حفظ", "😀", "no\u00A0break"]) {
      expect(hasControlOrFormat(text)).toBe(false);
    }
  });

  it("is true whenever a text is not well-formed", () => {
    fc.assert(fc.property(units, (text) => throughUtf8(text) === text || hasControlOrFormat(text)));
  });
});

describe("findControlOrFormat and findWhitespace", () => {
  it("name the first offending character and its offset in UTF-16 units", () => {
    expect(findControlOrFormat("😀a\u202Eb\u0000")).toEqual({ at: 3, codePoint: "U+202E" });
    expect(findControlOrFormat("\u{E0041}")).toEqual({ at: 0, codePoint: "U+E0041" });
    expect(findWhitespace("ab\tc d")).toEqual({ at: 2, codePoint: "U+0009" });
  });

  it("find nothing in clean text", () => {
    expect(findControlOrFormat("Save as")).toBeUndefined();
    expect(findWhitespace("Save")).toBeUndefined();
  });

  it("find a control exactly where hasControlOrFormat says there is one", () => {
    fc.assert(fc.property(units, (text) => (findControlOrFormat(text) !== undefined) === hasControlOrFormat(text)));
  });
});

describe("humaniseIdentifier", () => {
  it.each([
    ["AllClear", "All Clear"],
    ["saveDocument", "save Document"],
    ["HTMLView", "HTML View"],
    ["row2Button", "row2 Button"],
    ["save_as-button", "save as button"],
    ["ÄußereÜbersicht", "Äußere Übersicht"],
    ["ok", "ok"],
  ])("reads %s as %s", (identifier, words) => {
    expect(humaniseIdentifier(identifier)).toBe(words);
  });

  it.each(["_NS:9", "_private", "NSButton", "menuAction", "menuActionCopy", "a:b", "perform(_", "", "--"])(
    "gives nothing for the toolkit's own or empty identifier %j",
    (identifier) => {
      expect(humaniseIdentifier(identifier)).toBeUndefined();
    },
  );
});

describe("bareIdentifier", () => {
  it("keeps a developer's identifier as it is", () => {
    expect(bareIdentifier("save_as-button")).toBe("save_as-button");
  });

  it("gives nothing where the toolkit made the identifier up", () => {
    for (const identifier of ["_NS:9", "NSView", "menuActionCopy", "copy:", "f(x)", ""]) {
      expect(bareIdentifier(identifier)).toBeUndefined();
    }
  });

  it("is defined for every identifier that can be humanised, for any text", () => {
    fc.assert(fc.property(units, (text) => humaniseIdentifier(text) === undefined || bareIdentifier(text) === text));
  });
});
