import { z } from "zod";
import { badAnswer, type Attempt } from "./attempt.js";
import type { JevFailure } from "./failure.js";

/** What a choice question was answered with. Shares sum to 1. */
export interface Choice {
  readonly choice: string;
  readonly shares: ReadonlyMap<string, number>;
}

export interface Answer {
  /** The version that answered. */
  readonly model: string;
  readonly choices: ReadonlyMap<string, Choice>;
  /** Null when the service did not say. */
  readonly inputTokens: number | null;
  /** True when the shares did not quite sum to 1, as rounding to two decimals can do with many options. */
  readonly rounded: boolean;
}

/** The labels that each question offered. */
export type Offered = ReadonlyMap<string, ReadonlySet<string>>;

const body = z.looseObject({
  model: z.string().min(1).max(200),
  answers: z.record(z.string(), z.unknown()),
  usage: z.unknown().optional(),
});

const choiceAnswer = z.looseObject({
  type: z.literal("choice"),
  choice: z.string(),
  probabilities: z.record(z.string(), z.number().min(0).max(1)),
  confidence: z.number().min(0).max(1).optional(),
});

const usage = z.looseObject({ input_tokens: z.int().nonnegative() });

/** How far a sum may be from 1. Sources: three independent clients; rounding to two decimals. */
const SUM_TOLERANCE = 0.02;
const ROUNDING = 0.005;

/**
 * Reads a 200. Everything that was asked must be answered, with exactly the offered labels; whatever else is there is
 * ignored. `pinned` is the only version that may answer. Throws a JevFailure of kind `bad_response`.
 */
export function readAnswer(answer: Attempt, offered: Offered, pinned: string | undefined): Answer {
  const wrong = (what: string, retryable = false): JevFailure => badAnswer(what, answer, retryable);
  const parsed = body.safeParse(parseJson(answer, wrong));
  if (!parsed.success) throw wrong("has no model or no answers");
  const { model, answers } = parsed.data;
  if (pinned !== undefined && model !== pinned) throw wrong("comes from another version than the one that is pinned");
  let rounded = false;
  const choices = new Map<string, Choice>();
  for (const [id, labels] of offered) {
    const read = choiceAnswer.safeParse(Object.hasOwn(answers, id) ? answers[id] : undefined);
    if (!read.success) throw wrong("misses a question, or answers it with something else than shares between 0 and 1");
    const { choice, probabilities } = read.data;
    const shares = new Map(Object.entries(probabilities));
    if (shares.size !== labels.size || [...shares.keys()].some((label) => !labels.has(label))) {
      throw wrong("does not have exactly the options that were offered");
    }
    const chosen = shares.get(choice);
    if (chosen === undefined) throw wrong("chooses something that was not offered");
    if (chosen < Math.max(...shares.values())) throw wrong("chooses another option than its likeliest");
    const sum = [...shares.values()].reduce((total, p) => total + p, 0);
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      if (!explainedByRounding(shares, sum)) throw wrong("has shares that do not sum to 1", true);
      rounded = true;
    }
    choices.set(id, { choice, shares: new Map([...shares].map(([label, p]) => [label, p / sum])) });
  }
  const spent = usage.safeParse(parsed.data.usage);
  return { model, choices, inputTokens: spent.success ? spent.data.input_tokens : null, rounded };
}

function parseJson(answer: Attempt, wrong: (what: string, retryable: boolean) => JevFailure): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    // A page instead of JSON comes from something between us and the service, and will come again.
    const page = /^\s*</.test(answer.text);
    throw wrong(page ? "is a page instead of JSON" : answer.text === "" ? "is empty" : "is not JSON", !page);
  }
}

function explainedByRounding(shares: ReadonlyMap<string, number>, sum: number): boolean {
  if (shares.size <= 4 || sum <= 0) return false;
  const twoDecimals = [...shares.values()].every((p) => Math.abs(p * 100 - Math.round(p * 100)) < 1e-9);
  return twoDecimals && Math.abs(sum - 1) <= ROUNDING * shares.size;
}
