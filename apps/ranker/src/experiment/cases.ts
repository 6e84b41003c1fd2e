import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { textKinds, type CandidateKind } from "@beans-picker/candidates";
import { rankRequest, readLabelledStates, type LabelledState, type RankRequest } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";

/** One question whose right answer is known. */
export const rankCase = z.object({
  /** Names the case in reports. */
  name: z.string(),
  app: z.string(),
  /** How the instruction names what it means; `none` when nothing fits. */
  phrasing: z.string(),
  request: rankRequest,
  /** Ids of the options that are right; empty for `none`, or when the right one was not offered. */
  right: z.array(z.string()),
});
export type RankCase = z.infer<typeof rankCase>;

/** Reads a recording's line as a case; what else it holds is left out. */
const caseLine = rankCase.loose();

/**
 * Reads labelled data: a folder of recorded trees (`STATE/atspi.json` with `STATE/labels.jsonl`), `.jsonl` files with recorded
 * candidate lists in that folder, or one such file. Fails with `bad_path` or `bad_arguments`, naming the file and line.
 */
export function readCases(path: string): RankCase[] {
  if (!existsSync(path)) throw new CodedError("bad_path", `There is nothing at ${path}; nothing was ranked.`);
  if (!statSync(path).isDirectory()) return readLines(path);
  const trees = readLabelledStates(path).flatMap(casesOf);
  const lists = readdirSync(path)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .flatMap((file) => readLines(join(path, file)));
  const found = [...trees, ...lists];
  if (found.length === 0) throw new CodedError("bad_path", `${path} holds no labelled data; nothing was ranked.`);
  return found;
}

function readLines(file: string): RankCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => {
      if (line.trim() === "") return [];
      try {
        const { name, app, phrasing, request, right } = caseLine.parse(JSON.parse(line));
        return [{ name, app, phrasing, request, right }];
      } catch {
        throw new CodedError("bad_arguments", `${file}, line ${at + 1}, is no labelled case; nothing was ranked.`);
      }
    });
}

/** The cases of a state, with the options that the product would offer for each: those that take text, or those that do not. */
function casesOf({ state, app, window, options, cases }: LabelledState): RankCase[] {
  return cases.map(({ label, right }, at) => {
    const text = label.text ?? undefined;
    const offered = options
      .map((option, index) => ({ option, right: right.has(index) }))
      .filter(({ option: { kind } }) => kind !== "element" && offers(kind, text));
    const request: RankRequest = {
      instruction: label.instruction,
      ...(text !== undefined && { text }),
      window,
      options: offered.map(({ option }) => option),
    };
    return {
      name: `${state} #${at + 1}`,
      app,
      phrasing: label.phrasing,
      request,
      right: offered.filter((each) => each.right).map(({ option }) => option.id),
    };
  });
}

/** A keypad takes what can be pressed on one; which keys it has is not in the recording. */
const PRESSABLE = /^[\d\s.,+\-*/×÷−=%()]+$/u;

function offers(kind: CandidateKind, text: string | undefined): boolean {
  if (text === undefined) return !textKinds.has(kind);
  return kind === "keypad" ? PRESSABLE.test(text) : textKinds.has(kind);
}
