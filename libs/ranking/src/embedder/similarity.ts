import type { RankOption, RankRequest } from "../ranking.js";
import { cosine } from "./pooling.js";

/** The beginning of an instruction that is compared, in UTF-16 units. */
const INSTRUCTION_UNITS = 400;
/** The beginning of an option's words. */
const OPTION_UNITS = 200;

/** What a person reads on an option: its label and its help, or what else names it. Empty where nothing does. */
export function wordsOf({ facts }: RankOption): string {
  const name = facts.rawLabel || facts.label;
  const named = [name, facts.help ?? "", ...(name === "" ? [facts.placeholder ?? ""] : [])];
  return named
    .filter((words) => words !== "")
    .join(", ")
    .slice(0, OPTION_UNITS)
    .trim();
}

/** What is compared with the options' words. */
export function askedBy({ instruction }: Pick<RankRequest, "instruction">): string {
  return instruction.slice(0, INSTRUCTION_UNITS).trim();
}

/** Cosines are kept to this: nobody means more digits. */
const STEPS = 1e4;

/** How alike the instruction and each option are, −1…1 by id; 0 where an option has no words. */
export function similarities(
  request: Pick<RankRequest, "instruction" | "options">,
  vectors: ReadonlyMap<string, Float32Array>,
): ReadonlyMap<string, number> {
  const asked = vectors.get(askedBy(request));
  return new Map(
    request.options.map((option) => {
      const vector = vectors.get(wordsOf(option));
      const alike = asked === undefined || vector === undefined ? 0 : cosine(asked, vector);
      return [option.id, Math.round(alike * STEPS) / STEPS];
    }),
  );
}
