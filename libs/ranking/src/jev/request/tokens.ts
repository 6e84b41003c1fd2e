/**
 * Tokens by a bound that is safe for what screens hold: English prose was measured at 0.196 tokens a character, labels,
 * identifiers and other alphabets take more. Bytes instead of characters, because a character of another alphabet is one
 * token or more.
 */
const TOKENS_PER_BYTE = 0.35;
const FIXED_TOKENS = 271;

/** Limits of the service (33,000 for the state and the longest question, 65,536 in all) with a tenth kept free. */
export const tokenLimits = { question: 30_000, request: 59_000 } as const;

/** An upper estimate for a piece of JSON. */
export function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) * TOKENS_PER_BYTE);
}

/** Tokens that options may use, all together, when each is offered in `questions` questions of the same request. */
export function optionBudget(state: unknown, frame: unknown, questions: number): number {
  const [forState, forFrame] = [tokensOf(state) + FIXED_TOKENS, tokensOf(frame)];
  const single = tokenLimits.question - forState - forFrame;
  const all = (tokenLimits.request - forState - forFrame * questions) / questions;
  return Math.max(0, Math.floor(Math.min(single, all)));
}
