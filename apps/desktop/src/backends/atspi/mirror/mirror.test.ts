import type { AccessibleReading } from "@beans-picker/desktop";
import { type Fixture, startFixture, startGtk4Fixture, startQtFixture, startWebFixture } from "@beans-picker/fixture";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { find, flatten, lines } from "../../../testing/accessible-tree.js";
import { open, type OpenWindow, windowOf } from "../../../testing/accessible-window.js";
import { desktopEnv } from "../../../testing/desktop.js";
import { formChange, gtk3Change } from "../../../testing/random-values.js";
import { ample } from "../../../testing/scripted.js";
import type { AtspiAccessibility } from "../bus/index.js";

/** A random thing to do to the window: which control, and what with; or which of the app's own changes of itself. */
interface Step {
  readonly kind: "text" | "press" | "value" | "select" | "focus" | "read" | "change";
  readonly pick: number;
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("text", "press", "press", "press", "value", "select", "focus", "read", "change", "change"),
  pick: fc.nat(10_000),
  text: fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
});

const seed = 7_411;
const changes = 50;

/** Commands that end the window, or a dialog whose window is another; and the buttons of a title bar. */
const untouched = new Set(["Quit", "Close", "Minimize", "Maximize", "Restore", "Minimise", "Maximise"]);
/** Qt withholds the answer to an action that opens a dialog until that is closed. */
const actMs = 2_000;

interface Subject {
  readonly pid: number;
  /** Has the app change itself. */
  change(at: number): Promise<unknown>;
  stop(): Promise<unknown>;
}

interface Changeable<V> {
  readonly pid: number;
  set(values: V): Promise<unknown>;
  stop(): Promise<unknown>;
}

function subject<V>(window: Changeable<V>, change: fc.Arbitrary<V>): Subject {
  const values = fc.sample(change, { numRuns: changes, seed });
  return {
    pid: window.pid,
    change: async (at) => {
      const next = values[at % changes];
      if (next !== undefined) await window.set(next);
    },
    stop: () => window.stop(),
  };
}

const env = desktopEnv();

const subjects: readonly (readonly [string, number, () => Promise<Subject>])[] = [
  ["GTK 3", 25, async () => subject(await startFixture({ env }), gtk3Change)],
  ["GTK 4", 15, async () => subject(await startGtk4Fixture({ env }), formChange)],
  ["Qt", 15, async () => subject(await startQtFixture({ env }), formChange)],
  ["Chromium", 15, async () => subject(await startWebFixture({ env }), formChange)],
];

const objectId = /:\d+\.\d+ \/org\/a11y\/atspi\/accessible\/\d+/g;

/** Qt makes new objects for the rows of a tree whenever it is asked for them, so objects are numbered as they come. */
function content(reading: AccessibleReading): string[] {
  const written = lines(reading);
  if (reading.toolkit.name.toLowerCase() !== "qt") return written;
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `object ${String(numbers.get(id))}`;
  };
  return written.map((line) => line.replaceAll(objectId, numberOf));
}

/** Readings with nothing between them that the app did: what moves on its own is read twice. */
async function compare(window: OpenWindow, what: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const before = content(await window.readFresh());
    const kept = content(await window.read());
    const after = content(await window.readFresh());
    if (attempt < 20 && before.join("\n") !== after.join("\n")) continue;
    const differs = kept.filter((line) => !after.includes(line));
    const lacks = after.filter((line) => !kept.includes(line));
    expect({ what, differs, lacks }).toEqual({ what, differs: [], lacks: [] });
    expect(kept).toEqual(after);
    return;
  }
}

async function perform(
  accessibility: AtspiAccessibility,
  window: OpenWindow,
  app: Subject,
  { kind, pick, text }: Step,
): Promise<string> {
  if (kind === "change") {
    await app.change(pick);
    return `change ${String(pick % changes)}`;
  }
  const nodes = flatten(await window.read()).filter(({ name }) => !untouched.has(name));
  const able = {
    text: nodes.filter(({ interfaces }) => interfaces.has("EditableText")),
    press: nodes.filter(({ actions = [], role }) => actions.length > 0 && role !== 33),
    value: nodes.filter(({ value }) => value !== undefined),
    select: nodes.filter(({ interfaces, childCount }) => interfaces.has("Selection") && childCount > 0),
    focus: nodes.filter(({ states }) => states.has("focusable") && states.has("showing")),
    read: nodes,
  }[kind];
  const target = able[pick % able.length];
  if (target === undefined) return `${kind} nothing`;
  const { ref, value, actions = [], childCount } = target;
  const done = {
    text: () => accessibility.setText(ref, text, ample(actMs)),
    press: () => accessibility.doAction(ref, pick % actions.length, ample(actMs)),
    value: () => accessibility.setValue(ref, (value?.minimum ?? 0) + (pick % 100), ample(actMs)),
    select: () => accessibility.selectChild(ref, pick % childCount, ample(actMs)),
    focus: () => accessibility.grabFocus(ref, ample(actMs)),
    read: () => accessibility.facts(ref, ample(actMs)),
  }[kind]();
  await done.catch(() => undefined);
  return `${kind} ${String(target.role)} ${JSON.stringify(target.name)}`;
}

describe.each(subjects)("what is kept of a window of %s between two readings", (_, numRuns, start) => {
  let app: Subject;
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    [accessibility, app] = await Promise.all([open(env), start()]);
    window = await windowOf(accessibility, app.pid);
  }, 60_000);
  afterAll(async () => {
    await accessibility.close();
    await app.stop();
  });

  it("equals a fresh reading after anything that was done to the window [native.mirror-equals-fresh]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const done: string[] = [];
        for (const one of steps) done.push(await perform(accessibility, window, app, one));
        await compare(window, done.join(", "));
      }),
      { numRuns, seed, endOnFailure: true },
    );
  }, 240_000);
});

describe("what GTK 3 does not announce", () => {
  let fixture: Fixture;
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    [accessibility, fixture] = await Promise.all([open(env), startFixture({ env })]);
    window = await windowOf(accessibility, fixture.pid);
  });
  afterAll(async () => {
    await accessibility.close();
    await fixture.stop();
  });

  it("is seen: a row that was selected, a branch that was opened and closed", async () => {
    await accessibility.selectChild(find(await window.read(), 98, "People").ref, 2, ample());
    await fixture.waitFor(({ selectedRow }) => selectedRow === "Grace Hopper");
    expect(find(await window.read(), 32, "Grace Hopper").states.has("selected")).toBe(true);
    await compare(window, "row");

    for (const turn of ["first", "second"]) {
      const before = await window.read();
      const open = (await fixture.state()).treeExpanded.includes("Archive");
      await accessibility.doAction(find(before, 56, "Archive").ref, 0, ample());
      await fixture.waitFor(({ treeExpanded }) => treeExpanded.includes("Archive") !== open);
      const after = await window.read();
      expect(flatten(after).length - flatten(before).length).toBe(open ? -2 : 2);
      await compare(window, `branch, ${turn} turn`);
    }
  });
});
