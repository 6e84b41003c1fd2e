import {
  compileModel,
  corrected,
  evidenceNames,
  evidenceOf,
  featureNames,
  logistic,
  scored,
  type Model,
  type ModelFile,
} from "@beans-picker/ranking";
import type { Example } from "./dataset.js";
import { fitIsotonic, fitLogistic, type Observation } from "./logistic.js";
import { priors } from "./priors.js";
import { fitSoftmax } from "./softmax.js";

/** What a model says of one example. */
export interface Answer {
  /** Options, best first. */
  readonly order: readonly number[];
  readonly scores: Float64Array;
  readonly evidence: Float64Array;
  readonly answerable: number;
  readonly confidence: number;
}

/** Applies a model as the ranker does. */
export function answerOf(example: Example, model: Model): Answer {
  const { scores, shares, order } = scored(example.vectors, model);
  const evidence = evidenceOf(example.vectors, shares, order, () => order[1]);
  const sure = corrected(logistic(dot(evidence, model.confidence)), model.knots);
  const isTied = order.length > 1 && scores[order[0] ?? 0] === scores[order[1] ?? 0];
  return {
    order,
    scores,
    evidence,
    answerable: logistic(dot(evidence, model.answerable)),
    confidence: isTied ? Math.min(0.5, sure) : sure,
  };
}

/** Splits examples by app into `count` folds of about the same size. Apps go to folds in the order of a hash of their name. */
export function foldsByApp(examples: readonly Example[], count: number): Example[][] {
  const byApp = new Map<string, Example[]>();
  for (const example of examples) byApp.set(example.app, [...(byApp.get(example.app) ?? []), example]);
  const folds = Array.from({ length: count }, (): Example[] => []);
  const apps = [...byApp].sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
  for (const [, some] of apps) {
    const smallest = folds.reduce((least, fold) => (fold.length < least.length ? fold : least));
    smallest.push(...some);
  }
  return folds.filter((fold) => fold.length > 0);
}

/** An example with what a model that has not seen its app says of it. */
export interface Unseen {
  readonly example: Example;
  readonly answer: Answer;
}

/** Every example ranked by weights learned from the other folds, fold by fold, with those weights. */
export function answersUnseen(folds: readonly (readonly Example[])[]): { weights: Float64Array; answers: Unseen[] }[] {
  return folds.map((held, at) => {
    const weights = fitSoftmax(
      folds.flatMap((fold, other) => (other === at ? [] : fold)),
      priors,
    );
    const model = compileModel(modelOf(weights, [], [], ""));
    return { weights, answers: held.map((example) => ({ example, answer: answerOf(example, model) })) };
  });
}

/**
 * Puts weights and what their shares are worth together. The latter is learned from `unseen`, rankings of apps that the
 * weights behind them did not see, since on seen apps they are surer than they deserve.
 */
export function modelOf(
  weights: Float64Array,
  unseen: readonly Unseen[],
  apps: readonly string[],
  made: string,
): ModelFile {
  const observe = (happened: (one: Unseen) => boolean): Observation[] =>
    unseen.map((one) => ({ evidence: one.answer.evidence, happened: happened(one) }));
  const reached = observe(({ example }) => example.right.size > 0);
  const missed = reached.filter(({ happened }) => !happened);
  const answerable = fitLogistic(
    [...reached, ...Array.from({ length: NONE_WEIGHT - 1 }, () => missed).flat()],
    evidenceNames.length,
  );
  const isRight = ({ example, answer }: Unseen) => example.wanted.has(answer.order[0] ?? -1);
  const confidence = fitLogistic(observe(isRight), evidenceNames.length);
  const knots = fitIsotonic(
    unseen.map((one) => ({ said: logistic(dot(one.answer.evidence, confidence)), happened: isRight(one) })),
  );
  return {
    version: 1,
    made,
    apps: [...apps].sort(),
    features: named(featureNames, weights),
    answerable: named(evidenceNames, answerable),
    confidence: named(evidenceNames, confidence),
    knots: knots.map(([said, happened]) => [rounded(said), rounded(happened)]),
  };
}

/** Learns the model that ships, from everything. */
export function fitModel(examples: readonly Example[], made: string): ModelFile {
  const unseen = answersUnseen(foldsByApp(examples, FOLDS)).flatMap(({ answers }) => answers);
  return modelOf(fitSoftmax(examples, priors), unseen, [...new Set(examples.map(({ app }) => app))], made);
}

/** Folds by app. */
export const FOLDS = 8;

/** How much more an instruction that nothing answers counts than another: few are recorded, and overlooking one costs more. */
const NONE_WEIGHT = 4;

function named(names: readonly string[], weights: Float64Array): Record<string, number> {
  return Object.fromEntries(names.map((name, at) => [name, rounded(weights[at] ?? 0)]));
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
