import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startAlone, type LoneProcess } from "@beans-picker/ipc/alone";
import { type RecordingEnd, watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { meanColour, probedSeconds } from "../testing/colours.js";
import { until } from "../testing/until.js";
import { openWindow, type TestWindow } from "../testing/windows.js";

// Recordings take their time on a busy machine, and these tests wait for what comes of them.
vi.setConfig({ testTimeout: 180_000 });

const entry = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const options = { deadlineMs: 60_000 };
const xdotool = (...args: string[]): Promise<unknown> => promisify(execFile)("xdotool", args);

let folder: string;
let path: string;
let watcher: LoneProcess<WatcherContract>;
let red: TestWindow;
let windows: TestWindow[];
let ends: RecordingEnd[];

const start = (more: { maxSeconds?: number } = {}) =>
  watcher.client.call("record.start", { pid: red.pid, windowId: red.windowId, path, ...more }, options);
const stop = (recordingId: string) => watcher.client.call("record.stop", { recordingId }, options);

/** Process ids of those that work for this test, by what their command line holds. */
async function working(word: string): Promise<number[]> {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = all.filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return line.includes(folder) && line.includes(word);
    } catch {
      return false;
    }
  });
  return Promise.resolve(found.map(Number));
}

const lasts = (ms: number): Promise<void> => {
  const begun = performance.now();
  return until("time has passed", () => (performance.now() - begun >= ms ? true : undefined), ms + 10_000).then(
    () => undefined,
  );
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
  path = join(folder, "window.mp4");
  ends = [];
  red = await openWindow("Red", process.env, "#ff0000");
  windows = [red];
  watcher = await startAlone(watcherContract, entry);
  watcher.client.subscribe("record.ended", (end) => ends.push(end));
});

