import type { Snapshot } from "@beans-picker/desktop";
import { startFixture, startGtk4Fixture, startQtFixture, startSentinel, startWebFixture } from "@beans-picker/fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WindowRef } from "../../backend.js";
import { desktopEnv } from "../../testing/desktop.js";
import { eventually } from "../../testing/scripted.js";
import { formChange, gtk3Change } from "../../testing/random-values.js";
import { openTwoLookers, type TwoLookers } from "../../testing/two-lookers.js";

/*
 * A look that was kept equals one that reads everything, whatever the app did in between. The app changes itself: nothing
 * that this process sends could tell it.
 */

const seed = 20_311;
/** The window of GTK 4 holds hundreds of rows, each of which is read. */
const [rounds, fewRounds] = [10, 5];

interface Subject extends WindowRef {
  /** Changes something at random. */
  change(at: number): Promise<unknown>;
  stop(): Promise<void>;
}

const env = desktopEnv();

const subjects: readonly (readonly [string, number, () => Promise<Subject>])[] = [
  ["GTK 3", rounds, async () => subject(await startFixture({ env }), gtk3Change)],
  ["GTK 4", fewRounds, async () => subject(await startGtk4Fixture({ env }), formChange)],
  ["Qt", rounds, async () => subject(await startQtFixture({ env }), formChange)],
  ["Chromium", rounds, async () => subject(await startWebFixture({ env }), formChange)],
];

interface Changeable<V> extends WindowRef {
  set(values: V): Promise<unknown>;
  stop(): Promise<void>;
}

function subject<V>(window: Changeable<V>, change: fc.Arbitrary<V>): Subject {
  const changes = fc.sample(change, { numRuns: rounds, seed });
  return {
    pid: window.pid,
    windowId: window.windowId,
    stop: () => window.stop(),
    change: async (at) => {
      const values = changes[at];
      if (values !== undefined) await window.set(values);
    },
  };
}

function content({ nodes, texts, menus, modal }: Snapshot): unknown {
  return { nodes, texts, menus, modal };
}

/** Until a look is kept: the app has come to rest. */
async function untilKept(lookers: TwoLookers, window: WindowRef): Promise<void> {
  await eventually("a look that is kept", async () => (await lookers.look(window)).kept, 20_000);
}

/** A kept look against looks that read everything, with nothing between them that the app did. */
async function compare(lookers: TwoLookers, window: WindowRef): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const before = content(await lookers.lookFresh(window));
    const { snapshot, kept } = await lookers.look(window);
    const after = content(await lookers.lookFresh(window));
    if (attempt < 20 && JSON.stringify(before) !== JSON.stringify(after)) continue;
    expect({ kept, content: content(snapshot) }).toEqual({ kept, content: after });
    return;
  }
}

describe.runIf(process.platform === "linux")("a window that is looked at again", () => {
  it.each(subjects)(
    "is kept while nothing happens in %s, and as the app has it after everything that does [native.kept-look]",
    async (_, count, start) => {
      const [window, lookers] = [await start(), await openTwoLookers(env)];
      try {
        for (let round = 0; round < count; round += 1) {
          await untilKept(lookers, window);
          await window.change(round);
          await compare(lookers, window);
        }
        await untilKept(lookers, window);
        await compare(lookers, window);
      } finally {
        await lookers.close();
        await window.stop();
      }
    },
    300_000,
  );

  it("is kept and told anew while another window covers it [native.kept-look]", async () => {
    const [fixture, lookers] = [await startFixture({ env }), await openTwoLookers(env)];
    const sentinel = await startSentinel({ env });
    try {
      await sentinel.waitFor(({ active }) => active);
      for (const [round, tab] of (["Advanced", "About", "General"] as const).entries()) {
        await untilKept(lookers, fixture);
        // Branches and rows of trees are what GTK 3 says nothing of.
        await fixture.set({ tab, treeExpanded: round % 2 === 0 ? ["Archive"] : [] });
        await compare(lookers, fixture);
      }
    } finally {
      await lookers.close();
      await sentinel.stop();
      await fixture.stop();
    }
  }, 60_000);

  it("is not kept in the moment after something was done to it", async () => {
    const [fixture, lookers] = [await startFixture({ env }), await openTwoLookers(env)];
    try {
      await untilKept(lookers, fixture);
      lookers.expectChange();
      expect((await lookers.look(fixture)).kept).toBe(false);
      await untilKept(lookers, fixture);
    } finally {
      await lookers.close();
      await fixture.stop();
    }
  }, 60_000);
});
