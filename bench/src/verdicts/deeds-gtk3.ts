import type { FixtureState, FixtureValues } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import { at, base, sharedDeeds } from "./deeds-shared.js";

export const gtk3Base = {
  ...base,
  email: "",
  search: "find me",
  slowEffectLabel: "Idle",
  continueEnabled: false,
} satisfies FixtureValues;

type Gtk3Deed = Deed<FixtureState, FixtureValues>;

const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"] as const;

export function gtk3Deeds(pick: <T>(from: readonly T[]) => T, texts: readonly string[]): Gtk3Deed[] {
  const email = pick(texts);
  const person = pick([0, 1] as const);
  const press = { kind: "click", act: { kind: "click" }, lasting: false } as const;
  const edits = (state: FixtureState): number => state.rows[people[person]]?.edits ?? 0;
  return [
    ...sharedDeeds(pick, texts),
    {
      title: "Email",
      ...{ kind: "set_value", act: { kind: "set_value", text: email } },
      spot: at("Email", "textfield"),
      neighbour: at("Name", "textfield"),
      right: (_, now) => now.email === email,
      undo: () => ({ email: "" }),
      lasting: true,
    },
    {
      ...press,
      title: "Clear search",
      spot: at("Clear search", "button"),
      neighbour: at("Save", "button"),
      right: (before, now) => now.searchClears === before.searchClears + 1,
      undo: () => ({ search: gtk3Base.search }),
    },
    {
      ...press,
      title: "Slow effect",
      spot: at("Slow effect", "button"),
      neighbour: at("Prepare", "button"),
      right: (before, now) => now.slowEffects === before.slowEffects + 1,
      undo: () => ({ slowEffectLabel: gtk3Base.slowEffectLabel }),
    },
    {
      ...press,
      title: "Prepare",
      spot: at("Prepare", "button"),
      neighbour: at("Slow effect", "button"),
      right: (before, now) => now.prepared === before.prepared + 1,
    },
    {
      ...press,
      title: "Delete note",
      spot: at("Delete note", "button"),
      neighbour: at("Save", "button"),
      right: (before, now) => now.deletes === before.deletes + 1,
      undo: () => ({ body: base.body, status: base.status }),
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
      title: "Open dialog",
      spot: at("Open dialog…", "button"),
      neighbour: at("Open untitled", "button"),
      right: ({ dialogs: { confirm } }, now) => now.dialogs.confirm.opened === confirm.opened + 1,
    },
    {
      ...press,
      title: "Open untitled",
      spot: at("Open untitled", "button"),
      neighbour: at("Open dialog…", "button"),
      right: ({ dialogs: { untitled } }, now) => now.dialogs.untitled.opened === untitled.opened + 1,
    },
    {
      ...press,
      title: "OK of a dialog",
      opens: true,
      spot: at("OK", "button"),
      neighbour: at("Cancel", "button"),
      right: ({ dialogs: { untitled } }, now) =>
        now.dialogs.untitled.answers.filter((one) => one === "OK").length ===
        untitled.answers.filter((one) => one === "OK").length + 1,
    },
    {
      title: "Volume up",
      ...{ kind: "key", act: { kind: "key", key: "right" } },
      spot: at("Volume", "slider"),
      neighbour: { ...at("Quantity", "stepper"), act: { kind: "key", key: "up" } },
      right: (before, now) => now.volume === before.volume + 1,
      undo: ({ volume }) => ({ volume }),
      lasting: true,
    },
    menu(
      "File > Save",
      "File > New",
      (now) => now.saves,
      () => ({ status: base.status }),
    ),
    menu(
      "File > New",
      "File > Save",
      (now) => now.creates,
      () => ({ status: base.status }),
    ),
    menu(
      "Edit > Clear Note",
      "File > New",
      (now) => now.menu["Edit > Clear Note"] ?? 0,
      () => ({ body: base.body }),
    ),
    menu("View > Show Status", "File > New", (now) => now.menu["View > Show Status"] ?? 0),
  ];
}

function menu(
  path: string,
  neighbour: string,
  count: (state: FixtureState) => number,
  undo?: () => FixtureValues,
): Gtk3Deed {
  return {
    title: path,
    ...{ kind: "menu", act: { kind: "menu" }, lasting: false },
    spot: at(path),
    neighbour: at(neighbour),
    right: (before, now) => count(now) === count(before) + 1,
    ...(undo !== undefined && { undo }),
  };
}
