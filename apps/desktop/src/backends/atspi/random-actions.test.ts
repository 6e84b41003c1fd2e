import type { Action } from "@beans-picker/desktop";
import { type Fixture, type FixtureState, type Sentinel, startFixture, startSentinel } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv } from "../../testing/desktop.js";
import { ample } from "../../testing/scripted.js";

/** What the app itself says, without the record of how it came about. */
type Content = FixtureState;

/** One possible action: which control, and what it makes of the state. */
interface Move {
  readonly title: string;
  readonly find: (look: Look) => Action | undefined;
  readonly effect: (state: Content) => Partial<Content>;
}

const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"];
const texts = ["", " ", "plain", "  Zoë ✓ 日本 😀  ", "e\u0301\u00a0x", "-1", "<b>&amp;</b>"];
const bodies = [...texts, "a\nb", "\n\n ", "one\n\n  two 😀\n"];
const tabs = ["General", "Advanced", "About"] as const;
const sizes = ["Small", "Medium", "Large"] as const;
const plans = ["Free", "Pro", "Team"] as const;

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function moves(pick: <T>(from: readonly T[]) => T): readonly Move[] {
  const [text, body, tab, size, plan] = [pick(texts), pick(bodies), pick(tabs), pick(sizes), pick(plans)];
  const person = pick([0, 1, 2]);
  const name = people[person] ?? "";
  const number = pick([0, 1, 7, 42, 99]);
  const percent = pick([0, 1, 30, 77, 100]);
  const item = pick(["Apple", "Bread", "Cheese"]);
  const folder = pick(["Projects", "Archive"]);
  return [
    set("Name", "textfield", text, () => ({ name: text })),
    set("Email", "textfield", text, () => ({ email: text })),
    set("Search", "textfield", text, () => ({ search: text })),
    set("Password", "securefield", text, () => ({ password: text })),
    set("Host", "textfield", text, ({ advanced }) => ({ advanced: { ...advanced, host: text } })),
    set("Note", "textarea", body, () => ({ body })),
    set("Quantity", "stepper", String(number), () => ({ quantity: { value: number, text: String(number) } })),
    set("Volume", "slider", String(percent), () => ({ volume: percent })),
    on("Size", "popup", { kind: "choose_option", text: size }, () => ({ size })),
    on("Newsletter", "checkbox", { kind: "toggle" }, ({ newsletter }) => ({ newsletter: !newsletter })),
    on("Notifications", "toggle", { kind: "toggle" }, ({ notifications }) => ({ notifications: !notifications })),
    on("Verbose log", "checkbox", { kind: "toggle" }, ({ advanced }) => ({
      advanced: { ...advanced, verbose: !advanced.verbose },
    })),
    on(plan, "radio", { kind: "click" }, () => ({ plan })),
    on(tab, "tab", { kind: "click" }, () => ({ tab })),
    on("Save", "button", { kind: "click" }, ({ saves }) => ({ saves: saves + 1, status: "Saved" })),
    on("Delete note", "button", { kind: "click" }, ({ deletes }) => ({
      deletes: deletes + 1,
      body: "",
      status: "Deleted",
    })),
    on("Clear search", "button", { kind: "click" }, ({ searchClears }) => ({
      search: "",
      searchClears: searchClears + 1,
    })),
    on(name, "listitem", { kind: "click" }, () => ({ selectedRow: name })),
    on(item, "cell", { kind: "click" }, () => ({ tableSelection: item })),
    on(folder, "cell", { kind: "click" }, () => ({ treeSelection: folder })),
    inRow("Edit", person, ({ rows }) => ({ rows: changed(rows, name, "edits") })),
    inRow("Delete", person, ({ rows }) => ({ rows: changed(rows, name, "deletes") })),
    menu("File > New", ({ creates }) => ({ creates: creates + 1, status: "New note" })),
    menu("File > Save", ({ saves }) => ({ saves: saves + 1, status: "Saved" })),
    on("Volume", "slider", { kind: "key", key: "right" }, ({ volume }) => ({ volume: Math.min(100, volume + 1) })),
    on("Quantity", "stepper", { kind: "key", key: "down" }, ({ quantity }) => {
      const value = Math.max(0, quantity.value - 1);
      return { quantity: { value, text: String(value) } };
    }),
  ];
}

