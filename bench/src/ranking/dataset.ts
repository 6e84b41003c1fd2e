import { featuresOf, type Label, type LabelledState } from "@beans-picker/ranking";

/** One instruction with the vector of every option. */
export interface Example {
  readonly app: string;
  readonly state: string;
  readonly label: Label;
  readonly vectors: readonly Float64Array[];
  /** The control of every option. */
  readonly controls: readonly number[];
  /** Options whose control answers the instruction. */
  readonly right: ReadonlySet<number>;
  /** Those of `right` that also do what is asked; what training aims at. */
  readonly wanted: ReadonlySet<number>;
}

/** Every instruction of the states, with its features. */
export function examplesOf(states: readonly LabelledState[]): Example[] {
  return states.flatMap(({ app, state, options, controls, cases }) =>
    cases.map(({ label, right, wanted }) => ({
      app,
      state,
      label,
      vectors: featuresOf({ instruction: label.instruction, options: [...options], ...textOf(label) }),
      controls,
      right,
      wanted,
    })),
  );
}

export function textOf({ text }: Label): { text?: string } {
  return typeof text === "string" ? { text } : {};
}
