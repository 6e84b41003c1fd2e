import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startFixture, type Fixture } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { childOf, definedEnv, descendants, isAlive, openSession, until, type TestSession } from "./testing/session.js";

let session: TestSession;
let fixture: Fixture;
let target: { pid: number; windowId: number };
const stopped = new Set<number>();

beforeEach(async () => {
  session = await openSession();
  fixture = await startFixture({ env: definedEnv() });
  target = { pid: fixture.pid, windowId: fixture.windowId };
  await session.call("observe", target);
});
afterEach(async () => {
  for (const pid of stopped) signal(pid, "SIGCONT");
  stopped.clear();
  const below = descendants(session.pid);
  await session.close();
  await fixture.stop();
  await until("the end of every process", () => (below.some(isAlive) ? undefined : true));
  expect(sockets()).toEqual([]);
});

/** Runtime directories and sockets that are left; all of this desktop's belong to these tests. */
function sockets(): string[] {
  const base = join(process.env["XDG_RUNTIME_DIR"] ?? "", "beans-picker");
  try {
    return readdirSync(base, { recursive: true }).map(String);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already, which is what some of these tests are about.
  }
}

function freeze(pid: number): void {
  signal(pid, "SIGSTOP");
  stopped.add(pid);
}

function thaw(pid: number): void {
  signal(pid, "SIGCONT");
  stopped.delete(pid);
}

const pressSave = { instruction: "press the Save button" };
/** Its effect on the window comes 600 ms after the press. */
const pressSlow = { instruction: "press the Slow effect button" };
/** Long enough for a call to reach a frozen process and wait there. */
const reached = 400;

async function after(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The next call works, and the action that was cut off happened no more often than it did by now. */
async function worksAgain(saves: number): Promise<void> {
  const answer = await session.call("act", { ...target, instruction: "press the Newsletter check box" });
  expect(answer.status).toBe("done");
  const state = await fixture.state();
  expect([state.newsletter, state.saves]).toEqual([true, saves]);
}

describe("a process killed before an action was sent", () => {
  it("names the ranker, and sends nothing [process.ranker-lost] [code.ranker_unavailable]", async () => {
    const ranker = await childOf(session.pid, "ranker");
    freeze(ranker);
    const call = session.call("act", { ...target, ...pressSave });
    await after(reached);
    signal(ranker, "SIGKILL");
    expect(await call).toMatchObject({ status: "failed", code: "ranker_unavailable" });
    expect((await fixture.state()).saves).toBe(0);
    await worksAgain(0);
  });

  it("names the driver when the desktop process dies while looking [process.desktop-lost] [code.driver_unavailable]", async () => {
    const desktop = await childOf(session.pid, "desktop");
    freeze(desktop);
    const call = session.call("act", { ...target, ...pressSave });
    await after(reached);
    signal(desktop, "SIGKILL");
    expect(await call).toMatchObject({ status: "failed", code: "driver_unavailable" });
    expect((await fixture.state()).saves).toBe(0);
    await worksAgain(0);
  });

  it("names the verifier when it dies before the dispatch, and sends nothing [process.verifier-lost]", async () => {
    const verifier = await childOf(session.pid, "verifier");
    freeze(verifier);
    const call = session.call("act", { ...target, ...pressSave });
    await after(reached * 2);
    signal(verifier, "SIGKILL");
    expect(await call).toMatchObject({ status: "failed", code: "verifier_unavailable" });
    expect((await fixture.state()).saves).toBe(0);
    await worksAgain(0);
  });

  it("starts again a process that was killed between two calls [process.restart]", async () => {
    for (const role of ["ranker", "desktop", "verifier", "watcher"] as const) {
      const old = await childOf(session.pid, role);
      signal(old, "SIGKILL");
      await until(`another ${role}`, async () => ((await childOf(session.pid, role)) === old ? undefined : true));
    }
    await worksAgain(0);
  });
});

describe("a process killed while an action is on its way", () => {
  it("says that it may have happened, and never sends it again [act.once] [code.transport_lost]", async () => {
    const [desktop, verifier] = await Promise.all([childOf(session.pid, "desktop"), childOf(session.pid, "verifier")]);
    // The verifier holds the call back until the app hangs, so that the action is out when the desktop process dies.
    freeze(verifier);
    const call = session.call("act", { ...target, ...pressSave });
    await after(reached * 2);
    freeze(fixture.pid);
    thaw(verifier);
    await after(reached);
    signal(desktop, "SIGKILL");
    expect(await call).toMatchObject({ status: "failed", code: "transport_lost", delivery: "uncertain" });
    thaw(fixture.pid);
    const { saves } = await fixture.state();
    expect(saves).toBeLessThanOrEqual(1);
    await worksAgain(saves);
  });
});

describe("a process killed after an action was sent", () => {
  it("says that it was sent when the verifier is lost [code.verifier_unavailable]", async () => {
    const verifier = await childOf(session.pid, "verifier");
    const call = session.call("act", { ...target, ...pressSave });
    await fixture.waitFor((state) => state.saves === 1);
    signal(verifier, "SIGKILL");
    const answer = await call;
    // A verdict that was out already is as good; a success that was not judged is not.
    if (answer.status === "failed") {
      expect(answer).toMatchObject({ code: "verifier_unavailable", delivery: "delivered" });
    } else {
      expect(answer.verification?.snapshots).toBeGreaterThan(0);
    }
    await worksAgain(1);
  });

  it("never claims success when the desktop process dies while the effect is looked for [verdict.no-look]", async () => {
    const desktop = await childOf(session.pid, "desktop");
    const call = session.call("act", { ...target, ...pressSlow });
    // The press is there; what it does to the window is not, yet.
    await fixture.waitFor((state) => state.slowEffects === 1);
    signal(desktop, "SIGKILL");
    const answer = await call;
    expect(answer.status).not.toBe("done");
    expect(answer.delivery).not.toBe("not_delivered");
    await worksAgain(0);
    expect((await fixture.state()).slowEffects).toBe(1);
  });

  it("goes on without a watcher that is lost after the action was sent [front.unwatched]", async () => {
    const watcher = await childOf(session.pid, "watcher");
    const call = session.call("act", { ...target, ...pressSlow });
    await fixture.waitFor((state) => state.slowEffects === 1);
    signal(watcher, "SIGKILL");
    const answer = await call;
    expect(["done", "unverified"]).toContain(answer.status);
    await worksAgain(0);
    expect((await fixture.state()).slowEffects).toBe(1);
  });
});

describe("the gateway killed", () => {
  it("takes every child and every socket with it [process.no-orphan]", async () => {
    const below = descendants(session.pid);
    expect(below.length).toBeGreaterThanOrEqual(4);
    signal(session.pid, "SIGKILL");
    await until("the end of the children", () => (below.some(isAlive) ? undefined : true), 5_000);
    await until("the end of the sockets", () => (sockets().length === 0 ? true : undefined), 5_000);
  });

  it("leaves no process and no socket when a child dies in the same moment [process.no-orphan]", async () => {
    const below = descendants(session.pid);
    const desktop = await childOf(session.pid, "desktop");
    signal(desktop, "SIGKILL");
    signal(session.pid, "SIGKILL");
    await until("the end of the children", () => (below.some(isAlive) ? undefined : true), 5_000);
    // What the dead could not remove, the next server does.
    session = await openSession();
    await session.call("windows", {});
    await until("one runtime directory", () =>
      sockets().filter((name) => !name.includes("/")).length === 1 ? true : undefined,
    );
  });
});
