import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startFixture, startSentinel, type Sentinel } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { definedEnv, openSession, until, type TestAnswer, type TestSession } from "./testing/session.js";
import { person } from "./testing/thief.js";

// The processes of a server start in each test, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL("../testing/upstart.py", import.meta.url));
let folder: string;
let session: TestSession;
let sentinel: Sentinel;
let started: number | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "launch-"));
  const file = join(folder, "upstart");
  writeFileSync(file, `#!/bin/sh\nexec /usr/bin/python3 '${program}'\n`);
  chmodSync(file, 0o755);
  session = await openSession({ PATH: `${folder}:${process.env["PATH"] ?? ""}` });
  sentinel = await startSentinel({ env: definedEnv() });
  await person("windowactivate", "--sync", String(sentinel.windowId));
  await sentinel.waitFor(({ active }) => active);
});
afterEach(async () => {
  await session.close();
  await sentinel.stop();
  if (started !== undefined) process.kill(started, "SIGKILL");
  started = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const pidOf = ({ pid, window }: TestAnswer): unknown => pid ?? window?.["pid"];

describe("an app that is started and takes the front", () => {
  it.each([
    ["launch_app", "launch_app", { name: "upstart" }],
    ["a tool that is given an app", "launch", { app: "upstart" }],
  ])(
    "by %s is listed with its process, and the app before has the front again [front.started]",
    async (_, during, args) => {
      const before = Date.now();
      const answer = await session.call(during === "launch" ? "observe" : during, args);
      const { windows = [] } = await session.call("windows", { app: "upstart" });
      started = windows[0]?.pid;
      expect(answer).toMatchObject({ status: "done" });
      expect(started).toBeGreaterThan(0);
      expect(pidOf(answer)).toBe(started);
      expect(answer.foreground?.length).toBeGreaterThan(0);
      for (const entry of answer.foreground ?? []) {
        expect(entry).toMatchObject({ pid: started, during, restored: true });
        const at = Date.parse(String(entry["at"]));
        expect(at).toBeGreaterThanOrEqual(before - 1_000);
        expect(at).toBeLessThanOrEqual(Date.now() + 1_000);
      }
      await sentinel.waitFor(({ active }) => active);
      const { text } = await sentinel.state();
      await person("key", "x");
      await sentinel.waitFor((state) => state.text === `${text}x`);
    },
  );
});

describe("an app that a person works in", () => {
  it("keeps the front, and nothing is listed, when an action opens a dialog of it [front.person]", async () => {
    const editor = await startFixture({ env: definedEnv() });
    try {
      await person("windowactivate", "--sync", String(editor.windowId));
      const target = { pid: editor.pid, windowId: editor.windowId };
      const answer = await session.call("act", { ...target, instruction: 'press "Open dialog…"' });
      expect(answer).toMatchObject({ delivery: "delivered", window: { modal: expect.anything() as string } });
      expect(answer.foreground).toBeUndefined();
      const inFront = await until("a window in front", async () => {
        const pid = await person("getactivewindow", "getwindowpid").catch(() => undefined);
        return pid === undefined ? undefined : Number(pid);
      });
      expect(inFront).toBe(editor.pid);
    } finally {
      await editor.stop();
    }
  });
});
