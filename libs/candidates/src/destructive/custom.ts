import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { destructiveCategories, type DestructiveCategory } from "./categories.js";
import { indexOfPhrase, prepare, startsWithPhrase, type PreparedLabel } from "./words.js";

/** A file of rules is small; more is a mistake or an attack. */
const MOST_RULES = 500;
const LABEL_UNITS = 200;
/** Longest text of such a file, in UTF-16 units. */
export const mostRulesText = 262_144;

/** `whole`: the label says exactly this. `start`: it begins with these words. `words`: it has them. `contains`: as letters. */
const matching = z.enum(["whole", "start", "words", "contains"]).default("whole");
const ruleLabel = z.string().trim().min(1).max(LABEL_UNITS);
/** Names of the apps the rule is for, without case; every app where it is left out. */
const apps = z.array(z.string().trim().min(1).max(LABEL_UNITS)).min(1).max(50).optional();

const rulesFile = z.strictObject({
  version: z.literal(1),
  add: z
    .array(z.strictObject({ label: ruleLabel, match: matching, apps, category: z.enum(destructiveCategories) }))
    .max(MOST_RULES)
    .default([]),
  remove: z
    .array(z.strictObject({ label: ruleLabel, match: matching, apps }))
    .max(MOST_RULES)
    .default([]),
});

/** What a person added to the built-in rules, and took out of them. */
export interface CustomRules {
  /** `undefined`: nothing is said about the label; `null`: it is harmless, whatever the built-in rules say. */
  categoryOf(label: string, app: string): DestructiveCategory | null | undefined;
}

/**
 * Reads a file of rules. What is added wins over what is removed, so that a mistake asks once too often. Throws a CodedError
 * `bad_arguments` that names the place and never the content.
 */
export function parseCustomRules(text: string): CustomRules {
  if (text.length > mostRulesText) throw refused("it is larger than 256 KiB");
  const parsed = rulesFile.safeParse(readJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.map(String).join(".");
    throw refused(`${at} is not as documented`);
  }
  const add = parsed.data.add.map((rule) => ({ ...rule, matches: matcher(rule) }));
  const remove = parsed.data.remove.map((rule) => ({ ...rule, matches: matcher(rule) }));
  return {
    categoryOf(label, app) {
      const prepared = prepare(label);
      const name = app.trim().toLowerCase();
      const added = add.find((rule) => isFor(rule.apps, name) && rule.matches(prepared));
      if (added !== undefined) return added.category;
      return remove.some((rule) => isFor(rule.apps, name) && rule.matches(prepared)) ? null : undefined;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is not JSON");
  }
}

function refused(why: string): CodedError {
  return new CodedError("bad_arguments", `The file of destructive rules was not used: ${why}.`, {
    delivery: "not_delivered",
  });
}

function matcher({ label, match }: { label: string; match: z.infer<typeof matching> }) {
  const wanted = prepare(label);
  return (shown: PreparedLabel): boolean => {
    // A rule of signs alone has no words, and would match every label by them.
    if (match === "contains" || wanted.words.length === 0) {
      return match === "contains" ? shown.text.includes(wanted.text) : shown.text === wanted.text;
    }
    switch (match) {
      case "whole":
        return shown.words.length === wanted.words.length && startsWithPhrase(shown.words, wanted.words);
      case "start":
        return startsWithPhrase(shown.words, wanted.words);
      case "words":
        return indexOfPhrase(shown.words, wanted.words) >= 0;
    }
  };
}

function isFor(names: readonly string[] | undefined, app: string): boolean {
  return names === undefined || names.some((name) => name.toLowerCase() === app);
}