afterEach(async () => {
  await watcher.end("SIGTERM").catch(() => undefined);
  await Promise.all(windows.map((window) => window.kill()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

describe("a recording", () => {
  it("of a covered window plays, shows the window itself and lasts as long as ffprobe says [record.covered]", async () => {
    const blue = await openWindow("Blue", process.env, "#0000ff");
    windows.push(blue);
    for (const { windowId } of [red, blue]) await xdotool("windowmove", "--sync", String(windowId), "200", "200");
    await blue.raise();
    const started = await start();
    expect(started).toMatchObject({ picture: "own" });
    expect([started.width % 2, started.height % 2]).toEqual([0, 0]);
    await lasts(1_500);
    const ended = await stop(started.recordingId);
    const seconds = await probedSeconds(path);
    expect(Math.abs(ended.durationSeconds - (seconds ?? 0))).toBeLessThan(0.1);
    expect(seconds).toBeGreaterThan(1.4);
    expect(ended).toMatchObject({ reason: "stopped", path, bytes: (await stat(path)).size });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    for (const at of [0, 1]) {
      const [r = 0, g = 0, b = 0] = await meanColour(path, at);
      expect(r).toBeGreaterThan(200);
      expect(Math.max(g, b)).toBeLessThan(60);
    }
    expect(readdirSync(folder)).toEqual(["window.mp4"]);
    await until("its end is told", () => ends.find(({ recordingId }) => recordingId === started.recordingId));
    await expect(stop(started.recordingId)).rejects.toMatchObject({ code: "recording_not_found" });
  });

  it("ends with the window, at its limit, and with the watcher, each time with a file that plays [record.ends]", async () => {
    const limited = await start({ maxSeconds: 0.5 });
    await until("the limit is told", () => ends.find(({ reason }) => reason === "limit"), 30_000);
    expect(await probedSeconds(path)).not.toBeNull();
    expect(await stop(limited.recordingId)).toMatchObject({ reason: "limit", path });
    path = join(folder, "second.mp4");
    await start();
    await red.kill();
    await until("the window's end is told", () => ends.find(({ reason }) => reason === "window_closed"), 30_000);
    expect(await probedSeconds(path)).not.toBeNull();
    path = join(folder, "third.mp4");
    red = await openWindow("Red", process.env, "#ff0000");
    windows.push(red);
    await start();
    await watcher.end("stdin");
    await until("the file is there", () => existsSync(path) || undefined, 30_000);
    expect(await probedSeconds(path)).not.toBeNull();
  });

  it("goes on while the window changes its size [record.covered]", async () => {
    const started = await start();
    for (const size of [
      ["400", "300"],
      ["90", "70"],
    ] as const) {
      await xdotool("windowsize", "--sync", String(red.windowId), ...size);
      await lasts(200);
    }
    expect(await stop(started.recordingId)).toMatchObject({ reason: "stopped" });
    expect(await probedSeconds(path)).toBeGreaterThan(0.3);
  });

  it.each([
    ["a relative path", "window.mp4"],
    ["a folder that is not there", "/nonexistent/window.mp4"],
    ["a path with dots", "/tmp/../tmp/window.mp4"],
  ])("is refused for %s [record.path]", async (_case, wrong) => {
    path = wrong;
    await expect(start()).rejects.toMatchObject({ code: "bad_path" });
  });

  it("never replaces what is there, before or at its end [record.path]", async () => {
    writeFileSync(path, "kept");
    await expect(start()).rejects.toMatchObject({ code: "bad_path" });
    rmSync(path);
    const { recordingId } = await start();
    writeFileSync(path, "kept too");
    await expect(stop(recordingId)).rejects.toMatchObject({ code: "bad_path" });
    expect(readFileSync(path, "utf8")).toBe("kept too");
    expect(readdirSync(folder)).toEqual(["window.mp4"]);
  });

  it("is refused for a window that is gone, or another process's, and for one that is not shown", async () => {
    const wrong = watcher.client.call("record.start", { pid: process.pid, windowId: red.windowId, path }, options);
    await expect(wrong).rejects.toMatchObject({ code: "window_not_found" });
    await xdotool("windowminimize", "--sync", String(red.windowId));
    await expect(start()).rejects.toMatchObject({ code: "capture_failed" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("kill -9 during a recording", () => {
  it.each([
    ["the watcher", "watcher", 50],
    ["the watcher", "watcher", 700],
    ["the encoder", "ffmpeg", 50],
    ["the encoder", "ffmpeg", 700],
    ["the recorder", "record/main.js", 400],
    ["all three", "all", 300],
  ])(
    "of %s (%s) after %i ms leaves a file that plays or none, and never half of one [record.kill]",
    async (_name, who, after) => {
      // What an earlier recorder that was killed has left is tidied up by the next one.
      mkdirSync(join(folder, ".beans-picker-recording-999999999"));
      const { recordingId } = await start();
      await lasts(after);
      const victims = {
        watcher: [watcher.pid],
        all: [watcher.pid, ...(await working("ffmpeg")), ...(await working("record/main.js"))],
      };
      const pids = who === "watcher" || who === "all" ? victims[who] : await working(who);
      expect(pids.length).toBeGreaterThan(0);
      for (const pid of pids) process.kill(pid, "SIGKILL");
      // At every moment until nobody works on it any more.
      await until(
        "all have ended",
        async () => {
          if (existsSync(path)) expect(await probedSeconds(path)).not.toBeNull();
          return (await working("")).length === 0 || undefined;
        },
        60_000,
      );
      if (existsSync(path)) expect(await probedSeconds(path)).not.toBeNull();
      // A recorder outlives its watcher and keeps what was recorded.
      if (who === "watcher") expect(existsSync(path)).toBe(true);
      if (who === "ffmpeg" || who === "record/main.js") {
        await expect(stop(recordingId)).rejects.toMatchObject({ code: "recording_failed" });
        expect(readdirSync(folder)).toEqual([]);
      }
    },
  );
});
