import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startAlone, type LoneProcess } from "@beans-picker/ipc/alone";
import { type FrontChange, watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { type Sentinel, startSentinel } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "./testing/until.js";
import { openWindow, type TestWindow } from "./testing/windows.js";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const options = { deadlineMs: 10_000 };
const env = Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));
const xdotool = (...args: string[]): Promise<unknown> => promisify(execFile)("xdotool", args);

let watcher: LoneProcess<WatcherContract>;
let changes: FrontChange[];
let sentinel: Sentinel;
let thief: TestWindow;

/** Waits for the next change that brings that process to the front. */
async function arrival(pid: number, from: number): Promise<FrontChange> {
  return until(`process ${pid} comes to the front`, () => changes.slice(from).find(({ front }) => front.pid === pid));
}

/** The app that was in front before the changes from there on; some window managers say nobody for a moment in between. */
function lastApp(from: number): number | null | undefined {
  return changes.slice(from).find(({ previous }) => previous.windowId !== null)?.previous.pid;
}

const restore = (more: { evenPerson?: boolean } = {}) =>
  watcher.client.call("front.restore", { from: [thief.pid], ...more }, options);

beforeEach(async () => {
  changes = [];
  thief = await openWindow("Thief");
  sentinel = await startSentinel({ env });
  watcher = await startAlone(watcherContract, entry);
  watcher.client.subscribe("front.changed", (change) => changes.push(change));
  await xdotool("windowactivate", "--sync", String(sentinel.windowId));
  await until("the sentinel is in front", async () => {
    const { front, seesInput } = await watcher.client.call("front.watch", {}, options);
    expect(seesInput).toBe(true);
    return front.pid === sentinel.pid || undefined;
  });
});

afterEach(async () => {
  await watcher.end("SIGTERM");
  await Promise.all([thief.kill(), sentinel.stop()]);
});

describe("an app that takes the front", () => {
  it("is told from the person who types meanwhile, and the front is put back each time it steals again [front.restore]", async () => {
    for (let time = 0; time < 2; time += 1) {
      const from = changes.length;
      await xdotool("type", "--window", "0", "ab");
      await thief.raise();
      expect(await arrival(thief.pid, from)).toMatchObject({ cause: "app" });
      expect(lastApp(from)).toBe(sentinel.pid);
      expect(await restore()).toMatchObject({ outcome: "restored", front: { pid: sentinel.pid } });
      expect(await arrival(sentinel.pid, from)).toMatchObject({ cause: "restore" });
    }
    await sentinel.waitFor(({ active }) => active);
    const before = (await sentinel.state()).text;
    await xdotool("key", "x");
    // The sentinel's own log is the proof that the person's keys go where they went.
    await sentinel.waitFor(({ text }) => text === `${before}x`);
    const focus = (await sentinel.state()).events.filter(({ name }) => name.startsWith("focus")).length;
    expect(focus).toBeGreaterThanOrEqual(4);
  });

  it("is reported as a new window when it opens one, and as closed when it dies, with nothing left to put back", async () => {
    const other = await openWindow("Newcomer");
    expect(await arrival(other.pid, 0)).toMatchObject({ cause: "opened" });
    const from = changes.length;
    await other.kill();
    const after = await until("something takes its place", () => changes.slice(from).at(-1));
    expect(after.cause).toBe("closed");
    const answer = await watcher.client.call("front.restore", { from: [other.pid] }, options);
    expect(answer).toMatchObject({ outcome: "not_needed", checks: 0 });
  });

  it("stays in front when a person has clicked it, unless the caller insists [front.person]", async () => {
    const from = changes.length;
    await xdotool(
      "windowraise",
      String(thief.windowId),
      "mousemove",
      "--window",
      String(thief.windowId),
      "20",
      "20",
      "click",
      "1",
    );
    expect(await arrival(thief.pid, from)).toMatchObject({ cause: "person" });
    expect(await restore()).toMatchObject({ outcome: "person", front: { pid: thief.pid } });
    expect((await watcher.client.call("front.current", {}, options)).front.pid).toBe(thief.pid);
    expect(await restore({ evenPerson: true })).toMatchObject({ outcome: "restored", front: { pid: sentinel.pid } });
  });

  it("is told from a person's click that the watcher saw late, because it was held up [front.person]", async () => {
    // It knows the server's clock by then from changes, but has seen no input yet.
    await thief.raise();
    await arrival(thief.pid, 0);
    await restore();
    await sentinel.waitFor(({ active }) => active);
    const from = changes.length;
    process.kill(watcher.pid, "SIGSTOP");
    try {
      const id = String(thief.windowId);
      await xdotool("windowraise", id, "mousemove", "--window", id, "20", "20", "click", "1");
      await sentinel.waitFor(({ active }) => !active);
      await new Promise((resolve) => setTimeout(resolve, 150));
    } finally {
      process.kill(watcher.pid, "SIGCONT");
    }
    expect(await arrival(thief.pid, from)).toMatchObject({ cause: "person" });
  });

  it("stays in front when a person has switched to it with keys [front.person]", async () => {
    await thief.raise();
    await arrival(thief.pid, 0);
    await restore();
    const from = changes.length;
    await xdotool("key", "alt+Tab");
    const arrived = await until("another app is in front", () =>
      changes.slice(from).find(({ cause }) => cause !== "restore"),
    );
    expect(arrived.cause).toBe("person");
    expect(arrived.front.pid).not.toBe(sentinel.pid);
  });

  it("is told with the calls that were noted at that moment [front.during]", async () => {
    const running = [{ call: "1", tool: "act", pid: thief.pid }];
    await watcher.client.call("calls.note", { running }, options);
    await thief.raise();
    expect((await arrival(thief.pid, 0)).during).toEqual(running);
    await restore();
    await watcher.client.call("calls.note", { running: [] }, options);
    const from = changes.length;
    await thief.raise();
    expect((await arrival(thief.pid, from)).during).toEqual([]);
  });

  it("is never put in front by a restore that names it as the one that must not be", async () => {
    const asked = watcher.client.call(
      "front.restore",
      { from: [thief.pid], to: { pid: thief.pid, windowId: null } },
      options,
    );
    await expect(asked).rejects.toMatchObject({ code: "bad_arguments" });
  });
});
