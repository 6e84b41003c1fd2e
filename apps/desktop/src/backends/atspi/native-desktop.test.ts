import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Fixture,
  fixtureCommand,
  fixtureState,
  type Sentinel,
  startFixture,
  startSentinel,
} from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, eventually, rejection } from "../../testing/scripted.js";

const silent = createLogger("test", "silent");

describe.runIf(process.platform === "linux")("the native back end on a Linux desktop", () => {
  let backend: DesktopBackend;
  let fixture: Fixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    const env = desktopEnv();
    fixture = await startFixture({ env });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", process.env, silent);
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  it("is what Linux gets when nothing is said [native.default]", async () => {
    const described = await backend.describe(ample());
    expect(described.reason).toContain("BEANS_PICKER_DRIVER is auto");
    expect(described).toMatchObject({
      backend: "native",
      platform: "linux",
      transport: "atspi+x11",
      driverVersion: null,
      tools: [],
    });
  });

  it("lists windows with their processes, and tells which app is in front", async () => {
    const own = await backend.listWindows({ pid: fixture.pid }, ample());
    expect(own).toMatchObject([
      { windowId: fixture.windowId, pid: fixture.pid, title: "Fixture", onScreen: true, minimized: false },
    ]);
    const apps = await backend.listApps(ample());
    expect(apps.find(({ pid }) => pid === fixture.pid)?.active).toBe(false);
    expect(apps.find(({ pid }) => pid === sentinel.pid)?.active).toBe(true);
  });

  it("looks at a window without changing it, and refuses one of another process", async () => {
    const before = await fixture.state();
    const { snapshot } = await backend.look(fixture, ample());
    expect(snapshot.window).toMatchObject({
      pid: fixture.pid,
      windowId: fixture.windowId,
      title: "Fixture",
      frontmost: false,
    });
    expect(snapshot.completeness.complete).toBe(true);
    expect(await fixture.state()).toEqual(before);
    const foreign = { pid: sentinel.pid, windowId: fixture.windowId };
    expect(await rejection(backend.look(foreign, ample()))).toMatchObject({ code: "window_not_found" });
    expect(await rejection(backend.look({ pid: fixture.pid, windowId: 4_242 }, ample()))).toMatchObject({
      code: "window_not_found",
    });
  });

  it("reads a text, a toggle and a pop-up back as they were set [native.exact_reading]", async () => {
    const text = "  Zoë ✓ 日本 😀 e\u0301 ";
    await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text });
    await act(backend, fixture, ["checkbox", "Newsletter"], { kind: "toggle" });
    await act(backend, fixture, ["popup"], { kind: "choose_option", text: " Large " });
    await fixture.waitFor(({ name, newsletter, size }) => name === text && newsletter && size === "Large");
    const look = await backend.look(fixture, ample());
    expect(findNode(look, ["textfield", "Name"])).toMatchObject({ rawValue: text, valueExact: true });
    expect(findNode(look, ["checkbox", "Newsletter"]).states.checked).toBe(true);
    expect(findNode(look, ["popup"]).value).toBe("Large");
  });

  it("sets a field without submitting it, and refuses a line break in it [perform.exact_text]", async () => {
    const submitted = async () => (await fixture.state()).events.filter(({ name }) => name === "activate:name").length;
    const before = await submitted();
    await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text: "plain" });
    const refused = await act(backend, fixture, ["textfield", "Name"], { kind: "set_value", text: "a\nb" });
    expect(refused).toMatchObject({ delivery: "not_delivered", refusal: { code: "line_break_refused" } });
    expect((await fixture.waitFor(({ name }) => name === "plain")).name).toBe("plain");
    expect(await submitted()).toBe(before);
  });

  it("lists the titles when a pop-up has no such option, and never opens a list from behind", async () => {
    const refused = await act(backend, fixture, ["popup"], { kind: "choose_option", text: "Huge" });
    expect(refused).toMatchObject({ delivery: "not_delivered", refusal: { code: "option_not_found" } });
    expect(refused.refusal?.message).toContain(`"Small", "Medium", "Large"`);
    const opened = await act(backend, fixture, ["popup"], { kind: "click" });
    expect(opened).toMatchObject({ delivery: "not_delivered", refusal: { code: "foreground_required" } });
  });

  it("refuses what would raise the app or change a value by scrolling, and does nothing", async () => {
    const before = await fixture.state();
    const refusals = [
      await act(backend, fixture, ["textfield", "Name"], { kind: "click" }),
      await act(backend, fixture, ["slider"], { kind: "scroll", direction: "down" }),
      await act(backend, fixture, ["textfield", "Name"], { kind: "key", key: "Tab" }),
      await act(backend, fixture, ["button", "Save"], { kind: "click", modifiers: ["shift"] }),
      await act(backend, fixture, ["slider"], { kind: "set_value", text: "loud" }),
    ];
    expect(refusals.map(({ refusal }) => refusal?.code)).toEqual([
      "background_unavailable",
      "background_unavailable",
      "background_unavailable",
      "background_unavailable",
      "bad_arguments",
    ]);
    expect(new Set(refusals.map(({ delivery }) => delivery))).toEqual(new Set(["not_delivered"]));
    expect(await fixture.state()).toEqual(before);
  });

  it("takes Return in a field of one line as the field's own action [native.background_keys]", async () => {
    const entered = ({ events }: { events: readonly { name: string }[] }): number =>
      events.filter(({ name }) => name === "activate:name").length;
    const before = entered(await fixture.state());
    expect(await act(backend, fixture, ["textfield", "Name"], { kind: "key", key: "Return" })).toMatchObject({
      delivery: "delivered",
    });
    await fixture.waitFor((state) => entered(state) === before + 1);
  });

  it("scrolls a text by its own bar and leaves every value alone [native.scroll]", async () => {
    const body = Array.from({ length: 200 }, (_, line) => `line ${String(line)}`).join("\n");
    await act(backend, fixture, ["textarea", "Note"], { kind: "set_value", text: body });
    await fixture.waitFor((state) => state.body === body);
    const barOf = async () => {
      const { snapshot } = await backend.look(fixture, ample());
      return snapshot.nodes
        .filter(({ role, states }) => role === "scrollbar" && states.showing === true)
        .map(({ value }) => value);
    };
    const before = { ...(await fixture.state()), events: [] };
    const bars = await barOf();
    const performed = await act(backend, fixture, ["textarea", "Note"], { kind: "scroll", direction: "down" });
    expect(performed).toMatchObject({ delivery: "delivered", route: ["atspi:scroll"] });
    await eventually("the bar further down", async () => JSON.stringify(await barOf()) !== JSON.stringify(bars));
    const after = { ...(await fixture.state()), events: [] };
    expect(after).toEqual(before);
  });

  it("sends keys to a window behind another [native.background_keys]", async () => {
    const look = await backend.look(fixture, ample());
    const performed = await backend.perform(look, { kind: "key", key: "ctrl+s" }, ample());
    expect(performed.route).toEqual(["x11:keys"]);
    const events = async () => (await fixture.state()).events.filter(({ name }) => name === "key-press:s");
    await eventually("the key in the app", async () => (await events()).length === 1);
  });

  it("lists an untitled dialog, shows it with its owner, and answers it [native.untitled_dialog]", async () => {
    await act(backend, fixture, ["button", "Open untitled"], { kind: "click" });
    let look: Look | undefined;
    await eventually("the dialog with its owner", async () => {
      look = await backend.look(fixture, ample());
      return look.snapshot.modal !== null;
    });
    const untitled = (await backend.listWindows({ pid: fixture.pid }, ample())).filter(({ title }) => title === "");
    expect(untitled).toHaveLength(1);
    if (look === undefined) throw new Error("no look");
    await backend.perform(look, { kind: "click", handle: findNode(look, ["button", "OK"]).handle }, ample());
    await fixture.waitFor(({ dialogs }) => dialogs.untitled.answers.join() === "OK");
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
    const foreign = { pid: sentinel.pid, windowId: fixture.windowId };
    expect(await rejection(backend.captureWindow(foreign, ample()))).toMatchObject({ code: "window_not_found" });
  });

  it("moves a window and tells the frame it has afterwards", async () => {
    const wanted = { x: 30, y: 40, width: 1_010, height: 690 };
    const granted = await backend.setWindowFrame(fixture, wanted, ample());
    const [window] = await backend.listWindows({ pid: fixture.pid }, ample());
    expect(granted).toEqual(window?.bounds);
    const tiny = await backend.setWindowFrame(fixture, { ...wanted, width: 1, height: 1 }, ample());
    expect(tiny?.width).toBeGreaterThan(1);
  });

  it("leaves the clipboard and raw calls to the driver [native.rest]", async () => {
    await backend.clipboardWrite({ text: "  日本 😀\n" }, ample());
    expect((await backend.clipboardRead(ample())).text).toBe("  日本 😀\n");
    expect(await backend.callDriver("get_screen_size", {}, ample())).toMatchObject({ isError: false });
    const alone = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, silent);
    expect(await rejection(alone.clipboardRead(ample()))).toMatchObject({
      code: "unsupported",
      delivery: "not_delivered",
    });
    await alone.close();
  });

  it("left the front window in front and sent it nothing, whatever was done [front.background]", async () => {
    const { active, text, events } = await sentinel.state();
    expect({ active, text }).toEqual({ active: true, text: "" });
    expect(events.map(({ name }) => name).filter((name) => /^(focus-out|key|button)/.test(name))).toEqual([]);
  });

  it("gives the front back when a started app takes it [native.launch_behind]", async () => {
    const directory = await mkdtemp(join(tmpdir(), "launch-"));
    const stateFile = join(directory, "state.json");
    const command = fixtureCommand({ stateFile, title: "Launched", takeFocus: true });
    const script = join(directory, "launched-app");
    await writeFile(script, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")}\n`, { mode: 0o755 });
    const launched = await backend.launch({ name: script }, ample());
    try {
      const own = fixtureState.parse(JSON.parse(await readFile(stateFile, "utf8")));
      expect(launched).toMatchObject({ pid: own.pid, windows: [{ title: "Launched", windowId: own.windowId }] });
      expect((await sentinel.waitFor((state) => state.active)).active).toBe(true);
    } finally {
      if (launched.pid !== null) process.kill(launched.pid, "SIGTERM");
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe("the choice of a back end", () => {
  it.each([
    ["linux", { BEANS_PICKER_DRIVER: "quartz", DISPLAY: ":0" }, "driver_unavailable", "BEANS_PICKER_DRIVER"],
    ["darwin", { BEANS_PICKER_DRIVER: "native" }, "unsupported_platform", "BEANS_PICKER_DRIVER"],
    ["linux", {}, "driver_unavailable", "DISPLAY"],
    ["win32", {}, "unsupported_platform", "operating system"],
  ] as const)("on %s with %j is refused in words", async (platform, env, code, word) => {
    const backend = createBackend(platform, env, silent);
    const refused = await rejection(backend.listWindows({}, ample()));
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(word);
    expect((await rejection(backend.look({ pid: 1, windowId: 1 }, ample()))).code).toBe(code);
    await backend.close();
  });
});
