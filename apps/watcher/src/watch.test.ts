import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "./changes.js";
import { startDisplay } from "./testing/display.js";
import { until } from "./testing/until.js";
import { openWindow, raiseInTurn, type TestWindow } from "./testing/windows.js";
import { type Condition, type FrontWatch, samplePeriodMs, watchFront } from "./watch.js";
import { openX11Source } from "./x11/source.js";

const xprop = (...args: string[]): Promise<unknown> => promisify(execFile)("xprop", args);
const never = new AbortController().signal;
const now = (): number => performance.now();

let watch: FrontWatch;
let changes: Change[];
let conditions: Condition[];
let windows: TestWindow[];

function start(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux"): FrontWatch {
  return watchFront({
    open: (signal) => openX11Source({ env, platform, host: hostname(), now }, signal),
    onChange: (change) => changes.push(change),
    onCondition: (condition) => conditions.push(condition),
    now,
  });
}

async function open(name: string, env = process.env): Promise<TestWindow> {
  const window = await openWindow(name, env);
  windows.push(window);
  return window;
}

/** The owners of the windows that came to the front, in order, without the moments in which none was. */
function owners(): (number | null)[] {
  return changes.filter(({ front }) => front.windowId !== null).map(({ front }) => front.pid);
}

beforeEach(() => {
  changes = [];
  conditions = [];
  windows = [];
});

afterEach(async () => {
  await watch.close();
  await Promise.all(windows.map((window) => window.kill()));
});

describe("on a real X11 desktop", () => {
  it("reports every change in order with the process, window and class of the new front app [front.every-change]", async () => {
    const a = await open("Anna");
    watch = start(process.env);
    expect((await watch.current(never)).front).toEqual({
      pid: a.pid,
      windowId: a.windowId,
      app: "Anna",
      title: "Anna",
    });
    const b = await open("Berta");
    await until("Berta is reported", () => owners().includes(b.pid) || undefined);
    const turns = [a, b, a, b, a, b, a];
    for (const window of turns.slice(0, -1)) {
      const seen = changes.length;
      await window.raise();
      await until(`${window.name} is reported`, () => changes.length > seen || undefined);
    }
    await a.raise();
    const expected = [b, ...turns].map(({ pid }) => pid);
    await until("the last change is reported", () => owners().length >= expected.length || undefined);
    expect(owners()).toEqual(expected);
    expect(changes.at(-1)?.front).toEqual({ pid: a.pid, windowId: a.windowId, app: "Anna", title: "Anna" });
    for (const [at, change] of changes.entries()) {
      if (at > 0) expect(change.previous).toEqual(changes[at - 1]?.front);
      expect(change.blindMs).toBeGreaterThanOrEqual(samplePeriodMs);
      expect(change.monotonicMs).toBeGreaterThan(changes[at - 1]?.monotonicMs ?? 0);
    }
  });

  it("sees an app that comes to the front and goes back within 100 ms [front.short-visit]", async () => {
    const [a, b] = [await open("Anna"), await open("Berta")];
    watch = start(process.env);
    await watch.current(never);
    const expected: number[] = [];
    let short = 0;
    // On a busy machine a visit can last longer than wanted; those count for the order only.
    for (let round = 0; round < 40 && short < 3; round += 1) {
      const begun = now();
      await raiseInTurn([a, b]);
      if (now() - begun < 100) short += 1;
      expected.push(a.pid, b.pid);
      await until("both changes are reported", () => owners().length >= expected.length || undefined);
      expect(owners()).toEqual(expected);
    }
    expect(short).toBe(3);
  });

  it("goes on when the front window is killed, and says whose window is in front after it [front.window-dies]", async () => {
    const [a, b] = [await open("Anna"), await open("Berta")];
    watch = start(process.env);
    expect((await watch.current(never)).front.pid).toBe(b.pid);
    await b.kill();
    await until("Anna is reported", () => owners().at(-1) === a.pid || undefined);
    await a.kill();
    await until("nobody is in front", () => changes.at(-1)?.front.windowId === null || undefined);
    expect((await watch.current(never)).front).toEqual({ pid: null, windowId: null, app: null, title: null });
    for (let round = 0; round < 5; round += 1) await (await open("Fleeting")).kill();
    const c = await open("Clara");
    await until("Clara is reported", () => owners().at(-1) === c.pid || undefined);
    expect(owners().every((pid) => pid !== null)).toBe(true);
    expect(conditions).toEqual(["watching"]);
  });
});

