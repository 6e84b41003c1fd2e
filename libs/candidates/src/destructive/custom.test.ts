import fc from "fast-check";
import { windowOf } from "@beans-picker/desktop/sketch";
import { CodedError } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "../build.js";
import { mostRulesText, parseCustomRules } from "./custom.js";

const file = (rules: object) => JSON.stringify({ version: 1, ...rules });

function flagged(label: string, rules: object, app = "Notes"): boolean {
  const snapshot = windowOf({ nodes: [{ role: "button", label }], app });
  const [found] = buildCandidates(snapshot, { rules: parseCustomRules(file(rules)) });
  return found?.destructive === true;
}

function refusal(text: string): string {
  try {
    parseCustomRules(text);
  } catch (error) {
    if (error instanceof CodedError) return error.message;
  }
  return "was not refused";
}

describe("a person's own rules", () => {
  it("add labels and take others out, whole or by their words [destructive.configurable]", () => {
    expect(flagged("Ship it", { add: [{ label: "ship it", category: "publish" }] })).toBe(true);
    expect(flagged("Ship it now", { add: [{ label: "ship it", category: "publish" }] })).toBe(false);
    expect(flagged("Ship it now", { add: [{ label: "ship it", match: "start", category: "publish" }] })).toBe(true);
    expect(flagged("Please ship it", { add: [{ label: "ship it", match: "words", category: "publish" }] })).toBe(true);
    expect(flagged("今すぐ出荷する", { add: [{ label: "出荷", match: "contains", category: "publish" }] })).toBe(true);
    expect(flagged("Close", {})).toBe(true);
    expect(flagged("Close", { remove: [{ label: "Close" }] })).toBe(false);
  });

  it("hold for the named apps only, where they name some", () => {
    const rules = { remove: [{ label: "Close", apps: ["Mousepad"] }] };
    expect(flagged("Close", rules, "mousepad")).toBe(false);
    expect(flagged("Close", rules, "Notes")).toBe(true);
  });

  it("ask once too often where they contradict each other", () => {
    expect(flagged("Go", { add: [{ label: "Go", category: "outbound" }], remove: [{ label: "Go" }] })).toBe(true);
  });

  it("hold for menu commands, and never free Return and Space", () => {
    const menus = [{ handle: 900, path: ["File", "Quit"], enabled: true, operable: true }];
    const rules = parseCustomRules(file({ remove: [{ label: "Quit" }, { label: "press Return" }] }));
    const found = buildCandidates(windowOf({ nodes: [], menus }), { rules }).filter(({ destructive }) => destructive);
    expect(found.map(({ does }) => does)).toEqual(["press Return", "press Space"]);
  });

  it("are refused as a whole when the file is not as documented, without showing what is in it", () => {
    expect(refusal("{")).toContain("it is not JSON");
    expect(refusal(file({ add: [{ label: "secret words", category: "nonsense" }] }))).toContain("add.0.category");
    expect(refusal(file({ add: [{ label: "secret words", category: "nonsense" }] }))).not.toContain("secret");
    expect(refusal(file({ drop: [] }))).toContain("the whole");
    expect(refusal(file({ remove: [{ label: " " }] }))).toContain("remove.0.label");
    expect(refusal(file({ remove: Array.from({ length: 501 }, () => ({ label: "x" })) }))).toContain("remove");
    expect(refusal(" ".repeat(mostRulesText + 1))).toContain("256 KiB");
    expect(refusal(JSON.stringify({ version: 2 }))).toContain("version");
  });

  it("never throw anything else, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(refusal(text)).toMatch(/was not (?:used|refused)/u);
      }),
    );
  });

  it("without words match nothing but themselves", () => {
    expect(flagged("Save", { add: [{ label: "★", match: "words", category: "publish" }] })).toBe(false);
    expect(flagged("★", { add: [{ label: "★", match: "words", category: "publish" }] })).toBe(true);
  });
});
