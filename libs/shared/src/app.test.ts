import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAppName, checkBundleId, looksLikeBundleId } from "./app.js";

describe("checkAppName", () => {
  it("accepts the names people see, in any script", () => {
    for (const app of ["Notes", "Visual Studio Code", "1Password 7", "計算機", "a.b-c"]) {
      expect(checkAppName(app)).toEqual({ ok: true, app });
    }
  });

  it.each([
    ["an empty name", "", "empty"],
    ["a blank name", " \u00A0", "empty"],
    ["a dash at the start", "-n", "leading_character"],
    ["a dot at the start", ".hidden", "leading_character"],
    ["a slash", "a/b", "forbidden_character"],
    ["a colon", "a:b", "forbidden_character"],
    ["a line break", "a\nb", "forbidden_character"],
    ["a right-to-left override", "a\u202Eb", "forbidden_character"],
    ["a lone surrogate", "a\uD800", "forbidden_character"],
  ])("refuses %s", (_, text, reason) => {
    expect(checkAppName(text)).toMatchObject({ ok: false, reason });
  });

  it("accepts 255 units and refuses 256", () => {
    expect(checkAppName("a".repeat(255)).ok).toBe(true);
    expect(checkAppName("a".repeat(256))).toMatchObject({ ok: false, reason: "too_long" });
  });

  it("never accepts a path, an option or an invisible character, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        if (checkAppName(text).ok) expect(text).toMatch(/^[^-.\p{Cc}\p{Cf}/:][^\p{Cc}\p{Cf}\p{Zl}\p{Zp}/:]{0,254}$/u);
      }),
    );
  });
});

describe("checkBundleId", () => {
  it("accepts letters, digits, dots and hyphens after a letter or digit", () => {
    for (const app of ["com.apple.Notes", "org.gnome.TextEditor", "a", "7zip", "a-b.c"]) {
      expect(checkBundleId(app)).toEqual({ ok: true, app });
    }
  });

  it.each(["-a", ".a", "a_b", "a b", "a/b", "com.apple.Notes\n", "cöm.apple", "a".repeat(256)])(
    "refuses %j",
    (text) => {
      expect(checkBundleId(text)).toMatchObject({ ok: false, reason: "not_bundle_id" });
    },
  );

  it("refuses the empty text with a reason of its own", () => {
    expect(checkBundleId("")).toMatchObject({ ok: false, reason: "empty" });
  });

  it("accepts 255 characters", () => {
    expect(checkBundleId("a".repeat(255)).ok).toBe(true);
  });
});

describe("looksLikeBundleId", () => {
  it("needs three parts", () => {
    expect(looksLikeBundleId("com.foo")).toBe(false);
    expect(looksLikeBundleId("com.foo.bar")).toBe(true);
    expect(looksLikeBundleId("com.foo.bar_baz.q-x")).toBe(true);
  });

  it.each(["com..foo", "com.foo.", ".com.foo", "com.foo.b r", "com.foo.bär", "com.foo.bar\n", "", "Version 1.2.3"])(
    "takes %j for a name",
    (text) => {
      expect(looksLikeBundleId(text)).toBe(false);
    },
  );
});
