import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@beans-picker/ipc";
import {
  fixtureCommand,
  fixtureState,
  type Fixture,
  type Sentinel,
  startFixture,
  startSentinel,
} from "@beans-picker/fixture";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { act, desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, rejection } from "../../testing/scripted.js";
import { createBackend } from "../../create-backend.js";
import type { DesktopBackend } from "../../backend.js";

/* The real library on a real desktop. What happened is read from what the fixture wrote, not from the answers. */
describe.runIf(process.platform === "linux")("the driver on a Linux desktop", () => {
  let backend: DesktopBackend;
  let fixture: Fixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    const env = desktopEnv();
    fixture = await startFixture({ env });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "cua" }, createLogger("test", "silent"));
    await backend.describe(ample());
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  it("lists the windows with their processes, and those as apps", async () => {
    const windows = await backend.listWindows({}, ample());
    expect(windows.find(({ windowId }) => windowId === fixture.windowId)).toMatchObject({
      pid: fixture.pid,
      title: "Fixture",
      onScreen: true,
    });
    const own = await backend.listWindows({ pid: fixture.pid }, ample());
    expect(own.map(({ windowId }) => windowId)).toEqual([fixture.windowId]);
    const apps = (await backend.listApps(ample())).map(({ pid }) => pid);
    expect(apps).toEqual(expect.arrayContaining([fixture.pid, sentinel.pid]));
    expect(new Set(apps).size).toBe(apps.length);
  });

  it("looks at a window without changing it, and refuses one of another process", async () => {
    const before = await fixture.state();
    const look = await backend.look(fixture, ample());
    expect(look.snapshot.window).toMatchObject({ pid: fixture.pid, windowId: fixture.windowId, title: "Fixture" });
    expect(findNode(look, ["button", "Save"])).toMatchObject({ operable: true, states: { enabled: true } });
    expect(look.snapshot.menus.map(({ path }) => path.join(" > "))).toContain("File > Save");
    expect(await fixture.state()).toEqual(before);
    const foreign = { pid: sentinel.pid, windowId: fixture.windowId };
    expect(await rejection(backend.look(foreign, ample()))).toMatchObject({ code: "window_not_found" });
    expect(await rejection(backend.look({ pid: fixture.pid, windowId: 4_242 }, ample()))).toMatchObject({
      code: "window_not_found",
    });
  });

  it.each(["  Zoë ✓ 日本 😀  ", "", "plain", "a\u00a0b\tc"])(
    "sets a field to exactly %j without submitting it [perform.exact_text]",
    async (text) => {
      const submitted = async () =>
        (await fixture.state()).events.filter(({ name }) => name === "activate:name").length;
      const before = await submitted();
      await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text: "something else" });
      const performed = await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text });
      expect(performed).toMatchObject({ delivery: "delivered", route: ["accessibility"] });
      await fixture.waitFor(({ name }) => name === text);
      expect(await submitted()).toBe(before);
    },
  );

  it("keeps line breaks and outer spaces in a text area", async () => {
    const text = " one\n\n  two 😀\n";
    await act(backend, fixture, ["textarea", "Note"], { kind: "set_value", text });
    await fixture.waitFor(({ body }) => body === text);
  });

  it("toggles a check box and a switch", async () => {
    const before = await fixture.state();
    await act(backend, fixture, ["checkbox", "Newsletter"], { kind: "toggle" });
    await fixture.waitFor(({ newsletter }) => newsletter !== before.newsletter);
    const look = await backend.look(fixture, ample());
    const onOff = look.snapshot.nodes.find(({ role, label }) => label === "Notifications" && role !== "text");
    await backend.perform(look, { kind: "toggle", handle: onOff?.handle ?? -1 }, ample());
    await fixture.waitFor(({ notifications }) => notifications !== before.notifications);
  });

  it("chooses an option of a closed pop-up, and lists the titles when there is none", async () => {
    const look = await backend.look(fixture, ample());
    const popup = look.snapshot.nodes.find(({ role }) => role === "popup")?.handle ?? -1;
    await backend.perform(look, { kind: "choose_option", handle: popup, text: " Large " }, ample());
    await fixture.waitFor(({ size }) => size === "Large");
    const refused = await act(backend, fixture, ["popup"], { kind: "choose_option", text: "Huge" });
    expect(refused).toMatchObject({ delivery: "not_delivered", refusal: { code: "option_not_found" } });
    expect(refused.refusal?.message).toContain(`"Small", "Medium", "Large"`);
    expect((await fixture.state()).size).toBe("Large");
  });

  it("commits the number of a spin button and sets a slider", async () => {
    await act(backend, fixture, ["stepper"], { kind: "set_value", text: "42" });
    await fixture.waitFor(({ quantity }) => quantity.value === 42 && quantity.text === "42");
    await act(backend, fixture, ["slider"], { kind: "set_value", text: "70" });
    await fixture.waitFor(({ volume }) => volume === 70);
  });

  it("presses a button once and chooses a command of a closed menu once [perform.once]", async () => {
    const before = await fixture.state();
    await act(backend, fixture, ["button", "Save"], { kind: "click" });
    await fixture.waitFor(({ saves }) => saves === before.saves + 1);
    const look = await backend.look(fixture, ample());
    const command = look.snapshot.menus.find(({ path }) => path.join(" > ") === "File > New")?.handle ?? -1;
    await backend.perform(look, { kind: "menu", handle: command }, ample());
    const after = await fixture.waitFor(({ creates }) => creates > before.creates);
    expect(after).toMatchObject({ creates: before.creates + 1, saves: before.saves + 1 });
    expect(after.menu["File > New"]).toBe(1);
  });

  it("presses the right button after a control that came in before it renumbered all others [perform.rebind]", async () => {
    const old = await backend.look(fixture, ample());
    const before = await fixture.state();
    await act(backend, fixture, ["button", "Prepare"], { kind: "click" });
    await fixture.waitFor(({ continueEnabled }) => continueEnabled);
    const performed = await backend.perform(
      old,
      { kind: "click", handle: findNode(old, ["button", "Save"]).handle },
      ample(),
    );
    expect(performed.delivery).toBe("delivered");
    const after = await fixture.waitFor(({ saves }) => saves > before.saves);
    expect(after).toMatchObject({
      saves: before.saves + 1,
      deletes: before.deletes,
      slowEffects: before.slowEffects,
      continued: before.continued,
      archives: 0,
    });
  });

  it("refuses a click on a field, keys, scrolling of a slider and line breaks in a line, and does nothing", async () => {
    const before = await fixture.state();
    const refusals = [
      await act(backend, fixture, ["textfield", "Name"], { kind: "click" }),
      await act(backend, fixture, ["stepper"], { kind: "click" }),
      await act(backend, fixture, ["slider"], { kind: "scroll", direction: "down" }),
      await act(backend, fixture, ["textfield", "Name"], { kind: "key", key: "Return" }),
      await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text: "a\nb" }),
    ];
    expect(refusals.map(({ refusal }) => refusal?.code)).toEqual([
      "background_unavailable",
      "background_unavailable",
      "background_unavailable",
      "background_unavailable",
      "line_break_refused",
    ]);
    expect(new Set(refusals.map(({ delivery }) => delivery))).toEqual(new Set(["not_delivered"]));
    expect(await fixture.state()).toEqual(before);
  });

  it("pictures the window alone and the whole screen at full size", async () => {
    const [window] = await backend.listWindows({ pid: fixture.pid }, ample());
    const shot = await backend.captureWindow(fixture, ample());
    const decoded = PNG.sync.read(Buffer.from(shot.png));
    expect({ width: decoded.width, height: decoded.height }).toEqual({
      width: window?.bounds?.width,
      height: window?.bounds?.height,
    });
    expect(shot).toMatchObject({ width: decoded.width, height: decoded.height, scale: 1 });
    const screen = await backend.captureScreen(null, ample());
    expect(PNG.sync.read(Buffer.from(screen.png)).width).toBe(screen.width);
    expect(screen.width).toBeGreaterThanOrEqual(shot.width);
  });

  it("moves a window and tells the frame it has afterwards", async () => {
    const wanted = { x: 30, y: 40, width: 1_010, height: 690 };
    const granted = await backend.setWindowFrame(fixture, wanted, ample());
    const [window] = await backend.listWindows({ pid: fixture.pid }, ample());
    expect(granted).toEqual(window?.bounds);
    const tiny = await backend.setWindowFrame(fixture, { ...wanted, width: 1, height: 1 }, ample());
    expect(tiny?.width).toBeGreaterThan(1);
  });

  it.each(["  outer spaces\n\n", "日本 😀", ""])("carries %j over the clipboard exactly", async (text) => {
    await backend.clipboardWrite({ text }, ample());
    expect((await backend.clipboardRead(ample())).text).toBe(text);
  });

  it("is revived after its session ended, and acts once [driver.session_revival]", async () => {
    const before = await fixture.state();
    const look = await backend.look(fixture, ample());
    await backend.callDriver("end_session", {}, ample());
    await backend.perform(look, { kind: "click", handle: findNode(look, ["button", "Save"]).handle }, ample());
    const after = await fixture.waitFor(({ saves }) => saves > before.saves);
    expect(after.saves).toBe(before.saves + 1);
  });

  it("tells an app that does not exist from one that starts", async () => {
    expect(await rejection(backend.launch({ name: "no-such-app-anywhere" }, ample()))).toMatchObject({
      code: "app_not_found",
      delivery: "not_delivered",
    });
  });

  it("starts an app and answers with its process and window", async () => {
    const directory = await mkdtemp(join(tmpdir(), "launch-"));
    const stateFile = join(directory, "state.json");
    const command = fixtureCommand({ stateFile, title: "Launched", decoy: false });
    const script = join(directory, "launched-app");
    await writeFile(script, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")}\n`, { mode: 0o755 });
    const launched = await backend.launch({ name: script }, ample());
    try {
      const own = fixtureState.parse(JSON.parse(await readFile(stateFile, "utf8")));
      expect(launched.pid).toBe(own.pid);
      expect(launched.windows).toMatchObject([{ title: "Launched", pid: own.pid, windowId: own.windowId }]);
    } finally {
      if (launched.pid !== null) process.kill(launched.pid, "SIGTERM");
      await rm(directory, { recursive: true, force: true });
    }
  });

  it("left the front window in front and sent it nothing, whatever was done [front.background]", async () => {
    const state = await sentinel.state();
    expect(state.active).toBe(true);
    expect(state.text).toBe("");
    expect(state.events.map(({ name }) => name).filter((name) => /^(focus-out|key|button)/.test(name))).toEqual([]);
  });
});
