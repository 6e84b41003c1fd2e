import { type Fixture, startFixture } from "@beans-picker/fixture";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { find, flatten, lines } from "../../../testing/accessible-tree.js";
import { open, type OpenWindow, windowOf } from "../../../testing/accessible-window.js";
import { desktopEnv } from "../../../testing/desktop.js";
import { ample } from "../../../testing/scripted.js";
import type { AtspiAccessibility } from "../bus/index.js";

/** A random thing to do to the window: which control, and what with. */
interface Step {
  readonly kind: "text" | "press" | "value" | "select" | "focus" | "read";
  readonly pick: number;
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("text", "press", "press", "press", "value", "select", "focus", "read"),
  pick: fc.nat(10_000),
  text: fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
});

/** Commands that end the window, or a dialog whose window is another. */
const untouched = new Set(["Quit"]);

describe("what is kept of a window between two readings", () => {
  let fixture: Fixture;
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    const env = desktopEnv();
    [accessibility, fixture] = await Promise.all([open(env), startFixture({ env })]);
    window = await windowOf(accessibility, fixture.pid);
  });
  afterAll(async () => {
    await accessibility.close();
    await fixture.stop();
  });

  /** Readings with nothing between them that the app did: what moves on its own is read twice. */
  const compare = async (what: string): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const before = lines(await window.readFresh());
      const kept = lines(await window.read());
      const after = lines(await window.readFresh());
      if (attempt < 20 && before.join("\n") !== after.join("\n")) continue;
      const differs = kept.filter((line) => !after.includes(line));
      const lacks = after.filter((line) => !kept.includes(line));
      expect({ what, differs, lacks }).toEqual({ what, differs: [], lacks: [] });
      expect(kept).toEqual(after);
      return;
    }
  };

  const perform = async ({ kind, pick, text }: Step): Promise<string> => {
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
      text: () => accessibility.setText(ref, text, ample()),
      press: () => accessibility.doAction(ref, pick % actions.length, ample()),
      value: () => accessibility.setValue(ref, (value?.minimum ?? 0) + (pick % 100), ample()),
      select: () => accessibility.selectChild(ref, pick % childCount, ample()),
      focus: () => accessibility.grabFocus(ref, ample()),
      read: () => accessibility.facts(ref, ample()),
    }[kind]();
    await done.catch(() => undefined);
    return `${kind} ${String(target.role)} ${JSON.stringify(target.name)}`;
  };

  it("equals a fresh reading after anything that was done to the window [native.mirror-equals-fresh]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const done: string[] = [];
        for (const one of steps) done.push(await perform(one));
        await compare(done.join(", "));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 120_000);

  it("sees a row that was selected and a branch that was opened and closed, which the toolkit does not announce", async () => {
    await accessibility.selectChild(find(await window.read(), 98, "People").ref, 2, ample());
    await fixture.waitFor(({ selectedRow }) => selectedRow === "Grace Hopper");
    expect(find(await window.read(), 32, "Grace Hopper").states.has("selected")).toBe(true);
    await compare("row");

    // The random steps may have left the branch open: two turns see both directions.
    for (const turn of ["first", "second"]) {
      const before = await window.read();
      const open = (await fixture.state()).treeExpanded.includes("Archive");
      await accessibility.doAction(find(before, 56, "Archive").ref, 0, ample());
      await fixture.waitFor(({ treeExpanded }) => treeExpanded.includes("Archive") !== open);
      const after = await window.read();
      expect(flatten(after).length - flatten(before).length).toBe(open ? -2 : 2);
      await compare(`branch, ${turn} turn`);
    }
  });
});
