import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { type Fixture, startFixture } from "@beans-picker/fixture";
import { CodedError } from "@beans-picker/shared";
import { afterEach, describe, expect, it } from "vitest";

import { flatten } from "../../../testing/accessible-tree.js";
import { open, windowOf } from "../../../testing/accessible-window.js";
import { desktopEnv } from "../../../testing/desktop.js";
import { ample, eventually, rejection } from "../../../testing/scripted.js";

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const job of cleanUp.splice(0).reverse()) await job();
});

function keep<T extends { stop(): Promise<unknown> } | { close(): Promise<unknown> }>(part: T): T {
  cleanUp.push(() => ("stop" in part ? part.stop() : part.close()));
  return part;
}

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}

function freeze(fixture: Fixture): () => void {
  process.kill(fixture.pid, "SIGSTOP");
  const thaw = (): void => {
    process.kill(fixture.pid, "SIGCONT");
  };
  cleanUp.push(async () => {
    await Promise.resolve();
    thaw();
  });
  return thaw;
}

describe("applications that do not behave", () => {
  it("a hung app costs its own deadline only and is read again when it goes on [native.hung-app]", async () => {
    const env = desktopEnv();
    const accessibility = keep(await open(env));
    const [hung, sound] = [
      keep(await startFixture({ env, title: "Hung" })),
      keep(await startFixture({ env, title: "Sound" })),
    ];
    const [stopped, other] = await Promise.all([windowOf(accessibility, hung.pid), windowOf(accessibility, sound.pid)]);
    await stopped.read();
    const thaw = freeze(hung);
    const waiting = timed(rejection(stopped.read(700)));
    const { value } = await timed(other.read());
    expect(value.complete).toBe(true);
    const { value: error, ms } = await waiting;
    expect(error).toMatchObject({ code: "driver_timeout" });
    expect(ms).toBeLessThan(1_500);
    const acted = await rejection(accessibility.doAction(stopped.top.ref, 0, ample(200)));
    expect(acted).toMatchObject({ code: "driver_timeout", delivery: "uncertain" });
    // Asked again and again, it is not sent more than it can hold.
    for (let turn = 0; turn < 10; turn += 1) await rejection(stopped.read(20));
    expect((await other.read()).complete).toBe(true);
    thaw();
    const again = await stopped.read();
    expect(flatten(again).length).toBe(flatten(await stopped.readFresh()).length);
  });

  it("lists the other apps while a new one hangs before it said its name", async () => {
    const env = desktopEnv();
    const hung = keep(await startFixture({ env }));
    const early = keep(await open(env));
    await windowOf(early, hung.pid);
    const sound = keep(await startFixture({ env }));
    freeze(hung);
    const late = keep(await open(env));
    const { value: apps } = await timed(late.applications(ample()));
    expect(apps.find(({ pid }) => pid === hung.pid)).toMatchObject({ name: "" });
    await windowOf(late, sound.pid);
    const { ms } = await timed(late.applications(ample()));
    expect(ms).toBeLessThan(300);
  });

  it("an app that is killed in the middle of a reading is gone, and the others stay", async () => {
    const env = desktopEnv();
    const accessibility = keep(await open(env));
    const [doomed, sound] = [keep(await startFixture({ env })), keep(await startFixture({ env }))];
    const [dying, other] = await Promise.all([windowOf(accessibility, doomed.pid), windowOf(accessibility, sound.pid)]);
    const freshly = dying.readFresh().then(
      ({ complete }) => ({ complete }),
      (error: unknown) => error,
    );
    process.kill(doomed.pid, "SIGKILL");
    const outcome = await freshly;
    if (!(outcome instanceof Error)) expect(outcome).toHaveProperty("complete");
    else expect(outcome).toMatchObject({ facts: { code: "target_gone" } });
    expect(await rejection(dying.read())).toMatchObject({ code: "target_gone" });
    await eventually("the app off the list", async () => {
      const apps = await accessibility.applications(ample());
      return apps.every(({ pid }) => pid !== doomed.pid) && apps.some(({ pid }) => pid === sound.pid);
    });
    expect((await other.read()).complete).toBe(true);
  });

  it("says that there is no bus", async () => {
    expect(await rejection(open({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus" }))).toMatchObject({
      code: "driver_unavailable",
    });
    expect(await rejection(open({}))).toMatchObject({ code: "driver_unavailable" });
    expect(await rejection(open({ DBUS_SESSION_BUS_ADDRESS: "tcp:host=127.0.0.1,port=9" }))).toMatchObject({
      code: "driver_unavailable",
    });
  });
});

describe("the bus itself", () => {
  it("is connected to again after it ended, with nothing kept from before [native.bus-restart]", async () => {
    const session = await startSession();
    const accessibility = keep(await open(session.env));
    const first = await session.accessibilityBus();
    const before = keep(await startFixture({ env: { ...desktopEnv(), AT_SPI_BUS_ADDRESS: first.address } }));
    const old = await windowOf(accessibility, before.pid);
    expect((await old.read()).complete).toBe(true);
    process.kill(first.pid, "SIGKILL");
    await eventually(
      "that the old window is gone",
      async () => (await failure(old.read(2_000))) === "target_gone",
      15_000,
    );
    const second = await session.accessibilityBus();
    expect(second.pid).not.toBe(first.pid);
    const after = keep(await startFixture({ env: { ...desktopEnv(), AT_SPI_BUS_ADDRESS: second.address } }));
    expect((await (await windowOf(accessibility, after.pid)).read()).complete).toBe(true);
  }, 60_000);

  it("ends calls that wait when it ends", async () => {
    const session = await startSession();
    const accessibility = keep(await open(session.env));
    const { pid, address } = await session.accessibilityBus();
    const fixture = keep(await startFixture({ env: { ...desktopEnv(), AT_SPI_BUS_ADDRESS: address } }));
    const window = await windowOf(accessibility, fixture.pid);
    freeze(fixture);
    const waiting = failure(window.read());
    process.kill(pid, "SIGKILL");
    const { value, ms } = await timed(waiting);
    expect(value).toBe("driver_unavailable");
    expect(ms).toBeLessThan(5_000);
  });

  it("leaves accessibility switched on or off as it was [native.status-restored]", async () => {
    const session = await startSession();
    const accessibility = await open(session.env);
    expect(await session.isEnabled()).toBe(true);
    await accessibility.close();
    expect(await session.isEnabled()).toBe(false);
    const other = await open(session.env);
    const second = await open(session.env);
    await second.close();
    expect(await session.isEnabled()).toBe(true);
    await other.close();
  });
});

async function failure(work: Promise<unknown>): Promise<string | undefined> {
  return await work.then(
    () => undefined,
    (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
  );
}

interface Session {
  readonly env: Record<string, string>;
  /** Its accessibility bus, which the first use starts. */
  accessibilityBus(): Promise<{ readonly pid: number; readonly address: string }>;
  isEnabled(): Promise<boolean>;
}

/** A session bus apart from the desktop's, whose accessibility bus may be killed. It starts the latter on demand. */
async function startSession(): Promise<Session> {
  const dir = await mkdtemp(join(tmpdir(), "bus-"));
  cleanUp.push(() => rm(dir, { recursive: true, force: true }));
  const address = `unix:path=${join(dir, "session")}`;
  // Without a display it does not tell the desktop's own apps of its bus.
  const env: Record<string, string> = { ...desktopEnv(), XDG_RUNTIME_DIR: dir, DBUS_SESSION_BUS_ADDRESS: address };
  delete env["DISPLAY"];
  const daemon = spawn("dbus-daemon", ["--session", "--nofork", "--nopidfile", `--address=${address}`], {
    env,
    stdio: "ignore",
  });
  cleanUp.push(async () => {
    for (const { pid } of await processesOf(dir)) process.kill(pid);
    daemon.kill();
    await once(daemon, "exit");
  });
  await eventually("the session bus", async () => (await readdir(dir)).includes("session"));
  return {
    env,
    isEnabled: async () => {
      const args = ["--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus"];
      const property = ["org.freedesktop.DBus.Properties.Get", "string:org.a11y.Status", "string:IsEnabled"];
      const { stdout } = await promisify(execFile)("dbus-send", [...args, ...property], { env });
      return stdout.includes("boolean true");
    },
    accessibilityBus: async () => {
      let found: { pid: number; address: string } | undefined;
      await eventually("an accessibility bus", async () => {
        const bus = (await processesOf(dir)).find(({ command }) => command.includes("accessibility.conf"));
        const own = bus?.command.split("\0").find((word) => word.startsWith("--address="));
        if (bus !== undefined && own !== undefined) found = { pid: bus.pid, address: own.slice("--address=".length) };
        return found !== undefined;
      });
      if (found === undefined) throw new Error("no accessibility bus");
      return found;
    },
  };
}

/** The processes with a runtime directory of their own. */
async function processesOf(dir: string): Promise<readonly { readonly pid: number; readonly command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [command = "", variables = ""] = await Promise.all(
        ["cmdline", "environ"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
      );
      return { pid: Number(pid), command, own: variables.split("\0").includes(`XDG_RUNTIME_DIR=${dir}`) };
    }),
  );
  return all.filter(({ own, command }) => own && !command.includes("--session"));
}
