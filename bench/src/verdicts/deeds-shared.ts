import type { Role } from "@beans-picker/desktop";
import type { FixtureState, FormValues } from "@beans-picker/fixture";
import type { Deed, Spot } from "./deed.js";
import { holdsInserted } from "./texts.js";

/** What the records of all fixtures have in common. */
export type SharedState = Pick<
  FixtureState,
  | "name"
  | "body"
  | "newsletter"
  | "notifications"
  | "plan"
  | "size"
  | "volume"
  | "quantity"
  | "tab"
  | "selectedRow"
  | "saves"
  | "status"
  | "treeExpanded"
>;
export type SharedValues = Pick<
  FormValues,
  | "name"
  | "body"
  | "newsletter"
  | "notifications"
  | "plan"
  | "size"
  | "volume"
  | "quantity"
  | "tab"
  | "selectedRow"
  | "status"
  | "treeExpanded"
>;

const toggles: readonly Role[] = ["checkbox", "switch", "toggle"];
const popups: readonly Role[] = ["popup", "combobox"];
const rows: readonly Role[] = ["listitem", "row"];
const folders: readonly Role[] = ["treeitem", "row", "cell", "listitem"];
// GTK 4 before 4.10 calls radio buttons check boxes.
const radios: readonly Role[] = ["radio", "checkbox"];

export const at = (label: string, ...roles: readonly Role[]): Spot => ({ roles, label });

const noFolders: string[] = [];

/** Where every case begins. */
export const base = {
  name: "old",
  body: "old note",
  newsletter: false,
  notifications: false,
  plan: "Free",
  size: "Small",
  volume: 30,
  quantity: { value: 1, text: "1" },
  tab: "General",
  selectedRow: null,
  status: "Ready",
  treeExpanded: noFolders,
} satisfies SharedValues;

export type SharedDeed = Deed<SharedState, SharedValues>;

