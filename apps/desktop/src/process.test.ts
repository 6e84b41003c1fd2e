import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fixture, startFixture } from "@beans-picker/fixture";
import { createLogger, createSupervisor, type Client } from "@beans-picker/ipc";
import { desktopContract, type DesktopContract } from "@beans-picker/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desktopEnv } from "./testing/desktop.js";
import { eventually, rejection, ScriptedDriver, scriptedDriver } from "./testing/scripted.js";

const entry = join(dirname(fileURLToPath(import.meta.url)), "../dist/main.js");
const alice = "alice-0123456789-0123456789";
const mallory = "mallory-0123456789-01234567";
const options = { deadlineMs: 20_000 };

/** The built process, started as the product starts it, with a client on the wire. */
async function startProcess(env: Record<string, string>) {
  const supervisor = await createSupervisor({
    children: { desktop: { contract: desktopContract, entry, env } },
    log: createLogger("test", "silent"),
    build: "test",
    env: desktopEnv(),
  });
  const client: Client<DesktopContract> = await supervisor.client("desktop");
  return { client, supervisor };
}

describe.runIf(process.platform === "linux")("the desktop process", () => {
  let fixture: Fixture;
  let running: Awaited<ReturnType<typeof startProcess>>;
  beforeAll(async () => {
    fixture = await startFixture({ env: desktopEnv() });
    running = await startProcess({});
  });
  afterAll(async () => {
    await running.supervisor.stop();
    await fixture.stop();
  });

  const take = async (owner: string) => {
    const { pid, windowId } = fixture;
    return await running.client.call("snapshot.take", { owner, pid, windowId }, options);
  };
  const saveOf = (snapshot: Awaited<ReturnType<typeof take>>["snapshot"]) =>
    snapshot.nodes.find(({ role, label }) => role === "button" && label === "Save")?.handle ?? -1;

  it("describes its back end", async () => {
    expect(await running.client.call("backend.describe", {}, options)).toMatchObject({
      backend: "native",
      platform: "linux",
      transport: "atspi+x11",
    });
    const other = await startProcess({ BEANS_PICKER_DRIVER: "cua" });
    try {
      expect(await other.client.call("backend.describe", {}, options)).toMatchObject({
        backend: "cua-driver",
        platform: "linux",
        transport: "sdk",
        driverVersion: "0.28.2",
      });
    } finally {
      await other.supervisor.stop();
    }
  });

  it("acts once per snapshot, for its owner only [snapshot.consumed]", async () => {
    const { snapshotId, snapshot } = await take(alice);
    const action = { kind: "click", handle: saveOf(snapshot) } as const;
    const perform = (owner: string) => running.client.call("action.perform", { owner, snapshotId, action }, options);
    const before = (await fixture.state()).saves;

    const foreign = await rejection(perform(mallory));
    const both = await Promise.allSettled([perform(alice), perform(alice)]);
    const used = await rejection(perform(alice));

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(foreign).toMatchObject({ code: "snapshot_unavailable" });
    expect(used).toEqual(foreign);
    await fixture.waitFor(({ saves }) => saves === before + 1);
    const read = await running.client.call("snapshot.read", { owner: alice, snapshotId }, options);
    expect(read.snapshot).toEqual(snapshot);
    await running.client.call("owner.release", { owner: alice }, options);
    expect(await rejection(running.client.call("snapshot.read", { owner: alice, snapshotId }, options))).toMatchObject({
      code: "snapshot_unavailable",
    });
    expect((await fixture.state()).saves).toBe(before + 1);
  });

  it("checks raw calls against the driver's own schemas", async () => {
    const raw = (tool: string, args: Record<string, unknown>) =>
      running.client.call("driver.call", { tool, arguments: args }, options);
    expect(await rejection(raw("screenshot", {}))).toMatchObject({ code: "unknown_driver_tool" });
    expect(await rejection(raw("click", { pid: fixture.pid, elment_token: "x" }))).toMatchObject({
      code: "driver_arguments_invalid",
    });
    expect(await raw("get_screen_size", {})).toMatchObject({ isError: false, code: null });
  });

  it("sends pictures as bytes", async () => {
    const { pid, windowId } = fixture;
    const shot = await running.client.call("window.capture", { pid, windowId }, options);
    expect(Buffer.from(shot.png).subarray(1, 4).toString("latin1")).toBe("PNG");
  });

  it("says what is wrong without a display and with a setting it cannot use", async () => {
    for (const [env, word] of [
      [{ DISPLAY: "", WAYLAND_DISPLAY: "" }, "DISPLAY"],
      [{ DISPLAY: ":4242" }, "DISPLAY"],
      [{ BEANS_PICKER_DRIVER: "cua", DISPLAY: ":4242" }, "DISPLAY"],
      [{ BEANS_PICKER_DRIVER: "cua", CUA_DRIVER_TIMEOUT: "soon" }, "CUA_DRIVER_TIMEOUT"],
      [{ BEANS_PICKER_DRIVER: "cua", CUA_DRIVER_BIN: "/nonexistent/driver" }, "CUA_DRIVER_BIN"],
      [{ BEANS_PICKER_DRIVER: "quartz" }, "BEANS_PICKER_DRIVER"],
    ] as const) {
      const other = await startProcess(env);
      try {
        const refused = await rejection(other.client.call("windows.list", {}, options));
        expect(refused.message).toContain(word);
        expect(["driver_unavailable", "unsupported_platform"]).toContain(refused.code);
      } finally {
        await other.supervisor.stop();
      }
    }
  });

  it("takes its driver child with it when it is killed", async () => {
    const driver = await ScriptedDriver.create({ windows: [] });
    const other = await startProcess({
      BEANS_PICKER_DRIVER: "cua",
      CUA_DRIVER_BIN: scriptedDriver,
      SCRIPTED_DRIVER_DIR: driver.directory,
    });
    try {
      await other.client.call("windows.list", {}, options);
      const [start] = await driver.starts();
      process.kill(other.supervisor.pid("desktop") ?? 0, "SIGKILL");
      await eventually("the end of the driver", () => {
        try {
          process.kill(start?.pid ?? 0, 0);
          return false;
        } catch {
          return true;
        }
      });
    } finally {
      await other.supervisor.stop();
      await driver.remove();
    }
  });
});
