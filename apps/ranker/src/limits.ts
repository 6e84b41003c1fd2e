import type { RankRequest } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";

/**
 * The most that one ranking may hold; lengths in UTF-16 units. Ranking is one uninterrupted piece of work, so its size is
 * its only bound: a full request takes a few seconds.
 */
export const limits = {
  /** Several times what the fullest window offers. */
  options: 5_000,
  instruction: 4_000,
  /** The text to enter; a person's longest paste. */
  text: 1_000_000,
  /** All texts of the window and of the options together; any one of them is cut to what a person would read. */
  allWords: 4_000_000,
} as const;

/** Fails with `bad_params`, naming the parameter and never its content, when a request is too big or not well formed. */
export function requireBounded({ instruction, text, window, options }: RankRequest): void {
  atMost("instruction", instruction.length, limits.instruction);
  if (instruction.trim() === "") refuse("instruction is empty");
  atMost("text", text?.length ?? 0, limits.text);
  if (options.length > limits.options)
    refuse(`options holds ${options.length} entries; at most ${limits.options} are ranked`);
  if (new Set(options.map(({ id }) => id)).size !== options.length) refuse("two options have the same id");
  atMost("window and options together", total(window) + total(options), limits.allWords);
}

function atMost(what: string, length: number, most: number): void {
  if (length > most) refuse(`${what} is longer than ${most} characters`);
}

function refuse(why: string): never {
  throw new CodedError("bad_params", `Nothing was ranked: ${why}.`);
}

/** Length of all texts in plain data. */
function total(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const part of Array.isArray(value) ? value : Object.values(value)) sum += total(part);
  return sum;
}
