import { performance } from "node:perf_hooks";
import {
  calibrationFor,
  compileModel,
  decide,
  rankLocally,
  type LabelledState,
  type Model,
  type RankRequest,
  type Ranking,
} from "@beans-picker/ranking";
import { textOf, type Example } from "./dataset.js";
import { numbersOf, type Outcome } from "./evaluate.js";
import { fitModel, foldsByApp } from "./fit.js";

/** Folds of the outer and inner cross-validation by app. */
export const FOLDS = { outer: 8, inner: 5 } as const;

/** Ranks every instruction of the states and lets the gate decide, as the product would. */
export function outcomesOf(states: readonly LabelledState[], rank: (request: RankRequest) => Ranking): Outcome[] {
  const { thresholds } = calibrationFor("local");
  return states.flatMap(({ app, window, options, controls, cases }) => {
    const ids = options.map(({ id }) => id);
    return cases.map((labelled) => {
      const request = {
        instruction: labelled.label.instruction,
        ...textOf(labelled.label),
        window,
        options: [...options],
      };
      const started = performance.now();
      const ranking = rank(request);
      const ms = performance.now() - started;
      const decision = decide(ranking, thresholds).outcome;
      return {
        app,
        labelled,
        ranked: numbersOf(ranking, ids),
        controls,
        confidence: ranking.confidence ?? 0,
        decision,
        ms,
      };
    });
  });
}

/** Every app ranked by a model that has not seen it. */
export function outcomesLeavingAppsOut(states: readonly LabelledState[], examples: readonly Example[]): Outcome[] {
  const folds = foldsByApp(examples, FOLDS.outer);
  return folds.flatMap((held) => {
    const apps = new Set(held.map(({ app }) => app));
    const model: Model = compileModel(
      fitModel(
        examples.filter(({ app }) => !apps.has(app)),
        FOLDS.inner,
        "fold",
      ),
    );
    return outcomesOf(
      states.filter(({ app }) => apps.has(app)),
      (request) => rankLocally(request, model),
    );
  });
}
