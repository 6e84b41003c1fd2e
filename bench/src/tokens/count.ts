import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens of an answer as a client gives it to its model: the structured part when there is one. */
export function tokensOf(answer: unknown): number {
  return countTokens(JSON.stringify(answer));
}
