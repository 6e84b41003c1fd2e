import { createLogger } from "@beans-picker/ipc";
import {
  type Fixture,
  type FormFixture,
  type Sentinel,
  startFixture,
  startGtk4Fixture,
  startQtFixture,
  startSentinel,
  startWebFixture,
} from "@beans-picker/fixture";
import type { Action, Role, SnapshotNode } from "@beans-picker/desktop";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv } from "../../testing/desktop.js";
import { ample } from "../../testing/scripted.js";

/*
 * Each action changes the control that was meant and nothing else of the app. What changed is read from the file that the
 * app writes; another app is in front all the time and records what reaches it.
 */

type Without<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

interface Deed {
  readonly title: string;
  readonly roles: readonly Role[];
  readonly label: string;
  /** Which of several, from 0. */
  readonly which?: number;
  readonly action: Without<Action>;
  /** The keys of the state that change, with what they become. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Why the toolkit has no way to do it from behind; then nothing may change at all. */
  readonly refusal?: string;
}

const text = "  Zoë ✓ 日本 😀  ";
/** 100 kB of text in lines of several scripts. */
const long = "Zoë 日本 😀 a line of a long note\n".repeat(2_500).slice(0, 100_000);
const longNote: Deed = { ...field("Note", "textarea", long, { body: long }), title: "sets 100 kB of Note" };
const people = ["Ada Lovelace", "Alan Turing", "Grace Hopper"];
const toggles = ["checkbox", "switch", "toggle"] as const;

const shared: readonly Deed[] = [
  field("Name", "textfield", text, { name: text }),
  field("Note", "textarea", " one\n\n two 😀\n", { body: " one\n\n two 😀\n" }),
  field("Password", "securefield", "s3cret ß", { password: "s3cret ß" }),
  field("Volume", "slider", "75", { volume: 75 }),
  field("Quantity", "stepper", "42", { quantity: { value: 42, text: "42" } }),
  click("Newsletter", toggles, { newsletter: true }, "toggle"),
  click("Notifications", toggles, { notifications: true }, "toggle"),
  // GTK 4 before 4.10 calls radio buttons check boxes.
  click("Pro", ["radio", "checkbox"], { plan: "Pro" }),
  {
    title: "chooses an option",
    roles: ["popup", "combobox"],
    label: "Size",
    action: { kind: "choose_option", text: "Large" },
    changes: { size: "Large" },
  },
  click("Advanced", ["tab"], { tab: "Advanced" }),
  click("Alan Turing", ["listitem", "row"], { selectedRow: "Alan Turing" }),
  click("Save", ["button"], { saves: 1, status: "Saved" }),
];

const forms: readonly Deed[] = [
  ...shared,
  field("Host", "textfield", text, { host: text }),
  {
    ...click("Edit", ["button"], { edits: Object.fromEntries(people.map((name, at) => [name, at === 1 ? 1 : 0])) }),
    which: 1,
  },
  click("More settings", ["button", "disclosure", ...toggles], { moreShown: true }),
  fold("Archive", true, ["Archive"]),
  fold("Projects", true, ["Projects", "Archive"]),
  fold("Archive", false, ["Projects"]),
  click("Open untitled", ["button"], { untitled: { opened: 1, answers: [] } }),
  click("OK", ["button"], { untitled: { opened: 1, answers: ["OK"] } }),
];

const gtk3: readonly Deed[] = [
  ...shared,
  longNote,
  field("Host", "textfield", text, { advanced: { host: text, verbose: false } }),
  {
    ...click("Edit", ["button"], {
      rows: Object.fromEntries(people.map((name, at) => [name, { edits: at === 1 ? 1 : 0, deletes: 0 }])),
    }),
    which: 1,
  },
  click("Open untitled", ["button"], {
    dialogs: { confirm: { opened: 0, answers: [], text: "" }, untitled: { opened: 1, answers: [] } },
  }),
  click("OK", ["button"], {
    dialogs: { confirm: { opened: 0, answers: [], text: "" }, untitled: { opened: 1, answers: ["OK"] } },
  }),
];

