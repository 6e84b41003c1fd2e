import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startFixture, type Fixture } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { childOf, definedEnv, descendants, isAlive, openSession, until, type TestSession } from "./testing/session.js";

// Files are finished after each kill, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let session: TestSession;
let fixture: Fixture;
let folder: string;
let target: { pid: number; windowId: number };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
  session = await openSession();
  fixture = await startFixture({ env: definedEnv(), clock: true });
  target = { pid: fixture.pid, windowId: fixture.windowId };
});
afterEach(async () => {
  await session.close();
  await fixture.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Seconds by ffprobe, after every picture was decoded; null when the file does not play. */
async function plays(file: string): Promise<number | null> {
  const run = promisify(execFile);
  try {
    const { stderr } = await run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"]);
    const { stdout } = await run("ffprobe", [
      "-v",
      "error",
      "-show_entries",
      "format=duration",
      "-of",
      "csv=p=0",
      file,
    ]);
    return stderr === "" && Number(stdout) > 0 ? Number(stdout) : null;
  } catch {
    return null;
  }
}

/** Recorders and encoders that work in the test's folder. */
function workers(): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return command.includes(folder) ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("a recording by the tools", () => {
  it("plays and lasts as long as its answer says, to a tenth of a second by ffprobe [record.covered]", async () => {
    const out = join(folder, "window.mp4");
    const started = await session.call("record_start", { ...target, out });
    expect(started).toMatchObject({ status: "done", picture: "own" });
    await session.call("act", { ...target, instruction: "enter the name", text: "Ada" });
    const stopped = await session.call("record_stop", {});
    expect(stopped).toMatchObject({ status: "done", path: out, reason: "stopped" });
    const seconds = await plays(out);
    expect(Math.abs(Number(stopped["durationSeconds"]) - (seconds ?? -1))).toBeLessThan(0.1);
    expect(readdirSync(folder)).toEqual(["window.mp4"]);
    expect(await session.call("record_stop", {})).toMatchObject({ code: "recording_not_found" });
  });

  it("that lost its watcher is told as lost, once, and the next one starts at once [code.recording_lost]", async () => {
    const out = (name: string): string => join(folder, `${name}.mp4`);
    /** Starts one and kills the watcher; resolves when the server has another one. */
    const lose = async (name: string): Promise<Record<string, unknown>> => {
      const answer = await session.call("record_start", { ...target, out: out(name) });
      expect(answer).toMatchObject({ status: "done" });
      const watcher = await childOf(session.pid, "watcher");
      kill(watcher);
      await until(
        "another watcher",
        async () => (await childOf(session.pid, "watcher")) !== watcher || undefined,
        60_000,
      );
      return answer;
    };
    await lose("first");
    const second = await lose("second");
    expect(second["earlier"]).toEqual([expect.stringContaining(out("first"))]);
    expect(await session.call("record_stop", {})).toMatchObject({ status: "failed", code: "recording_lost" });
    expect(await session.call("record_stop", {})).toMatchObject({ code: "recording_not_found" });
    await until("the end of all that recorded", () => (workers().length === 0 ? true : undefined), 60_000);
    for (const name of ["first", "second"]) if (existsSync(out(name))) expect(await plays(out(name))).not.toBeNull();
  });

  it.each(["gateway", "watcher", "ffmpeg"] as const)(
    "leaves a file that plays or none when the %s is killed, at whatever moment [record.kill]",
    async (victim) => {
      const came: string[] = [];
      // Before the answer to the start, during the recording, and while the file is finished.
      for (const [round, moment] of (["starting", "recording", "stopping"] as const).entries()) {
        const out = join(folder, `${round}.mp4`);
        await until(
          "a server that works",
          async () => ((await session.call("windows", {})).status === "done" ? true : undefined),
          60_000,
        );
        const watcher = await childOf(session.pid, "watcher");
        const below = descendants(session.pid);
        const start = session.call("record_start", { ...target, out }).catch(() => undefined);
        if (moment !== "starting") {
          expect(await start).toMatchObject({ status: "done" });
          await pause(Math.random() * 1_500);
        }
        const stop = moment === "stopping" ? session.call("record_stop", {}).catch(() => undefined) : undefined;
        await pause(Math.random() * (moment === "starting" ? 600 : 150));
        const pids = {
          gateway: session.pid,
          watcher,
          ffmpeg: workers().find(({ command }) => command.startsWith("ffmpeg "))?.pid,
        };
        const worked = workers().map(({ pid }) => pid);
        kill(pids[victim]);
        await Promise.all([start, stop]);
        if (victim === "gateway") {
          await until("the end of its processes", () => (below.some(isAlive) ? undefined : true), 60_000);
          session = await openSession();
        } else {
          // Whatever became of it, the client can go on as soon as there is a watcher again.
          await until(
            "nothing left to stop",
            async () => ((await session.call("record_stop", {}))["code"] === "recording_not_found" ? true : undefined),
            60_000,
          );
        }
        await until("the end of all that recorded", () => (workers().length === 0 ? true : undefined), 60_000);
        expect(worked.filter(isAlive)).toEqual([]);
        if (existsSync(out)) expect(await plays(out), `${moment}, killed the ${victim}`).not.toBeNull();
        came.push(`${moment}: ${existsSync(out) ? "a file" : "none"}`);
      }
      console.info(`killed the ${victim}: ${came.join(", ")}`);
      const out = join(folder, "after.mp4");
      expect(await session.call("record_start", { ...target, out })).toMatchObject({ status: "done" });
      expect(await session.call("record_stop", {})).toMatchObject({ status: "done", path: out });
      // What a killed recorder left beside the destination is gone with the next recording at the latest.
      expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    },
  );
});
