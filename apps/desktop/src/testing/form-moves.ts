import type { Role } from "@beans-picker/desktop";
import type { FormState } from "@beans-picker/fixture";
import {
  bodies,
  type Move,
  numbers,
  on,
  people,
  percents,
  type Pick,
  plans,
  set,
  sizes,
  tabs,
  texts,
} from "./random-actions.js";

type FormMove = Move<FormState>;

const toggles: readonly Role[] = ["checkbox", "switch", "toggle"];

const folders = ["Projects", "Archive"] as const;
/** GTK 4 folds the widget in a row, Qt its cell, Chromium the row. */
const folds: readonly Role[] = ["group", "cell", "treeitem"];

/** What the forms of GTK 4, Qt and the browser let one do, but for what only some of them have. */
export function formMoves(pick: Pick): readonly FormMove[] {
  const [text, body, number, percent] = [pick(texts), pick(bodies), pick(numbers), pick(percents)];
  const [tab, plan, size, person] = [pick(tabs), pick(plans), pick(sizes), pick([0, 1, 2])];
  const [folder, expanded] = [pick(folders), pick([true, false])];
  const name = people[person] ?? people[0];
  return [
    set("Name", "textfield", text, () => ({ name: text })),
    set("Password", "securefield", text, () => ({ password: text })),
    set("Note", "textarea", body, () => ({ body })),
    set("Quantity", "stepper", String(number), () => ({ quantity: quantity(number) })),
    set("Volume", "slider", String(percent), () => ({ volume: percent })),
    on("Newsletter", toggles, { kind: "toggle" }, ({ newsletter }) => ({ newsletter: !newsletter })),
    on("Notifications", toggles, { kind: "toggle" }, ({ notifications }) => ({ notifications: !notifications })),
    on("Save", "button", { kind: "click" }, ({ saves }) => ({ saves: saves + 1, status: "Saved" })),
    on(tab, "tab", { kind: "click" }, () => ({ tab })),
    on(plan, ["radio", "checkbox"], { kind: "click" }, () => ({ plan })),
    on("Size", ["popup", "combobox"], { kind: "choose_option", text: size }, () => ({ size })),
    on<FormState>(name, ["listitem", "row"], { kind: "click" }, () => ({ selectedRow: name })),
    on(folder, folds, { kind: "expand", expanded }, ({ treeExpanded }) => ({
      treeExpanded: folders.filter((each) => (each === folder ? expanded : treeExpanded.includes(each))),
    })),
    on("Edit", "button", { kind: "click" }, ({ edits }) => ({ edits: { ...edits, [name]: (edits[name] ?? 0) + 1 } }), {
      which: person,
    }),
    on("Volume", "slider", { kind: "key", key: "right" }, ({ volume }) => ({ volume: Math.min(100, volume + 1) })),
    on("Quantity", "stepper", { kind: "key", key: "down" }, (state) => ({
      quantity: quantity(Math.max(0, state.quantity.value - 1)),
    })),
  ];
}

export function quantity(value: number): FormState["quantity"] {
  return { value, text: String(value) };
}
