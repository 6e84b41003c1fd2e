import { type Fixture, startFixture } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, eventually, rejection } from "../../testing/scripted.js";

const hungMs = 30_000;

describe.runIf(process.platform === "linux")("an app that hangs for half a minute", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let hung: Fixture;
  let sound: Fixture;

  beforeAll(async () => {
    [hung, sound] = [await startFixture({ env, title: "Hung" }), await startFixture({ env, title: "Sound" })];
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
    for (const app of [hung, sound]) {
      const whole = async (): Promise<boolean> => (await backend.look(app, ample())).snapshot.completeness.complete;
      await eventually("the whole window", whole, 30_000);
    }
  });
  afterAll(async () => {
    process.kill(hung.pid, "SIGCONT");
    await backend.close();
    await Promise.all([hung.stop(), sound.stop()]);
  });

  it("costs its own deadlines only, while another is read and acted on, and works again afterwards [native.hung-app]", async () => {
    const look = await backend.look(hung, ample());
    const { saves } = await sound.state();
    const hungSaves = (await hung.state()).saves;
    process.kill(hung.pid, "SIGSTOP");
    const until = performance.now() + hungMs;
    let rounds = 0;
    while (performance.now() < until) {
      const refused = rejection(
        backend.perform(look, { kind: "click", handle: findNode(look, ["button", "Save"]).handle }, ample(1_500)),
      );
      const performed = await act(backend, sound, ["button", "Save"], { kind: "click" });
      expect(performed, `round ${String(rounds)}`).toMatchObject({ delivery: "delivered" });
      rounds += 1;
      await sound.waitFor((state) => state.saves === saves + rounds);
      // It hangs when it is asked for the control again, so nothing is sent.
      expect(await refused).toMatchObject({ code: "driver_timeout", delivery: "not_delivered" });
    }
    process.kill(hung.pid, "SIGCONT");
    expect(await act(backend, hung, ["button", "Save"], { kind: "click" })).toMatchObject({ delivery: "delivered" });
    expect((await hung.waitFor((state) => state.saves > hungSaves)).saves).toBe(hungSaves + 1);
    expect(rounds).toBeGreaterThan(1);
  }, 180_000);
});
