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

/**
 * Learns a model. What the shares are worth is learned from rankings of apps that the weights did not see (`inner` folds), since
 * on seen apps they are surer than they deserve.
 */
export function fitModel(examples: readonly Example[], inner: number, made: string): ModelFile {
  const weights = fitSoftmax(examples, priors);
  const folds = foldsByApp(examples, inner);
  const observed = folds.flatMap((held, at) => {
    const seen = folds.flatMap((fold, other) => (other === at ? [] : fold));
    const partial = fitSoftmax(seen, priors);
    const model = compileModel({
      version: 1,
      made,
      apps: [],
      features: named(featureNames, partial),
      answerable: {},
      confidence: {},
      knots: [],
    });
    return held.map((example) => ({ example, answer: answerOf(example, model) }));
  });
  const observe = (happened: (example: Example, answer: Answer) => boolean): Observation[] =>
    observed.map(({ example, answer }) => ({ evidence: answer.evidence, happened: happened(example, answer) }));
  const reached = observe(({ right }) => right.size > 0);
  const answerable = fitLogistic(
    [...reached, ...Array.from({ length: NONE_WEIGHT - 1 }, () => reached.filter(({ happened }) => !happened)).flat()],
    evidenceNames.length,
  );
  const isRight = ({ right }: Example, { order }: Answer) => right.has(order[0] ?? -1);
  const confidence = fitLogistic(observe(isRight), evidenceNames.length);
  const knots = fitIsotonic(
    observed.map(({ example, answer }) => ({
      said: logistic(dot(answer.evidence, confidence)),
      happened: isRight(example, answer),
    })),
  );
  return {
    version: 1,
    made,
    apps: [...new Set(examples.map(({ app }) => app))].sort(),
    features: named(featureNames, weights),
    answerable: named(evidenceNames, answerable),
    confidence: named(evidenceNames, confidence),
    knots: knots.map(([said, happened]) => [rounded(said), rounded(happened)]),
  };
}

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
