import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Fixture, startFixture } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { CodedError } from "@beans-picker/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { startBudget } from "../../budget.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, eventually } from "../../testing/scripted.js";
import { startShifting } from "../../testing/shifting.js";

const run = promisify(execFile);

describe.runIf(process.platform === "linux")("windows in unusual states", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ env });
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
    await eventually(
      "the whole window",
      async () => (await backend.look(fixture, ample())).snapshot.completeness.complete,
      30_000,
    );
  });
  afterAll(async () => {
    await backend.close();
    await fixture.stop();
  });

  it("are read and acted on while they are on another desktop, and get no keys there [native.other_desktop]", async () => {
    const desktops = async (): Promise<string> => (await run("xdotool", ["get_num_desktops"], { env })).stdout.trim();
    const before = await desktops();
    await run("xdotool", ["set_num_desktops", "2"], { env });
    await run("xdotool", ["set_desktop_for_window", String(fixture.windowId), "1"], { env });
    try {
      await eventually("the window on the other desktop", async () => {
        const [entry] = await backend.listWindows({ pid: fixture.pid }, ample());
        return entry?.onCurrentSpace === false && !entry.onScreen;
      });
      const { saves } = await fixture.state();
      expect(await act(backend, fixture, ["button", "Save"], { kind: "click" })).toMatchObject({
        delivery: "delivered",
      });
      await fixture.waitFor((state) => state.saves === saves + 1);
      const look = await backend.look(fixture, ample());
      expect(await backend.perform(look, { kind: "key", key: "ctrl+s" }, ample())).toMatchObject({
        delivery: "not_delivered",
        refusal: { code: "not_visible" },
      });
      const [entry] = await backend.listWindows({ pid: fixture.pid }, ample());
      expect(entry?.onCurrentSpace).toBe(false);
    } finally {
      await run("xdotool", ["set_desktop_for_window", String(fixture.windowId), "0"], { env });
      await run("xdotool", ["set_num_desktops", before], { env });
    }
  });

  it("have the commands of closed pop-up menus and the options of closed lists pressed [native.closed_lists]", async () => {
    const look = await backend.look(fixture, ample());
    const command = look.snapshot.menus.find(({ path }) => path.join(" > ") === "File > New");
    const { creates } = await fixture.state();
    expect(await backend.perform(look, { kind: "menu", handle: command?.handle ?? -1 }, ample())).toMatchObject({
      delivery: "delivered",
    });
    await fixture.waitFor((state) => state.creates === creates + 1);
    await act(backend, fixture, ["popup", "Size"], { kind: "choose_option", text: "Medium" });
    await fixture.waitFor(({ size }) => size === "Medium");
  });

  it("of an app that hangs cost that app's own time; another app is served meanwhile [native.hung]", async () => {
    const app = await startShifting();
    try {
      await app.run("add", "Target");
      let look = await backend.look(app.window(0), ample());
      await eventually("the button", async () => {
        look = await backend.look(app.window(0), ample());
        return look.snapshot.nodes.some(({ label }) => label === "Target");
      });
      const { handle } = findNode(look, ["button", "Target"]);
      process.kill(app.pid, "SIGSTOP");
      const hung = startBudget(new AbortController().signal, 30_000);
      let ended = false;
      const waiting = backend
        .perform(look, { kind: "click", handle }, hung)
        .catch((error: unknown) => error)
        .finally(() => (ended = true));
      const { saves } = await fixture.state();
      await act(backend, fixture, ["button", "Save"], { kind: "click" });
      await fixture.waitFor((state) => state.saves === saves + 1);
      expect(ended, "the call on the app that hangs").toBe(false);
      // Killed in the middle of the call.
      await app.stop();
      const outcome = await waiting;
      if (outcome instanceof CodedError) expect(outcome.facts.delivery ?? "not_delivered").toBe("not_delivered");
      else expect(JSON.stringify(outcome)).toMatch(/"code":"\w*(gone|timeout|lost|unavailable)\w*"/);
    } finally {
      await app.stop();
    }
  }, 90_000);
});
