import { CodedError } from "@beans-picker/shared";
import { defaultBudgetMs } from "@beans-picker/verification";

/** How long and how often an effect is looked for. */
export interface LookLimits {
  /** No look begins later than this after the first, in milliseconds, but for the one that confirms an effect. */
  readonly budgetMs: number;
  /** Null: as many as fit. */
  readonly mostLooks: number | null;
}

const longestBudgetMs = 30_000;

/** Reads BEANS_PICKER_EFFECT_BUDGET_MS and BEANS_PICKER_EFFECT_RETAKES. Fails with `verifier_unavailable`. */
export function readLimits(env: NodeJS.ProcessEnv): LookLimits {
  const budget = env["BEANS_PICKER_EFFECT_BUDGET_MS"];
  const retakes = env["BEANS_PICKER_EFFECT_RETAKES"];
  const budgetMs = budget ? Number(budget) : defaultBudgetMs;
  const mostLooks = retakes ? Number(retakes) : null;
  if (!(budgetMs > 0 && budgetMs <= longestBudgetMs)) {
    throw wrong(`BEANS_PICKER_EFFECT_BUDGET_MS must be a number of milliseconds above 0 and up to ${longestBudgetMs}`);
  }
  if (mostLooks !== null && !(Number.isSafeInteger(mostLooks) && mostLooks > 0)) {
    throw wrong("BEANS_PICKER_EFFECT_RETAKES must be a whole number above 0");
  }
  return { budgetMs, mostLooks };
}

function wrong(what: string): CodedError {
  return new CodedError("verifier_unavailable", `Nothing was sent: ${what}. Correct or unset it and start again.`);
}
