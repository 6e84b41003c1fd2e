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

/** What an embedder says of the options, by id, for one instruction. */
export type Likeness = (label: Label) => ReadonlyMap<string, number> | undefined;

/** Every instruction of the states, with its features. */
export function examplesOf(states: readonly LabelledState[], likeness?: Likeness): Example[] {
  return states.flatMap(({ app, state, options, controls, cases }) =>
    cases.map(({ label, right, wanted }) => ({
      app,
      state,
      label,
      vectors: featuresOf(
        { instruction: label.instruction, options: [...options], ...textOf(label) },
        likeness?.(label),
      ),
      controls,
      right,
      wanted,
    })),
  );
}

export function textOf({ text }: Label): { text?: string } {
  return typeof text === "string" ? { text } : {};
}
