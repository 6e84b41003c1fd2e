import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "./clean.js";

describe("clean text", () => {
  it.each([
    ["Save\u200b As\u202e…\u2066", "Save As…"],
    ["  two\n\tlines  ", "two lines"],
    ["Dеlеtе", "Delete"],
    ["Ｄｅｌｅｔｅ", "Delete"],
    ["Удалить всё", "Удалить всё"],
    ["ΑΒΓ", "ΑΒΓ"],
    ["a\ud800b", "a\ufffdb"],
    ["\u0000\u0007x", "x"],
    ["Z\u0301\u0302\u0303\u0304\u0305", "Ź\u0302\u0303"],
    ["设置 ⚙️", "设置 ⚙"],
  ])("of %j is %j", (text, clean) => {
    expect(cleanText(text, 40)).toBe(clean);
  });

  it("is at most as long as is asked, holds nothing unseen, and does not change when it is cleaned again", () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
        fc.constantFrom("\u200b", "\u202e", "\ud800", "ﷺ", "\u0301", "е", "a", " ", "\u{e0041}", "ｱ"),
      ),
      maxLength: 200,
    });
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 60 }), (text, most) => {
        const clean = cleanText(text, most);
        expect(Array.from(clean).length).toBeLessThanOrEqual(most);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(cleanText(clean, most)).toBe(clean);
      }),
    );
  });

  it("does not read a giant text whole", () => {
    const giant = "a\u0301\u200b".repeat(4_000_000);
    const started = performance.now();
    expect(Array.from(cleanText(giant, 200)).length).toBeLessThanOrEqual(200);
    // Reading all of it takes seconds.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
