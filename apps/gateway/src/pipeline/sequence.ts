import { newCandidates, screenText, type Candidate } from "@beans-picker/candidates";
import { CodedError, codes, type Status } from "@beans-picker/shared";
import type { CandidateResult } from "../fields.js";
import { answerBudget, limits } from "../limits.js";
import type { ToolContext } from "../context.js";
import { fitting } from "../present/budget.js";
import { presentCandidate } from "../present/candidates.js";
import type { ShortIds } from "../present/short-ids.js";
import type { StepRequest } from "./choose.js";
import { look, type Look } from "./look.js";
import { runStep, type StepContext, type StepOutcome } from "./step.js";
import type { StepResult } from "./step-result.js";
import type { TargetWindow } from "../target.js";

export interface Sequence {
  readonly first: Look;
  /** The window as the last step left it; null when that could not be read or nothing was sent. */
  readonly last: Look | null;
  readonly steps: readonly StepResult[];
  readonly skipped: number;
  /** The caller cancelled after something was sent; the rest was not done. */
  readonly cancelled: boolean;
}

/** Statuses after which the next step is taken. */
const goesOn: ReadonlySet<Status> = new Set<Status>(["done", "unverified"]);

/** Runs the steps in order, each from the window the one before left, until one neither worked nor may have worked. */
export async function runSequence(
  steps: readonly StepRequest[],
  target: TargetWindow,
  context: ToolContext,
): Promise<Sequence> {
  const { signal, progress } = context;
  progress.report(0, 0, "looking");
  const first = await look(target, context);
  let view: Look | null = first;
  let last: Look | null = null;
  const results: StepResult[] = [];
  for (const [index, step] of steps.entries()) {
    if (signal.aborted && results.length > 0) break;
    const told = steps.length === 1 ? "" : `step ${index + 1} of ${steps.length}: `;
    const stepContext = {
      ...context,
      stage: (part: number, doing: string) => progress.report(index, part, `${told}${doing}`),
      earlier: results.flatMap(({ status, action }) => (action ? [`${action.does}: ${status}`] : [])),
    };
    const outcome: StepOutcome = await attempt(step, view, target, stepContext, results.length > 0);
    results.push(outcome.result);
    last = outcome.after;
    view = outcome.after;
    if (!goesOn.has(outcome.result.status)) break;
  }
  const skipped = steps.length - results.length;
  const sent = results.some(({ delivery }) => delivery !== undefined && delivery !== "not_delivered");
  return { first, last, steps: results, skipped, cancelled: signal.aborted && sent };
}

/** A failure of the first step fails the call; a later one becomes that step's result, so that earlier ones are kept. */
async function attempt(
  step: StepRequest,
  view: Look | null,
  target: TargetWindow,
  context: StepContext,
  later: boolean,
): Promise<StepOutcome> {
  try {
    return await runStep(step, view ?? (await look(target, context)), context);
  } catch (error) {
    if (!later) throw error;
    const { code, message, delivery } =
      error instanceof CodedError
        ? error.facts
        : { code: "internal", message: codes.internal.meaning, delivery: undefined };
    return { result: { status: "failed", code, message, ...(delivery && { delivery }) }, after: null };
  }
}

export interface Novelty {
  screenText?: string[];
  newCandidates?: CandidateResult[];
  newTotal?: number;
}

/** What the actions brought up, so that the caller need not observe again. Compares the first and the last look. */
export function novelty({ first, last, steps }: Sequence, ids: ShortIds): Novelty {
  const final = steps.at(-1);
  if (!last || !final || !goesOn.has(final.status)) return {};
  const fresh = newCandidates(first.candidates, last.candidates);
  const gone = newCandidates(last.candidates, first.candidates).length > 0;
  const knownTexts = new Set(first.snapshot.texts.map(({ text }) => text));
  const newTexts = last.snapshot.texts.filter(({ text }) => !knownTexts.has(text));
  const told = toldOf(fresh, ids);
  return {
    ...((fresh.length > 0 || gone || newTexts.length > limits.newTexts) && {
      screenText: fitting(screenText(last.snapshot, limits.screenTextLines), answerBudget.text),
    }),
    ...(told.length > 0 && { newCandidates: told }),
    ...(fresh.length > told.length && { newTotal: fresh.length }),
  };
}

function toldOf(fresh: readonly Candidate[], ids: ShortIds): CandidateResult[] {
  const shown = fresh.slice(0, limits.candidates).map((candidate) => presentCandidate(candidate, ids, { kind: false }));
  return fitting(shown, answerBudget.news);
}
