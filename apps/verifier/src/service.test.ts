/**
 * The desktop process is scripted (see testing/scripted-desktop.ts): only a script shows an effect exactly 600 ms late. The
 * sockets, the verifier's service and the judging are real.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { WindowEntry } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { afterEach, describe, expect, it } from "vitest";
import { type Bench, owner, startBench } from "./testing/bench.js";
import { handles, picture, target } from "./testing/pictures.js";
import type { Script } from "./testing/scripted-desktop.js";

const toggle = { kind: "toggle", handle: handles.wifi } as const;
const click = { kind: "click", handle: handles.save } as const;
const fill = { kind: "set_value", handle: handles.name, text: "Ada" } as const;

let bench: Bench | undefined;

interface Setting {
  readonly windows?: Script["windows"];
  readonly env?: NodeJS.ProcessEnv;
  readonly running?: boolean;
  readonly save?: string;
  readonly hidden?: boolean;
  readonly tells?: Script["tells"];
}

async function start(later: Script["later"], more: Setting = {}) {
  const { env = {}, windows = [], running = true, save = "Save", hidden = false, tells } = more;
  bench = await startBench(
    { before: picture({ save, hidden }), later, windows, ...(tells && { tells }) },
    env,
    running,
  );
  return bench;
}

function entry(windowId: number, pid: number | null): WindowEntry {
  return {
    ...{ windowId, pid, app: "Settings", title: "Settings", bounds: null, onScreen: true, minimized: false },
    ...{ layer: null, zIndex: null, spaces: null, onCurrentSpace: null },
  };
}

afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

describe("looking in time", () => {
  it("waits for an effect that comes 600 ms late [effect.late]", async () => {
    const { judge } = await start((ms) => picture({ wifi: ms >= 600 }));
    const judged = await judge(toggle);
    expect(judged).toMatchObject({ effect: "done", exact: true });
    expect(judged.tookMs).toBeGreaterThanOrEqual(600);
    expect(judged.after).toBe(`after-${judged.snapshots}`);
  });

  it.each([
    ["a checkbox that flips back", toggle, (ms: number) => picture({ wifi: ms < 100 }), "no_effect"],
    ["a field that is emptied again", fill, (ms: number) => picture({ name: ms < 100 ? "Ada" : "" }), "mismatch"],
    [
      "a button that takes its new label back",
      click,
      (ms: number) => picture({ save: ms < 100 ? "Saved" : "Save" }),
      "no_effect",
    ],
  ] as const)("does not believe %s after 100 ms [effect.undone]", async (_what, action, later, effect) => {
    const { judge } = await start(later);
    const judged = await judge(action);
    expect(judged.effect).toBe(effect);
  });

  it("lets a later contradiction beat an effect that was found before [effect.undone]", async () => {
    const { judge } = await start((_ms, nth) => picture({ name: nth === 1 ? "Ada" : "Eve" }));
    expect(await judge(fill)).toMatchObject({ effect: "mismatch" });
  });

  it("does not take a clock that goes on for the effect of a press [effect.tied]", async () => {
    const { judge } = await start((_ms, nth) => picture({ clock: `10:0${nth % 10}` }));
    expect(await judge(click)).toMatchObject({ effect: "unverified" });
  });

  it.each([
    ["a checkbox", toggle, (ms: number) => picture({ wifi: ms < 320 })],
    ["a field", fill, (ms: number) => picture({ name: ms < 320 ? "Ada" : "" })],
  ] as const)("does not believe what %s shows for less than 400 ms [effect.undone]", async (_what, action, later) => {
    const { judge } = await start(later);
    expect((await judge(action)).effect).not.toBe("done");
  });

  it("answers a press as soon as its evidence is there, without waiting whether it stays [effect.prompt]", async () => {
    const { judge, desktop } = await start((ms) => picture({ clock: ms < 100 ? "Ready" : "Saved" }));
    const judged = await judge(click);
    expect(judged).toMatchObject({ effect: "done", evidence: "A new text names what was pressed." });
    expect(desktop.looks.filter((ms) => ms >= 100)).toHaveLength(1);
  });

  it("looks again as soon as it is told that the window changed [effect.told]", async () => {
    const { judge, desktop } = await start((ms) => picture({ wifi: ms >= 700 }), {
      tells: async (ms, waitMs) => {
        const inMs = 710 - ms;
        if (inMs < 0 || inMs > waitMs) return false;
        await delay(inMs);
        return true;
      },
    });
    expect((await judge(toggle)).effect).toBe("done");
    const first = desktop.looks.find((ms) => ms >= 700) ?? Number.NaN;
    // Without being told it would have looked at about 280, 600 and 1000 ms.
    expect(first).toBeLessThan(950);
  });

  it("does not deny an effect that came while the last look was being read [effect.overtaken]", async () => {
    const env = { BEANS_PICKER_EFFECT_BUDGET_MS: "500" };
    const slow = async (ms: number) => {
      // The last look begins when the budget ends; what it shows is from then.
      if (ms >= 490 && ms < 650) await delay(300);
      return picture({ wifi: ms >= 650 });
    };
    const { judge } = await start(slow, { env, tells: (ms) => Promise.resolve(ms >= 650) });
    expect(await judge(toggle)).toMatchObject({ effect: "done" });
  });

  it("says that nothing happened only after its whole budget [effect.budget]", async () => {
    const { judge, desktop } = await start(() => picture(), { env: { BEANS_PICKER_EFFECT_BUDGET_MS: "500" } });
    const judged = await judge(click);
    expect(judged.effect).toBe("no_effect");
    expect(judged.tookMs).toBeGreaterThanOrEqual(500);
    expect(Math.max(...desktop.looks)).toBeGreaterThanOrEqual(490);
    // The last look begins when the budget ends; the rest is for a busy machine.
    expect(judged.tookMs).toBeLessThan(1_000);
    expect(judged.snapshots).toBe(desktop.looks.length);
  });

  it("says of which moment it is true that nothing happened, or the wrong thing", async () => {
    const env = { BEANS_PICKER_EFFECT_BUDGET_MS: "300" };
    const nothing = await start(() => picture(), { env });
    expect((await nothing.judge(click)).evidence).toMatch(/^Nothing changed, \d\.\d s after the action\.$/);
    const wrong = await start(() => picture({ name: "ad" }), { env });
    const { effect, evidence } = await wrong.judge(fill);
    expect(effect).toBe("mismatch");
    expect(evidence).toMatch(/^The field holds a different text, \d\.\d s after the action\.$/);
  });

  it("looks no more often than it is told to [effect.retakes]", async () => {
    const { judge, desktop } = await start(() => picture(), { env: { BEANS_PICKER_EFFECT_RETAKES: "2" } });
    expect(await judge(click)).toMatchObject({ effect: "no_effect", snapshots: 2 });
    expect(desktop.looks).toHaveLength(2);
  });

  it("looks at the window that was acted on, as the owner that acted", async () => {
    const { judge, desktop } = await start(() => picture({ wifi: true }));
    await judge(toggle);
    for (const asked of desktop.asked) expect(asked).toEqual({ owner, ...target });
  });
});

describe("a window that cannot be looked at again", () => {
  const gone = (): CodedError => new CodedError("window_not_found");

  it.each([
    ["its app has other windows", [{ ...entry(78, target.pid), title: "Mail" }]],
    ["its app has none left", [entry(9, 99)]],
  ])(
    "is done for a click on Close when the list shows that it closed and %s [effect.window-closed]",
    async (_case, windows) => {
      const { judge } = await start(gone, { windows, save: "Close" });
      expect(await judge(click)).toMatchObject({
        effect: "done",
        evidence: "The window closed.",
        snapshots: 0,
        after: null,
      });
    },
  );

  it("is not done when the control says nothing of closing [effect.window-closed]", async () => {
    const { judge } = await start(gone, { windows: [entry(9, 99)] });
    expect(await judge(click)).toMatchObject({
      effect: "unverified",
      evidence: "The window closed, and nothing shows that this is what the control is for.",
    });
  });

  it("is not done when another window of the same title took its place [effect.window-replaced]", async () => {
    const { judge } = await start(gone, { windows: [entry(78, target.pid)], save: "Close" });
    expect(await judge(click)).toMatchObject({
      effect: "unverified",
      evidence: "Another window of the app took the place of the window.",
    });
  });

  it.each([
    ["text was entered", fill, []],
    ["the list still has it", click, [entry(target.windowId, target.pid)]],
    ["the list has it without an owner", click, [entry(target.windowId, null)]],
    ["the list cannot be read", click, new CodedError("driver_error")],
  ] as const)("is not done when %s [effect.window-closed]", async (_case, action, windows) => {
    const { judge } = await start(gone, { windows, env: { BEANS_PICKER_EFFECT_BUDGET_MS: "200" } });
    expect(await judge(action)).toMatchObject({ effect: "unverified" });
  });

  it("is not done when the app is gone with its window, which a crash looks like too [effect.crash]", async () => {
    const { judge } = await start(gone, { running: false });
    expect(await judge(click)).toMatchObject({
      effect: "unverified",
      evidence: "The app ended, which may have been a crash.",
    });
  });

  it.each(["Quit", "Close", "Log Out"])("is done when %s ended the app [effect.crash]", async (save) => {
    const { judge } = await start(gone, { running: false, save });
    expect(await judge(click)).toMatchObject({ effect: "done", evidence: "The app ended." });
  });

  it("is unverified when the desktop process dies after the action, even if the effect was seen before [effect.desktop-lost]", async () => {
    const { judge, desktop } = await start((_ms, nth) => {
      if (nth === 1) setTimeout(() => void desktop.close(), 50);
      return picture({ wifi: true });
    });
    const judged = await judge(toggle, { deadlineMs: 4_000 });
    expect(judged).toMatchObject({ effect: "unverified", after: null, snapshots: 1 });
    expect(judged.evidence).toMatch(/could not be read again: the desktop process was lost/);
  });

  it("is unverified when looking fails for another reason, and keeps the last snapshot [effect.unreadable]", async () => {
    const { judge } = await start((_ms, nth) =>
      nth === 1 ? picture({ wifi: true }) : new CodedError("driver_timeout"),
    );
    expect(await judge(toggle)).toMatchObject({ effect: "unverified", after: "after-1", snapshots: 1 });
  });
});

describe("a field that can never be read", () => {
  it("is not looked at until the time is up, since no look would tell [effect.blind]", async () => {
    const { judge } = await start(() => picture({ hidden: true }), { hidden: true });
    const judged = await judge(fill);
    expect(judged).toMatchObject({
      effect: "unverified",
      evidence: "What the field holds cannot be read.",
      snapshots: 2,
    });
    expect(judged.after).toBe("after-2");
  });
});

describe("who may judge", () => {
  it("refuses the watch of another owner as if there were none, and leaves it to its owner [watch.owner]", async () => {
    const { verifier, desktop } = await start(() => picture({ wifi: true }));
    const options = { deadlineMs: 5_000 };
    const { watchId } = await verifier.call("watch.begin", { owner, snapshotId: "before", action: toggle }, options);
    const refusals = await Promise.all(
      [
        verifier.call("watch.judge", { owner: "another-owner-of-snapshots", watchId }, options),
        verifier.call("watch.judge", { owner, watchId: "watch-none" }, options),
        verifier.call("watch.drop", { owner: "another-owner-of-snapshots", watchId }, options),
      ].map((call) =>
        call.then(
          () => "accepted",
          (error: unknown) => (error instanceof CodedError ? error.facts : error),
        ),
      ),
    );
    expect(refusals).toMatchObject([
      { code: "watch_unavailable" },
      { code: "watch_unavailable" },
      { code: "watch_unavailable" },
    ]);
    expect(new Set(refusals.map((facts) => JSON.stringify(facts).replace(/"delivery":"\w+",?/, ""))).size).toBe(1);
    desktop.act();
    expect((await verifier.call("watch.judge", { owner, watchId }, options)).verdict.effect).toBe("done");
    await expect(verifier.call("watch.judge", { owner, watchId }, options)).rejects.toMatchObject({
      code: "watch_unavailable",
    });
  });

  it("begins no watch on a snapshot that the owner may not read", async () => {
    const { verifier } = await start(() => picture());
    const begin = { owner: "another-owner-of-snapshots", snapshotId: "before", action: toggle };
    await expect(verifier.call("watch.begin", begin, { deadlineMs: 5_000 })).rejects.toMatchObject({
      code: "snapshot_unavailable",
    });
  });

  it("forgets a watch that is dropped", async () => {
    const { verifier } = await start(() => picture());
    const options = { deadlineMs: 5_000 };
    const { watchId } = await verifier.call("watch.begin", { owner, snapshotId: "before", action: toggle }, options);
    await verifier.call("watch.drop", { owner, watchId }, options);
    await expect(verifier.call("watch.judge", { owner, watchId }, options)).rejects.toMatchObject({
      code: "watch_unavailable",
    });
  });
});

describe("a caller's patience", () => {
  it("answers before the deadline of a call that is shorter than the budget [effect.deadline]", async () => {
    const { judge } = await start(() => picture());
    const judged = await judge(click, { deadlineMs: 900 });
    expect(judged.effect).toBe("no_effect");
    expect(judged.tookMs).toBeLessThan(900);
  });

  it("stops looking when the caller cancels [effect.cancel]", async () => {
    const { judge, desktop } = await start(() => picture(), { env: { BEANS_PICKER_EFFECT_BUDGET_MS: "30000" } });
    const caller = new AbortController();
    const judging = judge(click, { signal: caller.signal, onActed: () => setTimeout(() => caller.abort(), 150) });
    await expect(judging).rejects.toMatchObject({ code: "cancelled" });
    const seen = desktop.looks.length;
    // Longer than the longest pause between looks: one that goes on would have looked again.
    const until = performance.now() + 700;
    await expect.poll(() => performance.now() > until, { timeout: 2_000 }).toBe(true);
    expect(desktop.looks.length).toBeLessThanOrEqual(seen + 1);
  });

  it.each(["0", "-5", "30001", "abc", "Infinity", "NaN"])(
    "refuses to begin with a budget of %s, before anything is sent [effect.configuration]",
    async (budget) => {
      const { judge, desktop } = await start(() => picture(), { env: { BEANS_PICKER_EFFECT_BUDGET_MS: budget } });
      await expect(judge(click)).rejects.toMatchObject({
        code: "verifier_unavailable",
        message: expect.stringContaining("BUDGET_MS") as string,
      });
      expect(desktop.looks).toEqual([]);
    },
  );
});
