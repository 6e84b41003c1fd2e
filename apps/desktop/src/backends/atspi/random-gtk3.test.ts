import { type FixtureState, startFixture } from "@beans-picker/fixture";
import {
  bodies,
  describeRandomActions,
  key,
  type Move,
  numbers,
  on,
  people,
  percents,
  plans,
  set,
  sizes,
  tabs,
  texts,
} from "../../testing/random-actions.js";

type GtkMove = Move<FixtureState>;

describeRandomActions<FixtureState>({
  name: "GTK 3",
  start: (options) => startFixture({ ...options, clock: true }),
  seeds: [1, 2, 3, 4, 5],
  each: 100,
  moves(pick) {
    const [text, body, tab, size, plan] = [pick(texts), pick(bodies), pick(tabs), pick(sizes), pick(plans)];
    const person = pick([0, 1, 2]);
    const name = people[person] ?? people[0];
    const [number, percent] = [pick(numbers), pick(percents)];
    const item = pick(["Apple", "Bread", "Cheese"]);
    const folder = pick(["Projects", "Archive"]);
    return [
      set("Name", "textfield", text, () => ({ name: text })),
      set("Email", "textfield", text, () => ({ email: text })),
      set("Search", "textfield", text, () => ({ search: text })),
      set("Password", "securefield", text, () => ({ password: text })),
      set("Host", "textfield", text, ({ advanced }) => ({ advanced: { ...advanced, host: text } })),
      set("Note", "textarea", body, () => ({ body })),
      set("Quantity", "stepper", String(number), () => ({ quantity: quantity(number) })),
      set("Volume", "slider", String(percent), () => ({ volume: percent })),
      on("Size", "popup", { kind: "choose_option", text: size }, () => ({ size })),
      on("Newsletter", "checkbox", { kind: "toggle" }, ({ newsletter }) => ({ newsletter: !newsletter })),
      on("Notifications", "toggle", { kind: "toggle" }, ({ notifications }) => ({ notifications: !notifications })),
      on("Verbose log", "checkbox", { kind: "toggle" }, ({ advanced }) => ({
        advanced: { ...advanced, verbose: !advanced.verbose },
      })),
      on(plan, "radio", { kind: "click" }, () => ({ plan })),
      on(tab, "tab", { kind: "click" }, () => ({ tab })),
      on("Save", "button", { kind: "click" }, saved),
      on("Delete note", "button", { kind: "click" }, ({ deletes }) => ({
        deletes: deletes + 1,
        body: "",
        status: "Deleted",
      })),
      on("Clear search", "button", { kind: "click" }, ({ searchClears }) => ({
        search: "",
        searchClears: searchClears + 1,
      })),
      on<FixtureState>(name, "listitem", { kind: "click" }, () => ({ selectedRow: name })),
      on<FixtureState>(item, "cell", { kind: "click" }, () => ({ tableSelection: item })),
      on<FixtureState>(folder, "cell", { kind: "click" }, () => ({ treeSelection: folder })),
      inRow("Edit", person, ({ rows }) => ({ rows: changed(rows, name, "edits") })),
      inRow("Delete", person, ({ rows }) => ({ rows: changed(rows, name, "deletes") })),
      menu("File > New", ({ creates }) => ({ creates: creates + 1, status: "New note" })),
      menu("File > Save", saved),
      on("Volume", "slider", { kind: "key", key: "right" }, ({ volume }) => ({ volume: Math.min(100, volume + 1) })),
      on("Quantity", "stepper", { kind: "key", key: "down" }, (state) => ({
        quantity: quantity(Math.max(0, state.quantity.value - 1)),
      })),
      on("Email", "textfield", { kind: "key", key: "return" }, () => ({})),
      key("ctrl+s", (state) => ({ ...saved(state), menu: counted(state.menu, "File > Save") })),
    ];
  },
});

function saved({ saves }: FixtureState): Partial<FixtureState> {
  return { saves: saves + 1, status: "Saved" };
}

function quantity(value: number): FixtureState["quantity"] {
  return { value, text: String(value) };
}

function inRow(label: string, which: number, effect: GtkMove["effect"]): GtkMove {
  return on(label, "button", { kind: "click" }, effect, { which });
}

function menu(path: string, effect: GtkMove["effect"]): GtkMove {
  return {
    title: `menu ${path}`,
    effect: (state) => ({ ...effect(state), menu: counted(state.menu, path) }),
    find: ({ snapshot }) => {
      const command = snapshot.menus.find((each) => each.path.join(" > ") === path);
      return command === undefined ? undefined : { kind: "menu", handle: command.handle };
    },
  };
}

function counted(menu: FixtureState["menu"], path: string): FixtureState["menu"] {
  return { ...menu, [path]: (menu[path] ?? 0) + 1 };
}

function changed(rows: FixtureState["rows"], name: string, key: "edits" | "deletes"): FixtureState["rows"] {
  const row = rows[name] ?? { edits: 0, deletes: 0 };
  return { ...rows, [name]: { ...row, [key]: row[key] + 1 } };
}
