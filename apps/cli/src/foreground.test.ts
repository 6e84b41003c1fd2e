import { startFixture, startSentinel, type Sentinel } from "@beans-picker/fixture";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definedEnv, openSession, until, type TestSession } from "./testing/session.js";
import { person, startThief, type Thief } from "./testing/thief.js";

let session: TestSession;
let sentinel: Sentinel;
let thief: Thief;
let target: { pid: number; windowId: number };

beforeAll(async () => {
  session = await openSession();
});
afterAll(() => session.close());
beforeEach(async () => {
  sentinel = await startSentinel({ env: definedEnv(), title: "Sentinel" });
  await person("windowactivate", "--sync", String(sentinel.windowId));
  await sentinel.waitFor(({ active }) => active);
  thief = await startThief(sentinel.windowId);
  target = { pid: thief.pid, windowId: thief.windowId };
});
afterEach(async () => {
  await thief.stop();
  await sentinel.stop();
});

const act = (instruction: string, more: Record<string, unknown> = {}) =>
  session.call("act", { ...target, instruction, ...more });

/** How often the window in front lost the focus and got it, in its own words. */
async function turns(): Promise<{ out: number; in: number }> {
  const { events } = await sentinel.state();
  const count = (word: string): number => events.filter(({ name }) => name.startsWith(word)).length;
  return { out: count("focus-out"), in: count("focus-in") };
}

/** A key of the person's reaches the window that was in front, and it says so itself. */
async function keysGoTo(window: Sentinel, key: string): Promise<void> {
  await window.waitFor(({ active }) => active);
  const { text } = await window.state();
  await person("key", key);
  await window.waitFor((state) => state.text === `${text}${key}`);
}

/** Moves a window to where no other one covers its corner. */
async function place(windowId: number, x: number, y: number): Promise<void> {
  await person("windowmove", String(windowId), String(x), String(y));
  await until("the window is at its place", async () => {
    const found = /Position: (\d+),/.exec(await person("getwindowgeometry", String(windowId)))?.[1];
    // What xdotool says is off by the frame's border.
    return Math.abs(Number(found) - x) < 20 ? true : undefined;
  });
}

const inFront = async (): Promise<number> => Number(await person("getactivewindow"));

describe("an app that takes the front while it is acted on", () => {
  it("is reported and undone, and the call goes on [front.restored] [front.reported]", async () => {
    const before = await turns();
    const answer = await act("press the Jump once button");
    expect(answer).toMatchObject({ status: "done", delivery: "delivered" });
    expect(answer.foreground).toMatchObject([{ pid: thief.pid, during: "click", restored: true }]);
    expect(answer.frontUnwatched).toBeUndefined();
    expect(thief.state()).toMatchObject({ presses: 1, jumps: 1 });
    await keysGoTo(sentinel, "a");
    const after = await turns();
    expect([after.out - before.out, after.in - before.in]).toEqual([1, 1]);
  });

  it("is undone each time when it steals twice [front.restored]", async () => {
    const before = await turns();
    const answer = await act("press the Jump twice button", { expect: { text: "never there", timeoutMs: 2_000 } });
    expect(answer.foreground).toMatchObject([{ restored: true }, { restored: true }]);
    expect(thief.state()).toMatchObject({ presses: 1, jumps: 2 });
    await keysGoTo(sentinel, "b");
    const after = await turns();
    expect([after.out - before.out, after.in - before.in]).toEqual([2, 2]);
  });

  it("that dies in front leaves the front to the window before it, and no call hangs", async () => {
    const answer = await act("press the Jump and die button");
    // Nothing can be read of an app that is gone; that it worked is not claimed.
    expect(answer.status).not.toBe("done");
    expect(answer.foreground).toMatchObject([{ pid: thief.pid, restored: true }]);
    await keysGoTo(sentinel, "c");
    expect(await inFront()).toBe(sentinel.windowId);
    expect((await session.call("observe", { pid: sentinel.pid })).status).toBe("done");
  });

  it("is undone and reported when it is another app that it starts, with that one's process [front.started]", async () => {
    const answer = await act("press the Start a helper button", { expect: { text: "Helped", timeoutMs: 20_000 } });
    expect(answer.status).toBe("done");
    const helper = await until("the helper's window", async () => {
      const { windows = [] } = await session.call("windows", {});
      return windows.find(({ pid }) => pid !== thief.pid && pid !== sentinel.pid);
    });
    expect(helper.pid).toBeGreaterThan(0);
    // It opens in front, and asks for the front besides.
    expect(answer.foreground?.length).toBeGreaterThan(0);
    for (const entry of answer.foreground ?? [])
      expect(entry).toMatchObject({ pid: helper.pid, during: "click", restored: true });
    await keysGoTo(sentinel, "f");
    expect(await inFront()).toBe(sentinel.windowId);
  });

  it("more than 16 times is listed 16 times, and said to be more [front.truncated]", async () => {
    const answer = await act("press the Flash button", { expect: { text: "Flashed", timeoutMs: 30_000 } });
    expect(thief.state().jumps).toBe(20);
    expect(answer.foreground).toHaveLength(16);
    expect(answer.foregroundTruncated).toBe(true);
    await keysGoTo(sentinel, "d");
  });
});

describe("a person who switches windows on purpose during a call", () => {
  let other: Sentinel;
  beforeEach(async () => {
    other = await startSentinel({ env: definedEnv(), title: "Other" });
    await person("windowactivate", "--sync", String(sentinel.windowId));
    await sentinel.waitFor(({ active }) => active);
    await place(sentinel.windowId, 840, 20);
    await place(other.windowId, 840, 300);
    await place(thief.windowId, 840, 580);
  });
  afterEach(() => other.stop());

  const click = (windowId: number): Promise<string> =>
    person("mousemove", "--window", String(windowId), "5", "5", "click", "1");

  it("stays where they went, to another app or to the very app that is acted on [front.person]", async () => {
    const slow = await startFixture({ env: definedEnv() });
    await place(slow.windowId, 10, 20);
    try {
      for (const [windowId, goes] of [
        [other.windowId, "elsewhere"],
        [slow.windowId, "to the target"],
      ] as const) {
        const { saves } = await slow.state();
        const call = session.call("act", {
          pid: slow.pid,
          windowId: slow.windowId,
          instruction: "press the Save button",
          expect: { text: "what never comes", timeoutMs: 3_000 },
        });
        await slow.waitFor((state) => state.saves > saves, 30_000);
        await click(windowId);
        const answer = await call;
        expect(answer.foreground, goes).toBeUndefined();
        expect(await inFront(), goes).toBe(windowId);
      }
    } finally {
      await slow.stop();
    }
  });

  it("gets their new window back when the app steals after that, not the one from before [front.person]", async () => {
    await click(other.windowId);
    await other.waitFor(({ active }) => active);
    const answer = await act("press the Jump once button");
    expect(answer.foreground).toMatchObject([{ restored: true }]);
    await keysGoTo(other, "e");
    expect(await inFront()).toBe(other.windowId);
  });

  it("wins over an app that jumps meanwhile [front.person]", async () => {
    const call = act("press the Jump twice button", { expect: { text: "never there", timeoutMs: 3_000 } });
    await until("it has jumped", () => (thief.state().jumps > 1 ? true : undefined), 30_000);
    await click(other.windowId);
    const answer = await call;
    expect(answer.foreground?.every(({ restored }) => restored)).toBe(true);
    expect(await inFront()).toBe(other.windowId);
  });
});
