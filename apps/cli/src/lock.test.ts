import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixture, startLockService, type Fixture, type LockService } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { childOf, definedEnv, openSession, until, type TestSession } from "./testing/session.js";

let session: TestSession;
let fixture: Fixture;
let saver: LockService;
let target: { pid: number; windowId: number };
let frozen: number | undefined;

beforeEach(async () => {
  saver = await startLockService(process.env["DBUS_SESSION_BUS_ADDRESS"] ?? "", "org.gnome.ScreenSaver");
  session = await openSession();
  fixture = await startFixture({ env: definedEnv() });
  target = { pid: fixture.pid, windowId: fixture.windowId };
  expect(await session.call("observe", target)).toMatchObject({ status: "done" });
});
afterEach(async () => {
  if (frozen !== undefined) process.kill(frozen, "SIGCONT");
  frozen = undefined;
  await session.close();
  await Promise.all([fixture.stop(), saver.stop()]);
});

const pressSave = () => session.call("act", { ...target, instruction: "press the Save button" });
/** Its effect on the window comes 600 ms after the press. */
const pressSlow = () => session.call("act", { ...target, instruction: "press the Slow effect button" });

async function freezeWatcher(): Promise<number> {
  frozen = await childOf(session.pid, "watcher");
  process.kill(frozen, "SIGSTOP");
  return frozen;
}

function thaw(pid: number): void {
  process.kill(pid, "SIGCONT");
  frozen = undefined;
}

describe("a screen that is locked", () => {
  it("lets nothing through but the end of a recording, until it is unlocked [code.screen_locked]", async () => {
    const folder = mkdtempSync(join(tmpdir(), "locked-"));
    const out = join(folder, "window.mp4");
    try {
      expect(await session.call("record_start", { ...target, out })).toMatchObject({ status: "done" });
      await saver.tell("lock");
      expect(await pressSave()).toMatchObject({ isError: true, code: "screen_locked" });
      const others: [string, Record<string, unknown>][] = [
        ["observe", target],
        ["extract", { ...target, instruction: "the status" }],
        ["windows", {}],
        ["screenshot", target],
        ["launch_app", { name: "nothing-of-this-name" }],
        ["record_start", { ...target, out: join(folder, "other.mp4") }],
      ];
      for (const [tool, args] of others)
        expect(await session.call(tool, args), tool).toMatchObject({ code: "screen_locked" });
      expect((await fixture.state()).saves).toBe(0);
      expect(await session.call("record_stop", {})).toMatchObject({ status: "done" });
      await saver.tell("unlock");
      expect((await pressSave()).delivery).toBe("delivered");
      expect((await fixture.state()).saves).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("or may be, because what locks it does not answer, lets nothing through either [code.screen_lock_unavailable]", async () => {
    await saver.tell("quiet");
    expect(await pressSave()).toMatchObject({ isError: true, code: "screen_lock_unavailable" });
    expect((await fixture.state()).saves).toBe(0);
    await saver.tell("unlock");
    expect((await pressSave()).delivery).toBe("delivered");
  });
});

describe("a watcher that does not answer", () => {
  it("holds up no call, and lets none through, until it answers again [code.screen_lock_unavailable]", async () => {
    const watcher = await freezeWatcher();
    // Three calls wait side by side: no one's wait adds to another's.
    const answers = await Promise.all([pressSave(), session.call("observe", target), session.call("windows", {})]);
    for (const answer of answers) expect(answer).toMatchObject({ isError: true, code: "screen_lock_unavailable" });
    expect((await fixture.state()).saves).toBe(0);
    thaw(watcher);
    expect((await pressSave()).delivery).toBe("delivered");
    expect((await fixture.state()).saves).toBe(1);
  });

  it("and is killed while a call asks it, costs that call and not the next", async () => {
    const watcher = await freezeWatcher();
    const call = session.call("observe", target);
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(watcher, "SIGKILL");
    frozen = undefined;
    expect(await call).toMatchObject({ isError: true, code: "screen_lock_unavailable" });
    await until("another watcher", async () =>
      (await childOf(session.pid, "watcher")) === watcher ? undefined : true,
    );
    expect((await pressSave()).delivery).toBe("delivered");
  });

  it.each(["freezes", "dies"])(
    "and %s while an action is on its way leaves the verdict and says that nobody watched [front.unwatched]",
    async (how) => {
      const call = pressSlow();
      await fixture.waitFor((state) => state.slowEffects === 1, 30_000);
      const watcher = await freezeWatcher();
      if (how === "dies") {
        process.kill(watcher, "SIGKILL");
        frozen = undefined;
      }
      const answer = await call;
      expect(answer).toMatchObject({ delivery: "delivered", frontUnwatched: true });
      expect(["done", "unverified"]).toContain(answer.status);
      expect((await fixture.state()).slowEffects).toBe(1);
    },
  );
});