type OnNode<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

function on(label: string, role: string, action: OnNode<Action>, effect: Move["effect"]): Move {
  return {
    title: `${action.kind} ${role} ${label}`,
    effect,
    find: ({ snapshot }) => {
      const found = snapshot.nodes.filter((node) => node.role === role && node.label === label);
      const [node] = found;
      return node === undefined || found.length > 1 ? undefined : { ...action, handle: node.handle };
    },
  };
}

function set(label: string, role: string, text: string, effect: Move["effect"]): Move {
  return on(label, role, { kind: "set_value", text }, effect);
}

function inRow(label: string, row: number, effect: Move["effect"]): Move {
  return {
    title: `click ${label} of row ${String(row)}`,
    effect,
    find: ({ snapshot }) => {
      const node = snapshot.nodes.filter((each) => each.role === "button" && each.label === label)[row];
      return node === undefined ? undefined : { kind: "click", handle: node.handle };
    },
  };
}

function menu(path: string, effect: Move["effect"]): Move {
  return {
    title: `menu ${path}`,
    effect: (state) => ({ ...effect(state), menu: { ...state.menu, [path]: (state.menu[path] ?? 0) + 1 } }),
    find: ({ snapshot }) => {
      const command = snapshot.menus.find((each) => each.path.join(" > ") === path);
      return command === undefined ? undefined : { kind: "menu", handle: command.handle };
    },
  };
}

function changed(rows: Content["rows"], name: string, key: "edits" | "deletes"): Content["rows"] {
  const row = rows[name] ?? { edits: 0, deletes: 0 };
  return { ...rows, [name]: { ...row, [key]: row[key] + 1 } };
}

function content(state: FixtureState): Content {
  return { ...state, events: [], active: false };
}

describe.runIf(process.platform === "linux")("random actions on the native back end", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let fixture: Fixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    fixture = await startFixture({ env, clock: true });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  it.each([1, 2, 3, 4])(
    "do what was meant and nothing else, 50 of them with seed %i [native.one_control]",
    async (seed) => {
      const next = randomNumbers(seed);
      const pick = <T>(from: readonly T[]): T => {
        const chosen = from[Math.floor(next() * from.length)];
        if (chosen === undefined) throw new Error("nothing to pick from");
        return chosen;
      };
      // Every other action is chosen from a look that is older than the action before it.
      let look = await backend.look(fixture, ample());
      let stale = false;
      for (let step = 0; step < 50; step += 1) {
        const move = pick(moves(pick));
        if (!stale) look = await backend.look(fixture, ample());
        stale = next() < 0.5;
        const action = move.find(look);
        if (action === undefined) throw new Error(`not in the window: ${move.title}`);
        const before = content(await fixture.state());
        const performed = await backend.perform(look, action, ample());
        const expected = { ...before, ...move.effect(before) };
        expect(performed, `step ${String(step)}: ${move.title}`).toMatchObject({ delivery: "delivered" });
        await expect
          .poll(async () => content(await fixture.state()), {
            timeout: 3_000,
            message: `step ${String(step)}: ${move.title}`,
          })
          .toEqual(expected);
      }
    },
    60_000,
  );

  it("left the front window in front and sent it nothing [front.background]", async () => {
    const { active, text, events } = await sentinel.state();
    expect({ active, text }).toEqual({ active: true, text: "" });
    expect(events.map(({ name }) => name).filter((name) => /^(focus-out|key|button)/.test(name))).toEqual([]);
  });
});
