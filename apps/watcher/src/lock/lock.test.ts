import type { LockState } from "@beans-picker/protocol";
import { startLockService } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBus } from "../testing/bus.js";
import { until } from "../testing/until.js";
import { lockReader, type LockReader } from "./reader.js";
import { followLock } from "./service.js";

const never = new AbortController().signal;
const uid = process.getuid?.() ?? -1;
const cleanUp: (() => unknown)[] = [];
let session: string;
let system: string;

function reader(env: Readonly<Record<string, string>>, onNews = (): void => undefined): LockReader {
  const lock = lockReader({ env, uid }, onNews);
  cleanUp.push(() => lock.close());
  return lock;
}

const both = () => ({ DBUS_SESSION_BUS_ADDRESS: session, DBUS_SYSTEM_BUS_ADDRESS: system });

async function service(address: string, kind: string) {
  const started = await startLockService(address, kind);
  cleanUp.push(() => started.stop());
  return started;
}

beforeEach(async () => {
  const buses = await Promise.all([startBus(), startBus()]);
  for (const bus of buses) cleanUp.push(() => bus.stop());
  [session, system] = [buses[0].address, buses[1].address];
});

afterEach(async () => {
  for (const job of cleanUp.splice(0).reverse()) await job();
});

describe("the lock of the screen", () => {
  it.each([
    ["logind", "login", "logind"],
    ["a screen saver", "org.gnome.ScreenSaver", "org.gnome.ScreenSaver"],
    ["the screen saver of KDE", "org.freedesktop.ScreenSaver", "org.freedesktop.ScreenSaver"],
  ])("is what %s says [lock.state]", async (_who, kind, name) => {
    const saver = await service(kind === "login" ? system : session, kind);
    const lock = reader(both());
    expect(await lock.state(never)).toEqual({ locked: false, by: [name] });
    await saver.tell("lock");
    expect(await lock.state(never)).toEqual({ locked: true, by: [name] });
    await saver.tell("unlock");
    expect(await lock.state(never)).toEqual({ locked: false, by: [name] });
  });

  it("is on when one of several says so, and off with nobody named where nothing could lock [lock.state]", async () => {
    expect(await reader(both()).state(never)).toEqual({ locked: false, by: [] });
    const [login, saver] = [await service(system, "login"), await service(session, "org.mate.ScreenSaver")];
    await saver.tell("lock");
    expect(await reader(both()).state(never)).toEqual({ locked: true, by: ["org.mate.ScreenSaver"] });
    await login.tell("lock");
    expect((await reader(both()).state(never)).by).toEqual(["logind", "org.mate.ScreenSaver"]);
  });

  it("is unknown, with a code, when something that could lock does not answer, or a bus that is named is not there [lock.unknown]", async () => {
    const saver = await service(session, "org.gnome.ScreenSaver");
    await saver.tell("quiet");
    const code = { code: "screen_lock_unavailable" };
    await expect(reader(both()).state(never)).rejects.toMatchObject(code);
    const gone = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus", DBUS_SYSTEM_BUS_ADDRESS: system };
    await expect(reader(gone).state(never)).rejects.toMatchObject(code);
  });

  it("is told when it changes, in order, also when the one that locks comes later [lock.events]", async () => {
    const seen: LockState[] = [];
    const holder: { news?: () => void } = {};
    const lock = reader(both(), () => holder.news?.());
    const followed = followLock(
      (signal) => lock.state(signal),
      (state) => seen.push(state),
    );
    holder.news = () => followed.news();
    cleanUp.push(() => followed.close());
    expect(await lock.state(never)).toEqual({ locked: false, by: [] });
    const saver = await service(session, "org.gnome.ScreenSaver");
    for (const word of ["lock", "unlock", "lock"] as const) {
      const before = seen.length;
      await saver.tell(word);
      await until(`${word} is told`, () => seen.length > before || undefined, 15_000);
    }
    expect(seen.map(({ locked }) => locked)).toEqual([true, false, true]);
  });
});
