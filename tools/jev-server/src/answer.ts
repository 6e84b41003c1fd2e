import { estimateTokens } from "./check.js";
import { resolved } from "./models.js";
import type { Entry, Question, RequestBody } from "./question.js";
import { shuffled } from "./random.js";

/** How much each label of a question deserves; any positive unit. Labels that are left out get nothing. */
export type Judge = (id: string, asked: Question, state: RequestBody["state"]) => Readonly<Record<string, number>>;

/** A body that the service could have sent for this request. */
export function answerTo(body: RequestBody, judge: Judge, random: () => number): Record<string, unknown> {
  const answers = shuffled(Object.entries(body.questions), random).map(
    ([id, asked]) => [id, answer(asked, judge(id, asked, body.state), random)] as const,
  );
  const input = estimateTokens(JSON.stringify(body.state) + JSON.stringify(body.questions));
  return {
    model: resolved.get(body.model) ?? body.model,
    answers: Object.fromEntries(answers),
    usage: { input_tokens: input, output_tokens: 18 + 2 * answers.length },
  };
}

function answer(asked: Question, weights: Readonly<Record<string, number>>, random: () => number) {
  switch (asked.type) {
    case "noul": {
      const [yes] = shares(["true", "false"], weights);
      return { type: "noul", noul: Math.min(0.99, Math.max(0.01, twoDecimals(yes ?? 0.5))) };
    }
    case "choice": {
      const labels = Object.keys(asked.criteria);
      const exact = shares(labels, weights);
      const top = Math.max(...exact);
      return {
        type: "choice",
        choice: labels[exact.indexOf(top)],
        probabilities: shuffledRecord(labels, rounded(exact), random),
        confidence: twoDecimals(labels.length === 1 ? 1 : (labels.length * top - 1) / (labels.length - 1)),
      };
    }
    case "score":
      return scored(asked.criteria, weights, random);
  }
}

function scored(levels: readonly Entry[], weights: Readonly<Record<string, number>>, random: () => number) {
  const labels = levels.map((_, index) => String(index));
  const exact = shares(labels, weights);
  const top = exact.indexOf(Math.max(...exact));
  const spread = exact.reduce((sum, p, index) => sum + p * Math.abs(index - top), 0);
  const widest = Math.floor(levels.length ** 2 / 4) / levels.length;
  return {
    type: "score",
    score: twoDecimals(exact.reduce((sum, p, index) => sum + p * index, 0)),
    legend: Object.fromEntries(levels.map((level, index) => [String(index), level])),
    probabilities: shuffledRecord(labels, rounded(exact), random),
    confidence: twoDecimals(widest === 0 ? 1 : Math.max(0, 1 - spread / widest)),
  };
}

function shares(labels: readonly string[], weights: Readonly<Record<string, number>>): number[] {
  const given = labels.map((label) => Math.max(0, (Object.hasOwn(weights, label) ? weights[label] : 0) ?? 0));
  const sum = given.reduce((total, weight) => total + weight, 0);
  return given.map((weight) => (sum === 0 ? 1 / labels.length : weight / sum));
}

/** Two decimals whose sum is exactly 1: what rounding down leaves goes to the largest remainders. */
export function rounded(exact: readonly number[]): number[] {
  const cents = exact.map((p) => Math.floor(p * 100 + 1e-9));
  let left = 100 - cents.reduce((sum, cent) => sum + cent, 0);
  const byRemainder = exact.map((p, index) => ({ index, rest: p * 100 - (cents[index] ?? 0) }));
  for (const { index } of byRemainder.sort((a, b) => b.rest - a.rest)) {
    if (left <= 0) break;
    cents[index] = (cents[index] ?? 0) + 1;
    left -= 1;
  }
  return cents.map((cent) => cent / 100);
}

function shuffledRecord(labels: readonly string[], values: readonly number[], random: () => number) {
  // Not assigned one by one: a label may be called __proto__.
  return Object.fromEntries(
    shuffled(
      labels.map((label, index) => [label, values[index] ?? 0] as const),
      random,
    ),
  );
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Words that an option shares with the instruction of the state; `none` gets a little. Good enough to play with. */
export const byWords: Judge = (_, asked, state) => {
  if (asked.type !== "choice") return {};
  const wanted = wordsOf(typeof state === "object" && !Array.isArray(state) ? state["instruction"] : state);
  return Object.fromEntries(
    Object.entries(asked.criteria).map(([label, option]) => {
      const shared = [...wordsOf(option)].filter((word) => wanted.has(word)).length;
      return [label, label === "none" ? 0.5 : 4 ** shared - 1];
    }),
  );
};

function wordsOf(value: unknown): Set<string> {
  return new Set(
    JSON.stringify(value ?? "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
