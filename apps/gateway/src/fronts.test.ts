import type { FrontChange } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { createFrontMonitor } from "./fronts.js";

function change(from: number, to: number, cause: FrontChange["cause"] = "app"): FrontChange {
  const front = (pid: number) => ({ pid, windowId: pid, app: "App", title: null });
  return { front: front(to), previous: front(from), at: 0, monotonicMs: 0, cause, blindMs: 20, during: [] };
}

function bench() {
  const restored: number[][] = [];
  const monitor = createFrontMonitor((from) => Promise.resolve(restored.push(from)));
  monitor.attached();
  return { monitor, restored };
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

  it("is not fought with for ever", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(9);
    for (let turn = 0; turn < 100; turn += 1) monitor.changed(change(1, 9), 0);
    await record.settled();
    expect(restored).toHaveLength(8);
  });

  it("is not touched once the call is over, or when nothing can put it back", async () => {
    const monitor = createFrontMonitor(() => Promise.reject(new Error("unsupported")));
    const record = monitor.record(9);
    monitor.changed(change(1, 9), 0);
    await record.settled();
    expect(record.stop()).toMatchObject({ watched: false, changes: [{}] });
    monitor.changed(change(1, 9), 0);
  });
});

describe("an app that is being started", () => {
  it("gives the front back to the app that had it, which is never pushed away itself", async () => {
    const { monitor, restored } = bench();
    const record = monitor.record(null);
    for (const each of [change(1, 9, "opened"), change(9, 1, "unknown")]) monitor.changed(each, 0);
    await record.settled();
    expect(restored).toEqual([[9]]);
  });
});
