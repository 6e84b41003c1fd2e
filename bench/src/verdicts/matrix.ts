import { candidateKinds, type CandidateKind } from "@beans-picker/candidates";
import { effects, type Effect } from "@beans-picker/verification";
import type { Outcome } from "./outcome.js";

/** How often each effect was said when the right thing had happened, and when it had not. */
export type Confusion = Record<Effect, { right: number; wrong: number }>;

export interface Tally {
  readonly n: number;
  /** `done` when the right thing had not happened. */
  readonly falseDone: number;
  /** `no_effect` or `mismatch` when it had. */
  readonly falseFailure: number;
  /** `no_effect` or `mismatch`, and the right thing happened after the verdict. */
  readonly late: number;
  readonly byKind: Partial<Record<CandidateKind, Confusion>>;
}

export function isFalseDone({ effect, right }: Outcome): boolean {
  return effect === "done" && !right;
}

export function isFalseFailure({ effect, right }: Outcome): boolean {
  return (effect === "no_effect" || effect === "mismatch") && right;
}

export function tally(outcomes: readonly Outcome[]): Tally {
  const byKind: Partial<Record<CandidateKind, Confusion>> = {};
  for (const kind of candidateKinds) {
    const some = outcomes.filter((outcome) => outcome.kind === kind);
    if (some.length > 0) byKind[kind] = confusionOf(some);
  }
  return {
    n: outcomes.length,
    falseDone: outcomes.filter(isFalseDone).length,
    falseFailure: outcomes.filter(isFalseFailure).length,
    late: outcomes.filter(({ effect, late }) => late && (effect === "no_effect" || effect === "mismatch")).length,
    byKind,
  };
}

function confusionOf(outcomes: readonly Outcome[]): Confusion {
  const counts = (effect: Effect) => {
    const some = outcomes.filter((outcome) => outcome.effect === effect);
    const right = some.filter((outcome) => outcome.right).length;
    return { right, wrong: some.length - right };
  };
  return {
    done: counts("done"),
    unverified: counts("unverified"),
    no_effect: counts("no_effect"),
    mismatch: counts("mismatch"),
  };
}

/** A table for people: one line for each of the groups that `by` makes. */
export function table(outcomes: readonly Outcome[], by: (outcome: Outcome) => string): string {
  const names = [...new Set(outcomes.map(by))];
  const header = line(
    "",
    effects.flatMap((effect) => [`${effect} right`, "wrong"]),
  );
  const lines = names.map((name) => {
    const confusion = confusionOf(outcomes.filter((outcome) => by(outcome) === name));
    return line(
      name,
      effects.flatMap((effect) => [confusion[effect].right, confusion[effect].wrong]),
    );
  });
  return [header, ...lines].join("\n");
}

function line(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(22) + cells.map((cell, index) => String(cell).padStart(index % 2 === 0 ? 17 : 7)).join("");
}
