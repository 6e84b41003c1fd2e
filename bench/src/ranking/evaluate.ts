import { phrasings, type Decision, type LabelledCase, type Phrasing, type Ranking } from "@beans-picker/ranking";

/** One instruction with what a ranker and the gate made of it. */
export interface Outcome {
  readonly app: string;
  readonly labelled: LabelledCase;
  /** Options by number, best first; options with the same number as a control count once. */
  readonly ranked: readonly number[];
  readonly controls: readonly number[];
  readonly confidence: number;
  readonly decision: Decision["outcome"];
  readonly ms: number;
}

interface Hits {
  readonly n: number;
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
}

export interface Summary {
  /** Instructions, those without an answer included; `top1` to `top5` are shares of those with one. */
  readonly n: number;
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
  /** On plain, position and context instructions: how many are acted on, and how many of these acts are right. */
  readonly act: { readonly coverage: number; readonly precision: number };
  /** The same on every instruction, those without an answer included. */
  readonly actAll: { readonly coverage: number; readonly precision: number };
  /** Instructions that nothing here answers: how many are told so, and how many are acted on. */
  readonly none: { readonly recall: number; readonly falseActs: number };
  /** Expected calibration error of the leader's confidence, ten bins of equal width. */
  readonly ece: number;
  readonly byPhrasing: Readonly<Partial<Record<Phrasing, Hits>>>;
  readonly byApp: Readonly<Record<string, Hits>>;
  readonly msP50: number;
  readonly msP95: number;
}

const BINS = 10;

export function summarise(
  outcomes: readonly Outcome[],
  quantile: (values: readonly number[], at: number) => number,
): Summary {
  const answered = outcomes.filter(({ labelled }) => labelled.label.phrasing !== "none");
  const none = outcomes.filter(({ labelled }) => labelled.label.phrasing === "none");
  const clear = answered.filter(({ labelled }) => labelled.label.phrasing !== "paraphrase");
  const times = outcomes.map(({ ms }) => ms);
  const { top1, top3, top5 } = hitsOf(answered);
  return {
    n: outcomes.length,
    top1,
    top3,
    top5,
    act: actsOf(clear),
    actAll: actsOf(outcomes),
    none: {
      recall: share(none, ({ decision }) => decision === "not_found"),
      falseActs: share(none, ({ decision }) => decision === "pick"),
    },
    ece: calibrationError(outcomes),
    byPhrasing: Object.fromEntries(
      phrasings
        .map((phrasing) => [phrasing, answered.filter(({ labelled }) => labelled.label.phrasing === phrasing)] as const)
        .filter(([, some]) => some.length > 0)
        .map(([phrasing, some]) => [phrasing, hitsOf(some)]),
    ),
    byApp: Object.fromEntries(
      [...new Set(answered.map(({ app }) => app))]
        .sort()
        .map((app) => [app, hitsOf(answered.filter((one) => one.app === app))]),
    ),
    msP50: rounded(quantile(times, 0.5)),
    msP95: rounded(quantile(times, 0.95)),
  };
}

/** Place of the first right control among the distinct controls, from 1; undefined when none is. */
export function placeOf({ ranked, controls, labelled }: Outcome): number | undefined {
  const seen = new Set<number>();
  for (const at of ranked) {
    seen.add(controls[at] ?? -1);
    if (labelled.right.has(at)) return seen.size;
  }
  return undefined;
}

/** Acts are judged by what they do, too: appending where replacing was meant is wrong. */
function isRight({ ranked, labelled }: Outcome): boolean {
  return labelled.wanted.has(ranked[0] ?? -1);
}

function hitsOf(outcomes: readonly Outcome[]): Hits {
  const within = (most: number) => share(outcomes, (one) => (placeOf(one) ?? Infinity) <= most);
  return { n: outcomes.length, top1: within(1), top3: within(3), top5: within(5) };
}

function actsOf(outcomes: readonly Outcome[]): { coverage: number; precision: number } {
  const acts = outcomes.filter(({ decision }) => decision === "pick");
  return { coverage: share(outcomes, ({ decision }) => decision === "pick"), precision: share(acts, isRight) };
}

function calibrationError(outcomes: readonly Outcome[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const inBin = outcomes.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
    if (inBin.length === 0) continue;
    const said = inBin.reduce((sum, { confidence }) => sum + confidence, 0) / inBin.length;
    error += (inBin.length / outcomes.length) * Math.abs(said - share(inBin, isRight));
  }
  return rounded(error);
}

function share<Thing>(things: readonly Thing[], is: (thing: Thing) => boolean): number {
  return things.length === 0 ? 0 : rounded(things.filter(is).length / things.length);
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** The options of a ranking by their number among `ids`. */
export function numbersOf({ ranked }: Pick<Ranking, "ranked">, ids: readonly string[]): number[] {
  const numberOf = new Map(ids.map((id, at) => [id, at]));
  return ranked.map(({ id }) => numberOf.get(id) ?? -1);
}
