import { createLogger } from "@beans-picker/ipc";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { startBudget } from "../../budget.js";
import { createBackend } from "../../create-backend.js";
import { findNode } from "../../testing/desktop.js";
import { ample, eventually, rejection } from "../../testing/scripted.js";
import { startShifting, type Shifting } from "../../testing/shifting.js";

/* Between a look and the action on it, the app changes under our hands. What was pressed is what the app itself counted. */
describe.runIf(process.platform === "linux")("a window that changes between a look and an action", () => {
  let backend: DesktopBackend;
  let app: Shifting;

  beforeAll(() => {
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
  });
  beforeEach(async () => {
    app = await startShifting();
    for (const label of ["First", "Target", "Last"]) await app.run("add", label);
  });
  afterEach(async () => {
    await app.stop();
  });

  const press = (look: Look, label: string) =>
    backend.perform(look, { kind: "click", handle: findNode(look, ["button", label]).handle }, ample());
  /** A look that shows what the app made last. */
  const lookAt = async (window: number, label: string): Promise<Look> => {
    let look: Look | undefined;
    await eventually(`the button ${label}`, async () => {
      look = await backend.look(app.window(window), ample());
      return look.snapshot.nodes.some((node) => node.label === label);
    });
    if (look === undefined) throw new Error("no look");
    return look;
  };

  it("presses the same button after others came in before it [native.identity]", async () => {
    const look = await lookAt(0, "Last");
    for (const label of ["New", "Newer", "Target copy"]) await app.run("add", label, 0);
    expect(await press(look, "Target")).toMatchObject({ delivery: "delivered", route: ["atspi:action"] });
    await app.pressed([0, 1, 0, 0, 0, 0]);
  });

  it("presses the same button after others before it went [native.identity]", async () => {
    const look = await lookAt(0, "Last");
    await app.run("remove", 0);
    expect(await press(look, "Target")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 1, 0]);
  });

  it("presses nothing when the button went, even though another stands in its place [native.identity]", async () => {
    const look = await lookAt(0, "Last");
    await app.run("remove", 1);
    expect(await press(look, "Target")).toMatchObject({ delivery: "not_delivered", refusal: { code: "target_gone" } });
    expect(app.presses()).toEqual([0, 0, 0]);
  });

  it("presses nothing when the button is called something else by now [native.identity]", async () => {
    const look = await lookAt(0, "Last");
    await app.run("rename", 1, "Delete everything");
    expect(await press(look, "Target")).toMatchObject({ delivery: "not_delivered", refusal: { code: "target_gone" } });
    expect(app.presses()).toEqual([0, 0, 0]);
  });

  it("presses the one that has the name now when a button was made anew [native.rebind]", async () => {
    const look = await lookAt(0, "Last");
    await app.run("remove", 1);
    await app.run("add", "Target");
    await lookAt(0, "Target");
    expect(await press(look, "Target")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 0, 0, 1]);
  });

  it("presses neither of two that have the name by now [native.rebind]", async () => {
    const look = await lookAt(0, "Last");
    await app.run("remove", 1);
    await app.run("add", "Target");
    await app.run("add", "Target");
    expect(await press(look, "Target")).toMatchObject({ delivery: "not_delivered", refusal: { code: "target_gone" } });
    expect(app.presses()).toEqual([0, 0, 0, 0, 0]);
  });

  it("says that the button was disabled meanwhile", async () => {
    const look = await lookAt(0, "Last");
    await app.run("disable", 1);
    expect(await press(look, "Target")).toMatchObject({ refusal: { code: "target_disabled" } });
    expect(app.presses()).toEqual([0, 0, 0]);
  });

  it("presses nothing in a row whose content became another's [native.recycled_row]", async () => {
    await app.run("add_rows", ["Ada", "Alan", "Grace"]);
    const look = await lookAt(0, "Grace");
    const [, second] = look.snapshot.nodes.filter(({ role, label }) => role === "button" && label === "Open");
    await app.run("recycle", ["Grace", "Linus", "Ken"]);
    await lookAt(0, "Linus");
    const performed = await backend.perform(look, { kind: "click", handle: second?.handle ?? -1 }, ample());
    expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "target_gone" } });
    expect(app.presses()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("presses the button of the row that was meant while the rows stay [native.recycled_row]", async () => {
    await app.run("add_rows", ["Ada", "Alan", "Grace"]);
    const look = await lookAt(0, "Grace");
    const [, second] = look.snapshot.nodes.filter(({ role, label }) => role === "button" && label === "Open");
    const performed = await backend.perform(look, { kind: "click", handle: second?.handle ?? -1 }, ample());
    expect(performed.delivery).toBe("delivered");
    await app.pressed([0, 0, 0, 0, 1, 0]);
  });

  it("tells two windows of one app apart by title, and by place when they share it [native.windows]", async () => {
    await app.run("add_window", "Shifting", 300, 220);
    await app.run("add", "Twin", -1, 1);
    await app.run("add_window", "Other", 320, 200);
    await app.run("add", "Other's", -1, 2);
    expect((await lookAt(0, "Target")).snapshot.nodes.map(({ label }) => label)).not.toContain("Twin");
    const twin = await lookAt(1, "Twin");
    expect(twin.snapshot.window.otherWindows.sort()).toEqual(["Other", "Shifting"]);
    expect(twin.snapshot.nodes.map(({ label }) => label)).not.toContain("Target");
    expect(await press(twin, "Twin")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 0, 0, 1, 0]);
    expect((await lookAt(2, "Other's")).snapshot.window.title).toBe("Other");
  });

  it("finds a window again after its title changed", async () => {
    const look = await lookAt(0, "Last");
    await app.run("retitle", "Something else", 0);
    expect(await press(look, "Target")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 1, 0]);
    await eventually("the new title", async () => {
      return (await backend.look(app.window(0), ample())).snapshot.window.title === "Something else";
    });
  });

  it("reads and presses in a minimised window, and lists it as such [native.minimised]", async () => {
    await app.run("minimise", 0);
    await eventually("the window in the list as minimised", async () => {
      const [entry] = await backend.listWindows({ pid: app.pid }, ample());
      return entry?.minimized === true && !entry.onScreen;
    });
    expect(await backend.listWindows({ pid: app.pid, onScreenOnly: true }, ample())).toEqual([]);
    const look = await backend.look(app.window(0), ample());
    expect(await press(look, "Target")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 1, 0]);
    const [entry] = await backend.listWindows({ pid: app.pid }, ample());
    expect(entry?.minimized).toBe(true);
  });

  it("refuses keys to a window that is not shown, and sends none", async () => {
    const look = await lookAt(0, "Last");
    await app.run("minimise", 0);
    await eventually("the window minimised", async () => {
      return (await backend.listWindows({ pid: app.pid }, ample()))[0]?.minimized === true;
    });
    const performed = await backend.perform(look, { kind: "key", key: "tab" }, ample());
    expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "not_visible" } });
  });

  it("gives up on an app that hangs within the budget, and works with it again later [native.hung]", async () => {
    const look = await lookAt(0, "Last");
    process.kill(app.pid, "SIGSTOP");
    const soon = startBudget(new AbortController().signal, 1_500);
    const started = performance.now();
    const handle = findNode(look, ["button", "Target"]).handle;
    const outcome = await backend.perform(look, { kind: "click", handle }, soon).catch((error: unknown) => error);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(outcome).toMatchObject({ code: "driver_timeout" });
    process.kill(app.pid, "SIGCONT");
    const again = await lookAt(0, "Last");
    expect(app.presses()).toEqual([0, 0, 0]);
    expect(await press(again, "Target")).toMatchObject({ delivery: "delivered" });
    await app.pressed([0, 1, 0]);
  });

  it("refuses to look at and to act on an app that was killed [native.killed]", async () => {
    const look = await lookAt(0, "Last");
    const window = app.window(0);
    await app.stop();
    const handle = findNode(look, ["button", "Target"]).handle;
    const outcome = await backend.perform(look, { kind: "click", handle }, ample()).catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).toMatch(/target_gone|window_not_found/);
    await eventually(
      "the end of the window",
      async () => (await backend.listWindows({ pid: window.pid }, ample())).length === 0,
    );
    expect(await rejection(backend.look(window, ample()))).toMatchObject({ code: "window_not_found" });
  });
});
