import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createShortIds, fullIds } from "./short-ids.js";

function idOf(key: string): string {
  return `c${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
}

describe("short ids", () => {
  it("stand for one control each, and always for the same one [id.short]", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 300 }), (keys) => {
        const short = createShortIds();
        const ids = keys.map(idOf);
        const shown = ids.map((id) => short.shown(id));
        expect(new Set(shown).size).toBe(ids.length);
        expect(shown.map((form) => short.meant(form))).toEqual(ids);
        expect(ids.map((id) => short.shown(id))).toEqual(shown);
      }),
      { numRuns: 50 },
    );
  });

  it("stay apart when two ids begin alike", () => {
    const short = createShortIds();
    const ids = ["0", "1", "2"].map((last) => `c${"a".repeat(31)}${last}`);
    const shown = ids.map((id) => short.shown(id));
    expect(new Set(shown).size).toBe(3);
    expect(shown.map((form) => short.meant(form))).toEqual(ids);
  });

  it("are the same for another client, so that a restart mostly changes none", () => {
    const keys = Array.from({ length: 200 }, (_, index) => idOf(String(index)));
    const [one, two] = [createShortIds(), createShortIds()];
    expect(keys.map((key) => one.shown(key))).toEqual(keys.map((key) => two.shown(key)));
  });

  it("are never guessed: what was not shown is passed on as it is [id.short]", () => {
    const short = createShortIds();
    const form = createShortIds().shown(idOf("x"));
    expect(short.meant(form)).toBe(form);
    expect(short.meant(idOf("x"))).toBe(idOf("x"));
    expect(fullIds.meant(fullIds.shown(idOf("x")))).toBe(idOf("x"));
  });
});
