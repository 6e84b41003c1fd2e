import { startSentinel, type Sentinel } from "@beans-picker/fixture";
import type { Performed } from "@beans-picker/desktop";
import { createLogger } from "@beans-picker/ipc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, eventually, rejection } from "../../testing/scripted.js";
import { startShifting, type Shifting } from "../../testing/shifting.js";
import { X11Desk } from "./desk-x11.js";

/*
 * An app that is busy takes its keys later. What is read of its focus until then is of before: a check box that seems to
 * have the focus would be passed by a Tab that is still under way, and the next one pressed in its place.
 */
describe.runIf(process.platform === "linux")("keys to an app that is busy", () => {
  let desk: X11Desk;
  let sentinel: Sentinel;
  let app: Shifting;

  beforeEach(async () => {
    sentinel = await startSentinel({ env: desktopEnv() });
    desk = new X11Desk({ env: process.env, platform: "linux", assertSession: () => undefined });
    app = await startShifting("gtk4");
    await app.run("add_check", "Newsletter");
  });
  afterEach(async () => {
    await app.stop();
    await desk.close();
    await sentinel.stop();
  });

  async function block(ms: number): Promise<{ readonly over: Promise<void> }> {
    const over = app.run("block", ms);
    over.catch(() => undefined);
    await eventually("the app doing nothing", () => app.block?.() === "begun");
    return { over };
  }

  it("are not pressed until it has taken them [native.keys_taken]", async () => {
    const { over } = await block(2_500);
    expect(await desk.pressKeys(app.window(0).windowId, [["tab"]], ample())).toBe("taken");
    expect(app.block?.()).toBe("over");
    await over;
  });

  it("hold up what follows when it has not taken them in time [native.keys_taken]", async () => {
    const { windowId } = app.window(0);
    const { over } = await block(5_000);
    expect(await rejection(desk.pressKeys(windowId, [["tab"]], ample(1_800)))).toMatchObject({
      code: "driver_timeout",
      delivery: "uncertain",
    });
    expect(await rejection(desk.settled([windowId], ample(300)))).toMatchObject({
      code: "driver_timeout",
      delivery: "not_delivered",
    });
    await desk.settled([windowId], ample());
    expect(app.block?.()).toBe("over");
    await over;
  });

  it("do not have the check box beside it pressed by what follows [native.keys_taken]", async () => {
    await app.run("add_check", "Notifications");
    const backend = createBackend(
      "linux",
      { ...process.env, BEANS_PICKER_DRIVER: "native" },
      createLogger("test", "silent"),
    );
    const window = app.window(0);
    const toggle = (): Promise<Performed> => act(backend, window, ["checkbox", "Newsletter"], { kind: "toggle" });
    try {
      await eventually("both", async () => {
        const { snapshot } = await backend.look(window, ample());
        return snapshot.nodes.filter(({ role }) => role === "checkbox").length === 2;
      });
      // Newsletter has the focus now, and the Tab that is under way will move it to Notifications.
      expect(await toggle()).toMatchObject({ delivery: "delivered" });
      await app.pressed([1, 0]);
      const look = await backend.look(window, ample());
      const { over } = await block(4_000);
      const tab = await backend.perform(look, { kind: "key", key: "tab" }, ample(1_800));
      expect(tab).toMatchObject({ delivery: "uncertain" });
      const handle = findNode(look, ["checkbox", "Newsletter"]).handle;
      expect(await backend.perform(look, { kind: "toggle", handle }, ample())).toMatchObject({ delivery: "delivered" });
      await over;
      await app.pressed([2, 0]);
    } finally {
      await backend.close();
    }
  });
});