describe("a window that does not name its process", () => {
  it.each([
    ["its client leader", ["_NET_WM_PID"]] as const,
    ["the X server", ["_NET_WM_PID", "WM_CLIENT_LEADER"]] as const,
  ])("is traced through %s [front.owner]", async (_through, removed) => {
    const a = await open("Anna");
    for (const property of removed) await xprop("-id", String(a.windowId), "-remove", property);
    watch = start(process.env);
    expect((await watch.current(never)).front).toEqual({
      pid: a.pid,
      windowId: a.windowId,
      app: "Anna",
      title: "Anna",
    });
  });

  it("is not taken for a local process when it says that it runs on another machine [front.owner]", async () => {
    const a = await open("Anna");
    const remote = [
      "-id",
      String(a.windowId),
      "-f",
      "WM_CLIENT_MACHINE",
      "8s",
      "-set",
      "WM_CLIENT_MACHINE",
      "elsewhere",
    ];
    await xprop(...remote);
    await xprop("-id", String(a.windowId), "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "1");
    watch = start(process.env);
    expect((await watch.current(never)).front.pid).toBe(a.pid);
  });
});

describe("when the desktop itself changes", () => {
  it("answers with a code while the X server is away and goes on watching when it is back [front.reconnect]", async () => {
    let display = await startDisplay({ managed: true });
    try {
      const a = await open("Anna", display.env);
      watch = start(display.env);
      await until("Anna is in front", async () => (await watch.current(never)).front.pid === a.pid || undefined);
      await display.stop();
      await until("the loss is noticed", () => conditions.includes("lost") || undefined);
      await expect(watch.current(never)).rejects.toMatchObject({ code: "watcher_unavailable" });
      display = await startDisplay({ number: display.number, managed: true });
      const b = await open("Berta", display.env);
      await until("Berta is reported", () => owners().at(-1) === b.pid || undefined);
      expect((await watch.current(never)).front.app).toBe("Berta");
      const first = changes.find(({ previous }) => previous.pid === a.pid);
      expect(first?.blindMs).toBeGreaterThan(samplePeriodMs);
    } finally {
      await display.stop();
    }
  });

  it.each([
    ["says nothing", (): void => undefined],
    ["hangs up at once", (socket: Socket): void => void socket.destroy()],
    ["talks nonsense", (socket: Socket): void => void socket.end(Buffer.alloc(4_096, 0xff))],
  ] as const)("answers with a code, again and again, when the X server %s [front.reconnect]", async (_what, answer) => {
    const number = 4_000 + (process.pid % 1_000);
    const path = `/tmp/.X11-unix/X${number}`;
    const server = createServer(answer).listen(path);
    try {
      watch = start({ DISPLAY: `:${number}` });
      for (let time = 0; time < 2; time += 1) {
        await expect(watch.current(never)).rejects.toMatchObject({ code: "watcher_unavailable" });
      }
      expect(conditions).toEqual(["lost"]);
    } finally {
      await watch.close();
      server.close();
      rmSync(path, { force: true });
    }
  });

  it("does not take a desktop without window manager for one with no app in front [front.unsupported]", async () => {
    const display = await startDisplay({ managed: false });
    try {
      watch = start(display.env);
      await expect(watch.current(never)).rejects.toMatchObject({ code: "unsupported" });
      expect(conditions).toEqual(["unknown"]);
    } finally {
      await display.stop();
    }
  });
});

describe("where there is no X11 desktop", () => {
  it.each([
    ["DISPLAY is missing", {}, "linux", "unsupported", /DISPLAY is not set/],
    ["DISPLAY is no display", { DISPLAY: "nonsense" }, "linux", "unsupported", /not the name/],
    ["the session is Wayland", { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" }, "linux", "unsupported", /Wayland/],
    ["the machine is a Mac", { DISPLAY: ":0" }, "darwin", "unsupported", /window-watcher/],
    ["nobody listens", { DISPLAY: ":4071" }, "linux", "watcher_unavailable", /cannot be reached/],
    [
      "the cookie file is a directory",
      { ...process.env, XAUTHORITY: "/" },
      "linux",
      "watcher_unavailable",
      /cannot be reached/,
    ],
  ] as const)("says so when %s [front.unsupported]", async (_case, env, platform, code, message) => {
    watch = start(env, platform);
    await expect(watch.current(never)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
    await expect(watch.current(never)).rejects.toMatchObject({ code });
  });
});
