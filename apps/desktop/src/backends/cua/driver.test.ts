import { createLogger } from "@beans-picker/ipc";
import { afterEach, describe, expect, it } from "vitest";
import { startBudget } from "../../budget.js";
import { linuxState, window } from "../../testing/driver-state.js";
import { ample, eventually, rejection, ScriptedDriver, scriptedDriver, type Script } from "../../testing/scripted.js";
import { CuaBackend } from "./backend.js";
import { openMcpTransport } from "./transport-mcp.js";

const elements = [
  { role: "push button", label: "Save", actions: ["click"] },
  { role: "spin button", label: "Quantity", value: "8.0", actions: ["activate"] },
];
const windows = [{ window_id: window.windowId, pid: window.pid, app_name: "probe", title: "Probe" }];
const world: Script = { windows, state: linuxState(elements) };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
});

async function scripted(replies: Script["replies"] = {}, timeoutMs?: number) {
  const driver = await ScriptedDriver.create({ ...world, replies });
  const backend = driver.backend("linux", timeoutMs);
  opened.push({ close: () => driver.remove() }, backend);
  return { driver, backend };
}

/** A look at the scripted window and the handle of a control in it. */
async function seen(backend: CuaBackend, label: string) {
  const look = await backend.look(window, ample());
  return { look, handle: look.snapshot.nodes.find((node) => node.label === label)?.handle ?? -1 };
}

