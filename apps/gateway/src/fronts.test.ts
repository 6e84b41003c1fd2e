import type { Front, FrontChange } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { createFrontMonitor, type FrontWatcher } from "./fronts.js";

function change(from: number, to: number, cause: FrontChange["cause"] = "app"): FrontChange {
  const front = (pid: number) => ({ pid, windowId: pid, app: "App", title: null });
  return { front: front(to), previous: front(from), at: 0, monotonicMs: 0, cause, blindMs: 20, during: [] };
}

/** A scripted watcher that sees what it has told. */
function bench(more: Partial<FrontWatcher> = {}) {
  const restored: number[][] = [];
  let seen: Front = { pid: null, windowId: null, app: null, title: null };
  const watcher = {
    restore: (from: number[]) => Promise.resolve(restored.push(from)),
    look: () => Promise.resolve(seen),
    ...more,
  };
  // Whatever has a number above 100 was started by the app that is acted on.
  const monitor = createFrontMonitor(watcher, { startedBy: () => (other) => other > 100 });
  monitor.attached();
  return {
    monitor: {
      ...monitor,
      changed(told: FrontChange, at: number) {
        seen = told.front;
        monitor.changed(told, at);
      },
    },
    restored,
  };
}

describe("an app that takes the front during a call on it", () => {
  it("is put back, each time it does it [front.restored]", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(9);
    for (const each of [change(1, 9), change(9, 1, "restore"), change(1, 9, "opened")]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([[9], [9]]);
    expect(record.stop().changes).toHaveLength(3);
  });

  it("is left there when a person turned to it, and so is every other app [front.person]", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(9);
    for (const each of [change(1, 9, "person"), change(9, 2), change(2, 9, "closed")]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([]);
  });

  it("is not pushed away from a person who works in it when it opens another window [front.person]", async () => {
    const { monitor, restored } = bench();
    monitor.changed(change(1, 9, "person"), 0);
    const record = monitor.record(9);
    const nobody = { pid: null, windowId: null, app: null, title: null };
    const passing = [
      { ...change(9, 9), front: nobody },
      { ...change(9, 9, "opened"), previous: nobody },
    ];
    for (const each of [change(9, 9, "opened"), ...passing]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([]);
    expect(record.stop().changes.map(({ change: { front } }) => front)).toEqual([nobody]);
  });

  it("is not fought with for ever", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(9);
    for (let turn = 0; turn < 100; turn += 1) monitor.changed(change(1, 9), 0);
    await record.settled();
    expect(restored).toHaveLength(8);
  });

  it("is not touched once the call is over, or when nothing can put it back", async () => {
    const { monitor } = bench({ restore: () => Promise.reject(new Error("unsupported")) });
    monitor.detached();
    const record = monitor.record(9);
    monitor.changed(change(1, 9), 0);
    await record.settled();
    expect(record.stop()).toMatchObject({ watched: false, changes: [{}] });
    monitor.changed(change(1, 9), 0);
  });
});

describe("an app that is started by the one that is acted on", () => {
  it("is put back like that one, and neither of them is what the front is given to [front.started]", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(9);
    for (const each of [change(1, 9), change(9, 101, "opened"), change(101, 1, "restore")]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([[9], [9, 101]]);
    expect(record.stop().changes.map(({ ours }) => ours)).toEqual([true, true, false]);
  });
});

describe("an app that is being started", () => {
  it("gives the front back to the app that had it, which is never pushed away itself", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(null);
    const passing = { ...change(1, 9), front: { pid: null, windowId: null, app: null, title: null } };
    for (const each of [passing, change(1, 9, "opened"), change(9, 1, "unknown")]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([[9]]);
    expect(record.stop().changes.map(({ ours }) => ours)).toEqual([false, true, false]);
  });
});

describe("the end of a call", () => {
  it("waits for an event that the watcher's answer has passed on its way, and for what that one asks for", async () => {
    const restored: number[][] = [];
    const { monitor } = bench({
      restore: (from) => Promise.resolve(restored.push(from)),
      look: () => Promise.resolve((restored.length > 0 ? change(9, 1) : change(1, 9)).front),
    });
    monitor.changed(change(2, 1), 0);
    const record = monitor.record(9);
    const settled = record.settled();
    setTimeout(() => monitor.changed(change(1, 9), 0), 20);
    setTimeout(() => monitor.changed(change(9, 1, "restore"), 0), 40);
    await settled;
    expect(restored).toEqual([[9]]);
    expect(record.stop()).toMatchObject({ watched: true, changes: [{}, {}] });
  });

  it("vouches for nothing when the watcher does not answer any more [front.unwatched]", async () => {
    const { monitor } = bench({ look: () => Promise.reject(new Error("late")) });
    const record = monitor.record(9);
    await record.settled();
    expect(record.stop()).toEqual({ watched: false, changes: [] });
  });
});
