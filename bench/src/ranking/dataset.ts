import { featuresOf, type Label, type LabelledState, type RankOption } from "@beans-picker/ranking";

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
    cases.map(({ label, right }) => {
      const fitting = [...right].filter((at) => options[at] !== undefined && does(options[at], label));
      return {
        app,
        state,
        label,
        vectors: featuresOf({ instruction: label.instruction, options: [...options], ...textOf(label) }),
        controls,
        right,
        wanted: fitting.length > 0 ? new Set(fitting) : right,
      };
    }),
  );
}

export function textOf({ text }: Label): { text?: string } {
  return typeof text === "string" ? { text } : {};
}

/** Whether an option of the right control does what the label's kind says. */
function does({ kind, does: line, facts }: RankOption, label: Label): boolean {
  switch (label.kind) {
    case "set_value":
      return kind === "set_value";
    case "append":
      return kind === "append";
    case "choose_option":
      return kind === "choose_option" || (kind === "click" && facts.label.toLowerCase() === label.text?.toLowerCase());
    case "scroll":
      return kind === "scroll" && (!/\bup\b/u.test(label.instruction) || line.includes(" up "));
    case "select":
      return kind === "select" || kind === "click";
    case "expand":
      return kind === "expand" || kind === "click" || kind === "toggle";
    case "context_menu":
      return kind === "context_menu";
    default:
      return kind === "click" || kind === "toggle" || kind === "menu";
  }
}