// The list of a drop-down of GTK 4 exists only while it is open.
const gtk4 = [...forms, longNote].map((deed) => limited(deed, { Size: "foreground_required" }));
const qt = [...forms, longNote];
// Chromium takes text as typed keys, of up to 5,000 characters.
const web: readonly Deed[] = [
  ...forms,
  field("Memo", "textarea", text, { memo: text }),
  { ...longNote, title: "refuses: sets 100 kB of Note", refusal: "background_unavailable" },
];

describe.runIf(process.platform === "linux").each([
  ["GTK 3", startFixture, gtk3],
  ["GTK 4", startGtk4Fixture, gtk4],
  ["Qt 5", startQtFixture, qt],
  ["Chromium", startWebFixture, web],
] as const)("the native back end acts on one control of %s", (_, start, deeds) => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let fixture: Fixture | FormFixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    fixture = await start({ env });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  /** A dialog that is not modal is a window of its own, so all windows of the app are looked at. */
  async function seen({ roles, label, which = 0 }: Deed): Promise<{ look: Look; node: SnapshotNode } | undefined> {
    const windows = await backend.listWindows({ pid: fixture.pid }, ample());
    for (const { windowId } of windows.sort((left) => (left.windowId === fixture.windowId ? -1 : 1))) {
      const look = await backend.look({ pid: fixture.pid, windowId }, ample());
      const node = look.snapshot.nodes.filter((one) => roles.includes(one.role) && one.label === label)[which];
      if (node !== undefined) return { look, node };
    }
    return undefined;
  }

  async function find(deed: Deed): Promise<{ look: Look; node: SnapshotNode }> {
    let found: { look: Look; node: SnapshotNode } | undefined;
    await expect
      .poll(
        async () => {
          found = await seen(deed);
          return found?.node.label;
        },
        { timeout: 5_000, message: `${deed.roles.join("|")} ${deed.label} in the window` },
      )
      .toBe(deed.label);
    if (found === undefined) throw new Error("unreachable");
    return found;
  }

  it.each(deeds)("$title, nothing else [native.one_control]", async (deed) => {
    const { look, node } = await find(deed);
    const before = content(await fixture.state());
    const performed = await backend.perform(look, { ...deed.action, handle: node.handle }, ample());
    if (deed.refusal !== undefined) {
      expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: deed.refusal } });
      expect(content(await fixture.state())).toEqual(before);
      return;
    }
    expect(performed, performed.refusal?.message).toMatchObject({ delivery: "delivered" });
    await expect
      .poll(async () => content(await fixture.state()), { timeout: 4_000 })
      .toEqual({ ...before, ...deed.changes });
    expect(await sentinel.state(), "the app in front").toMatchObject({ active: true, text: "" });
  });

  it("left the front window in front and sent it nothing [front.background]", async () => {
    const { active, text: typed, events } = await sentinel.state();
    expect({ active, typed }).toEqual({ active: true, typed: "" });
    expect(events.map(({ name }) => name).filter((name) => /^(focus-out|key|button)/.test(name))).toEqual([]);
  });
});

/** A state without what says when and by which events it came about. */
function content(state: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([key]) => !["events", "active"].includes(key)));
}

function limited(deed: Deed, refusals: Readonly<Record<string, string>>): Deed {
  const refusal = refusals[deed.label];
  return refusal === undefined ? deed : { ...deed, title: `refuses: ${deed.title}`, refusal };
}

function field(label: string, role: Role, value: string, changes: Deed["changes"]): Deed {
  return { title: `sets ${label}`, roles: [role], label, action: { kind: "set_value", text: value }, changes };
}

/** GTK 4 folds the widget in a row, Qt its cell, Chromium the row. */
function fold(label: string, expanded: boolean, open: readonly string[]): Deed {
  const title = `${expanded ? "unfolds" : "folds"} ${label}`;
  const action = { kind: "expand", expanded } as const;
  return { title, roles: ["group", "cell", "treeitem"], label, action, changes: { treeExpanded: open } };
}

function click(
  label: string,
  roles: readonly Role[],
  changes: Deed["changes"],
  kind: "click" | "toggle" = "click",
): Deed {
  return { title: `presses ${label}`, roles, label, action: { kind }, changes };
}
