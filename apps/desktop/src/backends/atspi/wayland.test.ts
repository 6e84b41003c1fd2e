import { type Fixture, startFixture } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, WindowRef } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv } from "../../testing/desktop.js";
import { ample, eventually, rejection } from "../../testing/scripted.js";

/* The back end is told that it is in a Wayland session and is given no display; the app is on the same accessibility bus. */
describe.runIf(process.platform === "linux")("in a Wayland session", () => {
  let backend: DesktopBackend;
  let fixture: Fixture;
  let window: WindowRef;

  beforeAll(async () => {
    fixture = await startFixture({ env: desktopEnv() });
    const env = { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "wayland-0", BEANS_PICKER_DRIVER: "native" };
    backend = createBackend("linux", env, createLogger("test", "silent"));
    await eventually(
      "the window of the app",
      async () => {
        const [entry] = await backend.listWindows({ pid: fixture.pid }, ample());
        if (entry === undefined) return false;
        window = { pid: fixture.pid, windowId: entry.windowId };
        return (await backend.look(window, ample())).snapshot.completeness.complete;
      },
      30_000,
    );
  });
  afterAll(async () => {
    await backend.close();
    await fixture.stop();
  });

  it("the session is recognised, and its windows are what apps say of themselves [native.wayland]", async () => {
    const described = await backend.describe(ample());
    expect(described).toMatchObject({ backend: "native", transport: "atspi" });
    expect(described.reason).toContain("Wayland");
    const [entry] = await backend.listWindows({ pid: fixture.pid }, ample());
    expect(entry).toMatchObject({ title: "Fixture", pid: fixture.pid });
  });

  it("controls are read and acted on [native.wayland]", async () => {
    expect(await act(backend, window, ["button", "Save"], { kind: "click" })).toMatchObject({ delivery: "delivered" });
    await act(backend, window, ["textfield", "Name"], { kind: "set_value", text: "  Zoë 😀 " });
    await act(backend, window, ["checkbox", "Newsletter"], { kind: "toggle" });
    await fixture.waitFor(({ saves, name, newsletter }) => saves === 1 && name === "  Zoë 😀 " && newsletter);
  });

  it("keys, pictures and places are refused with a code, and nothing happens [native.wayland]", async () => {
    const look = await backend.look(window, ample());
    const before = await fixture.state();
    expect(await backend.perform(look, { kind: "key", key: "ctrl+s" }, ample())).toMatchObject({
      delivery: "not_delivered",
      refusal: { code: "background_unavailable" },
    });
    const frame = { x: 0, y: 0, width: 300, height: 200 };
    for (const work of [
      () => backend.captureWindow(window, ample()),
      () => backend.captureScreen(null, ample()),
      () => backend.setWindowFrame(window, frame, ample()),
    ]) {
      expect(await rejection(work())).toMatchObject({ code: "unsupported" });
    }
    expect(await fixture.state()).toEqual(before);
  });
});