describe("the driver over MCP", () => {
  it("is started on first use, once for calls at the same time, without our keys in its environment [driver.environment]", async () => {
    const driver = await ScriptedDriver.create(world);
    process.env["JEV_API_KEY"] = "not-a-real-key";
    const backend = driver.backend("linux");
    opened.push({ close: () => driver.remove() }, backend);
    await Promise.all([backend.listWindows({}, ample()), backend.listWindows({}, ample()), backend.describe(ample())]);
    delete process.env["JEV_API_KEY"];
    const starts = await driver.starts();
    expect(starts).toHaveLength(1);
    expect(starts[0]?.env).toContain("CUA_DRIVER_RS_SESSION_IDLE_TTL_SECS");
    expect(starts[0]?.env).toContain("DISPLAY");
    expect(starts[0]?.env).not.toContain("JEV_API_KEY");
    expect(await driver.calls("set_agent_cursor_enabled")).toMatchObject([{ args: { enabled: false } }]);
  });

  it("is asked again once after its session ended, and the call succeeds [driver.session_revival]", async () => {
    const { driver, backend } = await scripted({ list_windows: [{ endSession: true }] });
    expect(await backend.listWindows({}, ample())).toHaveLength(1);
    expect((await driver.calls()).map(({ tool }) => tool)).toEqual([
      "start_session",
      "list_windows",
      "start_session",
      "list_windows",
    ]);
  });

  it("gives a session that ends again as a refusal instead of trying for ever", async () => {
    const { driver, backend } = await scripted({ list_windows: [{ endSession: true }, { endSession: true }] });
    expect(await rejection(backend.listWindows({}, ample()))).toMatchObject({ code: "driver_error" });
    expect(await driver.calls("list_windows")).toHaveLength(2);
  });

  it("repeats a read once after the process died [driver.read_replayed]", async () => {
    const { driver, backend } = await scripted({ list_windows: [{ die: true }] });
    expect(await backend.listWindows({}, ample())).toHaveLength(1);
    expect(await driver.starts()).toHaveLength(2);
    const again = await scripted({ list_windows: [{ die: true }, { die: true }] });
    expect(await rejection(again.backend.listWindows({}, ample()))).toMatchObject({ code: "driver_unavailable" });
    expect(await again.driver.calls("list_windows")).toHaveLength(2);
  });

  it("is never sent an action again after it died during one [perform.once]", async () => {
    const { driver, backend } = await scripted({ click: [{ die: true }] });
    const { look, handle } = await seen(backend, "Save");
    expect(await backend.perform(look, { kind: "click", handle }, ample())).toMatchObject({
      delivery: "uncertain",
      refusal: { code: "transport_lost" },
    });
    expect(await driver.calls("click")).toHaveLength(1);
    // The next call works again.
    expect(await backend.listWindows({}, ample())).toHaveLength(1);
    expect(await driver.starts()).toHaveLength(2);
  });

  it("is given up at the deadline, and the action is neither repeated nor called undone [driver.deadline]", async () => {
    const { driver, backend } = await scripted({ click: [{ hang: true }] });
    const { look, handle } = await seen(backend, "Save");
    const began = performance.now();
    const performed = await backend.perform(look, { kind: "click", handle }, ample(700));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(performed).toMatchObject({ delivery: "uncertain", refusal: { code: "driver_timeout" } });
    expect(await driver.calls("click")).toHaveLength(1);
  });

  it("is given up when the caller goes away, with the action's delivery unknown", async () => {
    const { driver, backend } = await scripted({ click: [{ hang: true }] });
    const { look, handle } = await seen(backend, "Save");
    const stop = new AbortController();
    const performed = backend.perform(look, { kind: "click", handle }, startBudget(stop.signal, 20_000));
    await eventually("the click", async () => (await driver.calls("click")).length === 1);
    stop.abort();
    expect(await performed).toMatchObject({ delivery: "uncertain" });
  });

  it("is sent nothing once the caller is gone", async () => {
    const { driver, backend } = await scripted();
    const { look, handle } = await seen(backend, "Save");
    const budget = startBudget(AbortSignal.abort(), 20_000);
    expect(await rejection(backend.perform(look, { kind: "click", handle }, budget))).toMatchObject({
      code: "cancelled",
      delivery: "not_delivered",
    });
    expect(await driver.calls("click")).toEqual([]);
  });

  it("is replaced after three time-outs in a row", async () => {
    const hang = { hang: true } as const;
    const { driver, backend } = await scripted({ list_windows: [hang, hang, hang] }, 150);
    for (let at = 0; at < 3; at += 1) {
      expect(await rejection(backend.listWindows({}, ample()))).toMatchObject({ code: "driver_timeout" });
    }
    expect(await backend.listWindows({}, ample())).toHaveLength(1);
    expect(await driver.starts()).toHaveLength(2);
  });

  it("ends with the back end, and calls are refused from then on", async () => {
    const { driver, backend } = await scripted();
    await backend.describe(ample());
    await backend.close();
    const [start] = await driver.starts();
    await eventually("the end of the driver", () => !isAlive(start?.pid ?? 0));
    expect(await rejection(backend.describe(ample()))).toMatchObject({ code: "shutting_down" });
  });

  it("ends in time even if it does not want to", async () => {
    const driver = await ScriptedDriver.create(world);
    const transport = await openMcpTransport(
      { command: scriptedDriver, args: ["mcp"] },
      { ...driver.env, SCRIPTED_DRIVER_STUBBORN: "1" },
      { signal: new AbortController().signal, timeoutMs: 10_000 },
    );
    opened.push({ close: () => driver.remove() });
    const [start] = await driver.starts();
    const began = performance.now();
    await transport.close();
    expect(performance.now() - began).toBeLessThan(3_000);
    await eventually("the end of the driver", () => !isAlive(start?.pid ?? 0), 1_000);
  });

  it("that cannot be started is reported with the reason, and tried again by the next call [driver.unavailable]", async () => {
    const driver = await ScriptedDriver.create(world);
    let command = "/nonexistent/cua-driver";
    const backend = new CuaBackend({
      platform: "linux",
      timeoutMs: 5_000,
      log: createLogger("test", "silent"),
      open: (options) =>
        command === "" ? driver.open(options) : openMcpTransport({ command, args: ["mcp"] }, process.env, options),
    });
    opened.push({ close: () => driver.remove() }, backend);
    const failed = await rejection(backend.listWindows({}, ample()));
    expect(failed).toMatchObject({ code: "driver_unavailable", delivery: "not_delivered" });
    expect(failed.message).toContain("CUA_DRIVER_BIN");
    command = "";
    expect(await backend.listWindows({}, ample())).toHaveLength(1);
  });

  it("without a display is unavailable instead of showing an empty desktop", async () => {
    const { backend } = await scripted({ check_permissions: [{ structured: { x11: false } }] });
    const failed = await rejection(backend.listWindows({}, ample()));
    expect(failed).toMatchObject({ code: "driver_unavailable" });
    expect(failed.message).toContain("DISPLAY");
  });

  it("is asked for known tools with fitting arguments only", async () => {
    const { driver, backend } = await scripted();
    expect(await rejection(backend.callDriver("nope", {}, ample()))).toMatchObject({ code: "unknown_driver_tool" });
    expect(await rejection(backend.callDriver("click", { pid: "1" }, ample()))).toMatchObject({
      code: "driver_arguments_invalid",
      delivery: "not_delivered",
    });
    expect((await driver.calls()).map(({ tool }) => tool)).toEqual(["start_session"]);
  });

  it("is given a session of our own for browser tools, unless the caller names one", async () => {
    const { driver, backend } = await scripted({ get_browser_state: [{ endSession: true }] });
    await backend.callDriver("get_browser_state", { pid: 1, window_id: 2 }, ample());
    await backend.callDriver("get_browser_state", { pid: 1, window_id: 2, session: "mine" }, ample());
    const sessions = (await driver.calls()).map(({ tool, args }) => [tool, args["session"]]);
    const own = sessions[1]?.[1];
    expect(own).toMatch(/^beans-picker-/);
    expect(sessions.slice(1)).toEqual([
      ["get_browser_state", own],
      ["start_session", own],
      ["get_browser_state", own],
      ["get_browser_state", "mine"],
    ]);
  });

  it("may refuse in any shape: the action is not called delivered", async () => {
    const shapes = [
      { isError: true, structured: { status: "refused", refusal: { code: "window_minimized" } } },
      { isError: true, structured: { code: "background_unavailable", detail: "x" } },
      { structured: { effect: "refused", route: "dom" }, text: "refused (browser_ref_stale): x" },
      { isError: true, text: "element 0 exposes neither EditableText nor Value" },
    ];
    const { driver, backend } = await scripted({ click: shapes });
    for (let at = 0; at < shapes.length; at += 1) {
      const { look, handle } = await seen(backend, "Save");
      const performed = await backend.perform(look, { kind: "click", handle }, ample());
      expect(performed.delivery).toBe("not_delivered");
      expect(performed.refusal).toBeDefined();
    }
    expect(await driver.calls("click")).toHaveLength(shapes.length);
  });

  it("is asked with a new token after it called the first one stale, once", async () => {
    const stale = { isError: true, structured: { status: "refused", refusal: { code: "stale_element_token" } } };
    const { driver, backend } = await scripted({ click: [stale] });
    const { look, handle } = await seen(backend, "Save");
    expect(await backend.perform(look, { kind: "click", handle }, ample())).toMatchObject({ delivery: "delivered" });
    const tokens = (await driver.calls("click")).map(({ args }) => args["element_token"]);
    expect(new Set(tokens).size).toBe(2);
    await driver.script({ ...world, replies: { click: [null, null, stale, stale] } });
    const second = await seen(backend, "Save");
    expect(await backend.perform(second.look, { kind: "click", handle: second.handle }, ample())).toMatchObject({
      delivery: "not_delivered",
      refusal: { code: "stale_element_token" },
    });
  });

  it("is sent nothing when the control is gone from the fresh look [perform.rebind]", async () => {
    const { driver, backend } = await scripted();
    const { look, handle } = await seen(backend, "Save");
    await driver.script({ ...world, state: linuxState(elements.slice(1)) });
    expect(await backend.perform(look, { kind: "click", handle }, ample())).toMatchObject({
      delivery: "not_delivered",
      refusal: { code: "target_gone" },
    });
    expect(await driver.calls("click")).toEqual([]);
  });

  it("that fails between two calls of one action leaves the delivery uncertain", async () => {
    const { backend } = await scripted({
      click: [{ isError: true, structured: { code: "background_unavailable" } }],
    });
    const { look, handle } = await seen(backend, "Quantity");
    expect(await backend.perform(look, { kind: "set_value", handle, text: "3" }, ample())).toMatchObject({
      delivery: "uncertain",
      hint: "partial",
      route: ["accessibility", "activate"],
      refusal: { code: "background_unavailable" },
    });
  });

  it("that sends events to the whole screen is not believed to have reached the control", async () => {
    const { backend } = await scripted({ click: [{ structured: { effect: "unverifiable", route: "global_input" } }] });
    const { look, handle } = await seen(backend, "Save");
    expect(await backend.perform(look, { kind: "click", handle }, ample())).toMatchObject({
      delivery: "uncertain",
      route: ["global_input"],
    });
  });

  it("that lists a window under another process is not asked to work on it", async () => {
    const { driver, backend } = await scripted();
    await driver.script({ ...world, windows: [{ ...windows[0], pid: 1 }] });
    expect(await rejection(backend.look(window, ample()))).toMatchObject({ code: "window_not_found" });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
