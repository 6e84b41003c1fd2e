import type { Change } from "@beans-picker/verification";
import { answerBudget } from "../limits.js";
import { fitting } from "./budget.js";

/** A change in short. `more` counts what is left out. */
export function presentChange(change: Change): Change & { more?: number } {
  const { appeared, disappeared, fieldsChanged, textsChanged } = change;
  const shown = {
    ...(fieldsChanged && { fieldsChanged: fitting(fieldsChanged, answerBudget.change, 1) }),
    ...(textsChanged && { textsChanged: fitting(textsChanged, answerBudget.change / 2, 1) }),
    ...(appeared && { appeared: fitting(appeared, answerBudget.change / 2, 1) }),
    ...(disappeared && { disappeared: fitting(disappeared, answerBudget.change / 4, 1) }),
  };
  const count = ({ appeared: a, disappeared: d, fieldsChanged: f, textsChanged: t }: Change): number =>
    (a?.length ?? 0) + (d?.length ?? 0) + (f?.length ?? 0) + (t?.length ?? 0);
  const more = count(change) - count(shown);
  return { ...change, ...shown, ...(more > 0 && { more }) };
}
