import type { FormState, FormValues } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import { at, base, sharedDeeds } from "./deeds-shared.js";

export const formBase = { ...base, host: "", moreShown: false } satisfies FormValues;

type FormDeed = Deed<FormState, FormValues>;

const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"] as const;

/** The deeds of the fixtures of GTK 4, Qt and the browser. */
export function formDeeds(pick: <T>(from: readonly T[]) => T, texts: readonly string[]): FormDeed[] {
  const person = pick([0, 1] as const);
  const press = { kind: "click", act: { kind: "click" }, lasting: false } as const;
  const edits = (state: FormState): number => state.edits[people[person]] ?? 0;
  return [
    ...sharedDeeds(pick, texts),
    {
      title: "More settings",
      ...{ kind: "click", act: { kind: "click" } },
      spot: at("More settings", "button", "disclosure", "checkbox", "switch", "toggle"),
      neighbour: at("Save", "button"),
      right: (_, now) => now.moreShown,
      undo: () => ({ moreShown: false }),
      lasting: true,
    },
    {
      ...press,
      title: `Edit of row ${person}`,
      spot: { ...at("Edit", "button"), which: person },
      neighbour: { ...at("Edit", "button"), which: person + 1 },
      right: (before, now) => edits(now) === edits(before) + 1,
    },
    {
      ...press,
      title: "Open untitled",
      spot: at("Open untitled", "button"),
      neighbour: at("Save", "button"),
      right: (before, now) => now.untitled.opened === before.untitled.opened + 1,
    },
    {
      ...press,
      title: "OK of a dialog",
      opens: true,
      spot: at("OK", "button"),
      neighbour: at("Cancel", "button"),
      right: (before, now) => oks(now) === oks(before) + 1,
    },
  ];
}

function oks({ untitled }: FormState): number {
  return untitled.answers.filter((answer) => answer === "OK").length;
}