/** Deeds that every fixture offers. `pick` chooses among texts and numbers; `texts` are those that the toolkit takes. */
export function sharedDeeds(pick: <T>(from: readonly T[]) => T, texts: readonly string[]): SharedDeed[] {
  const [name, body] = [pick(texts), pick(texts)];
  const [number, percent] = [pick([0, 7, 42, 99]), pick([0, 55, 77, 100])];
  const plan = pick(["Pro", "Team"] as const);
  const size = pick(["Medium", "Large"] as const);
  const row = pick(["Ada Lovelace", "Alan Turing"] as const);
  const folder = pick(["Projects", "Archive"] as const);
  return [
    {
      ...lasting("Name", at("Name", "textfield"), { name: base.name }),
      ...{ kind: "set_value", act: { kind: "set_value", text: name } },
      neighbour: at("Note", "textarea"),
      right: (_, now) => now.name === name,
    },
    {
      ...lasting("Note", at("Note", "textarea"), { body: base.body }),
      ...{ kind: "set_value", act: { kind: "set_value", text: body } },
      neighbour: at("Name", "textfield"),
      right: (_, now) => now.body === body,
    },
    {
      ...lasting("Name, after it", at("Name", "textfield"), { name: base.name }),
      ...{ kind: "append", act: { kind: "append", text: name } },
      neighbour: at("Note", "textarea"),
      right: (before, now) => now.name === before.name + name,
    },
    {
      ...lasting("Note, after it", at("Note", "textarea"), { body: base.body }),
      ...{ kind: "append", act: { kind: "append", text: body } },
      neighbour: at("Name", "textfield"),
      right: (before, now) => now.body === before.body + body,
    },
    {
      ...lasting("Name, at the caret", at("Name", "textfield"), { name: base.name }),
      ...{ kind: "type_into", act: { kind: "type_into", text: name } },
      neighbour: at("Note", "textarea"),
      right: (before, now) => holdsInserted(before.name, now.name, name),
    },
    {
      ...lasting("Note, at the caret", at("Note", "textarea"), { body: base.body }),
      ...{ kind: "type_into", act: { kind: "type_into", text: body } },
      neighbour: at("Name", "textfield"),
      right: (before, now) => holdsInserted(before.body, now.body, body),
    },
    {
      ...lasting(`Select row ${row}`, at(row, ...rows), { selectedRow: null }),
      ...{ kind: "select", act: { kind: "select" } },
      neighbour: at("Grace Hopper", ...rows),
      right: (_, now) => now.selectedRow === row,
    },
    {
      ...lasting(`Expand ${folder}`, at(folder, ...folders), { treeExpanded: noFolders }),
      ...{ kind: "expand", act: { kind: "expand", expanded: true } },
      neighbour: at(folder === "Projects" ? "Archive" : "Projects", ...folders),
      right: (_, now) => now.treeExpanded.includes(folder),
    },
    {
      // No back end drags on this platform; the app moves its slider as if it had been dragged.
      ...lasting("Drag Volume", at("Volume", "slider"), { volume: base.volume }),
      ...{ kind: "drag", act: { kind: "drag", to: { dx: 60, dy: 0 } } },
      byApp: { right: { volume: 77 }, neighbour: { quantity: { value: 7, text: "7" } } },
      right: (_, now) => now.volume === 77,
    },
    {
      ...lasting("Volume", at("Volume", "slider"), { volume: base.volume }),
      ...{ kind: "set_value", act: { kind: "set_value", text: String(percent) } },
      neighbour: at("Quantity", "stepper"),
      right: (_, now) => now.volume === percent,
    },
    {
      ...lasting("Quantity", at("Quantity", "stepper"), { quantity: base.quantity }),
      ...{ kind: "set_value", act: { kind: "set_value", text: String(number) } },
      neighbour: at("Volume", "slider"),
      right: (_, now) => now.quantity.value === number && now.quantity.text === String(number),
    },
    {
      ...lasting("Newsletter", at("Newsletter", ...toggles), { newsletter: false }),
      ...{ kind: "toggle", act: { kind: "toggle" } },
      neighbour: at("Notifications", ...toggles),
      right: (_, now) => now.newsletter,
    },
    {
      ...lasting("Notifications", at("Notifications", ...toggles), { notifications: false }),
      ...{ kind: "toggle", act: { kind: "toggle" } },
      neighbour: at("Newsletter", ...toggles),
      right: (_, now) => now.notifications,
    },
    {
      ...lasting(`Plan ${plan}`, at(plan, ...radios), { plan: base.plan }),
      ...{ kind: "click", act: { kind: "click" } },
      neighbour: at(plan === "Pro" ? "Team" : "Pro", ...radios),
      right: (_, now) => now.plan === plan,
    },
    {
      ...lasting("Tab Advanced", at("Advanced", "tab"), { tab: base.tab }),
      ...{ kind: "click", act: { kind: "click" } },
      neighbour: at("About", "tab"),
      right: (_, now) => now.tab === "Advanced",
    },
    {
      ...lasting(`Row ${row}`, at(row, ...rows), { selectedRow: null }),
      ...{ kind: "click", act: { kind: "click" } },
      neighbour: at("Grace Hopper", ...rows),
      right: (_, now) => now.selectedRow === row,
    },
    {
      ...lasting(`Size ${size}`, at("Size", ...popups), { size: base.size }),
      ...{ kind: "choose_option", act: { kind: "choose_option", text: size } },
      neighbour: {
        ...at("Size", ...popups),
        act: { kind: "choose_option", text: size === "Large" ? "Medium" : "Large" },
      },
      right: (_, now) => now.size === size,
    },
    {
      title: "Save",
      ...{ kind: "click", act: { kind: "click" } },
      spot: at("Save", "button"),
      neighbour: at("Open untitled", "button"),
      right: (before, now) => now.saves === before.saves + 1,
      undo: () => ({ status: "Ready" }),
      lasting: false,
    },
  ];
}

function lasting<Values>(title: string, spot: Spot, undo: Values) {
  return { title, spot, undo: () => undo, lasting: true } as const;
}
