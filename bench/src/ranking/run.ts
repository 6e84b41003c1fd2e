import { performance } from "node:perf_hooks";
import {
  calibrationFor,
  compileModel,
  decide,
  rankLocally,
  type LabelledState,
  type RankRequest,
  type Ranking,
} from "@beans-picker/ranking";
import { EMBEDDER } from "@beans-picker/ranking/embedder";
import { textOf, type Example, type Likeness } from "./dataset.js";
import { numbersOf, type Outcome } from "./evaluate.js";
import { answersUnseen, FOLDS, foldsByApp, modelOf } from "./fit.js";

/** Ranks every instruction of the states and lets the gate decide, as the product would. */
export function outcomesOf(
  states: readonly LabelledState[],
  rank: (request: RankRequest, alike?: ReadonlyMap<string, number>) => Ranking,
  likeness?: Likeness,
): Outcome[] {
  // Rankings by weights that count an embedder have limits of their own.
  const { thresholds } = calibrationFor(likeness === undefined ? "local" : EMBEDDER);
  return states.flatMap((state) => {
    const { app, window, options, controls, cases } = state;
    const ids = options.map(({ id }) => id);
    return cases.map((labelled) => {
      const request = {
        instruction: labelled.label.instruction,
        ...textOf(labelled.label),
        window,
        options: [...options],
      };
      const alike = likeness?.(labelled.label);
      const started = performance.now();
      const ranking = rank(request, alike);
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

/**
 * Every app ranked by a model that has not seen it: weights from the other folds, and confidence from how rankings of the other
 * folds turned out.
 */
export function outcomesLeavingAppsOut(
  states: readonly LabelledState[],
  examples: readonly Example[],
  likeness?: Likeness,
): Outcome[] {
  const folds = answersUnseen(foldsByApp(examples, FOLDS));
  return folds.flatMap(({ weights, answers }, at) => {
    const others = folds.flatMap((fold, other) => (other === at ? [] : fold.answers));
    const model = compileModel(modelOf(weights, others, [], "fold"));
    const apps = new Set(answers.map(({ example }) => example.app));
    return outcomesOf(
      states.filter(({ app }) => apps.has(app)),
      (request, alike) => rankLocally(request, model, alike),
      likeness,
    );
  });
}
