import { PNG } from "pngjs";
import { type Fixture, type Sentinel, startFixture, startSentinel } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv } from "../../testing/desktop.js";
import { ample, eventually } from "../../testing/scripted.js";

describe.runIf(process.platform === "linux")("pictures by the native back end", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let fixture: Fixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    fixture = await startFixture({ env });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  const boundsOf = async (windowId: number): Promise<{ x: number; y: number; width: number; height: number }> => {
    const windows = await backend.listWindows({}, ample());
    const bounds = windows.find((window) => window.windowId === windowId)?.bounds;
    if (bounds === undefined || bounds === null) throw new Error("no such window");
    return bounds;
  };
  const pixels = ({ png }: { png: Uint8Array }): Buffer => PNG.sync.read(Buffer.from(png)).data;

  it("of a covered window are the pixels that it has uncovered [x11.capture.covered]", async () => {
    const own = await boundsOf(fixture.windowId);
    await backend.setWindowFrame(sentinel, { x: 0, y: 0, width: 120, height: 40 }, ample());
    let uncovered = await backend.captureWindow(fixture, ample());
    await eventually("a picture that stays", async () => {
      const before = uncovered;
      uncovered = await backend.captureWindow(fixture, ample());
      return pixels(before).equals(pixels(uncovered));
    });
    await backend.setWindowFrame(sentinel, { x: own.x, y: own.y, width: own.width, height: own.height - 60 }, ample());
    const covered = await backend.captureWindow(fixture, ample());
    expect(covered).toMatchObject({ occluded: false, width: own.width, height: own.height, area: own });
    expect(pixels(covered).equals(pixels(uncovered))).toBe(true);
  });

  it("say that they are occluded when the app does not draw what was covered [x11.capture.occluded]", async () => {
    process.kill(fixture.pid, "SIGSTOP");
    try {
      expect(await backend.captureWindow(fixture, ample())).toMatchObject({ occluded: true });
    } finally {
      process.kill(fixture.pid, "SIGCONT");
    }
  });

  it("of a part of the screen are that part of the whole [native.region]", async () => {
    const region = { x: 40, y: 60, width: 200, height: 90 };
    const [whole, part] = [await backend.captureScreen(null, ample()), await backend.captureScreen(region, ample())];
    expect(part).toMatchObject({ width: 200, height: 90, scale: 1, area: region, occluded: false });
    const [all, some] = [PNG.sync.read(Buffer.from(whole.png)), PNG.sync.read(Buffer.from(part.png))];
    const cut = new PNG({ width: region.width, height: region.height });
    PNG.bitblt(all, cut, region.x, region.y, region.width, region.height, 0, 0);
    // A caret may blink between the two pictures.
    const different = cut.data.filter((value, at) => value !== some.data[at]).length;
    expect(different).toBeLessThan(cut.data.length / 100);
  });

  it("of a part outside of the screen are refused [native.region]", async () => {
    const outside = { x: 90_000, y: 0, width: 10, height: 10 };
    await expect(backend.captureScreen(outside, ample())).rejects.toMatchObject({ code: "capture_failed" });
  });
});
