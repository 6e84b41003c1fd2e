import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PNG } from "pngjs";
import type { Picture } from "./capture.js";
import type { Rect } from "./geometry.js";
import { encodePng } from "./png.js";
import { desk, output, plenty, startPair, until, xdotool } from "./testing/desk.js";

describe("pictures of a real desktop", () => {
  const desktop = desk();
  let pair: Awaited<ReturnType<typeof startPair>>;

  beforeAll(async () => {
    pair = await startPair();
    await desktop.moveResize(pair.fixture.windowId, { x: 270, y: 60, width: 1000, height: 700 }, plenty());
  });

  afterAll(async () => {
    await pair.stop();
    await desktop.close();
  });

  /** What ImageMagick sees on the screen there. */
  async function seen({ x, y, width, height }: Rect): Promise<Buffer> {
    const crop = `${width}x${height}+${x}+${y}`;
    return output("import", "-window", "root", "-crop", crop, "+repage", "-depth", "8", "rgba:-");
  }

  /** The same, when it no longer changes: an app takes a moment to draw what was uncovered. */
  async function settled(area: Rect): Promise<Buffer> {
    let last = await seen(area);
    return until("the screen stays as it is", async () => {
      const before = last;
      await new Promise((resolve) => setTimeout(resolve, 150));
      last = await seen(area);
      return last.equals(before) ? last : undefined;
    });
  }

  async function moveSentinel(x: number, y: number, width: number, height: number): Promise<void> {
    const placed = await desktop.moveResize(pair.sentinel.windowId, { x, y, width, height }, plenty());
    expect(placed?.bounds).toEqual({ x, y, width, height });
  }

  function differing(a: Buffer, b: Buffer): number {
    let count = Math.abs(a.length - b.length);
    for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) count += 1;
    return count;
  }

  async function captured(extent: "bounds" | "frame"): Promise<Picture> {
    return desktop.captureWindow(pair.fixture.windowId, extent, plenty());
  }

  it("show a window's own pixels [x11.capture]", async () => {
    await moveSentinel(2, 500, 230, 200);
    const expected = await settled((await captured("bounds")).area);
    const picture = await captured("bounds");
    expect(picture.occluded).toBe(false);
    expect(differing(picture.rgba, expected)).toBe(0);
  });

  it.each(["bounds", "frame"] as const)(
    "of a covered window (%s) equal those of the same window uncovered [x11.capture.covered]",
    async (extent) => {
      await moveSentinel(2, 500, 230, 200);
      const area = (await captured(extent)).area;
      const uncovered = await settled(area);
      await moveSentinel(300, 150, 600, 400);
      expect(differing(uncovered, await seen(area))).toBeGreaterThan(10_000);
      const started = performance.now();
      const covered = await captured(extent);
      console.log(`covered window: ${(performance.now() - started).toFixed(0)} ms`);
      expect(covered).toMatchObject({ area, occluded: false });
      expect(differing(covered.rgba, uncovered)).toBe(0);
      expect(Number(await xdotool("getactivewindow"))).toBe(pair.sentinel.windowId);
    },
  );

  it("of a covered window whose app does not draw say so [x11.capture.occluded]", async () => {
    await moveSentinel(300, 150, 600, 400);
    process.kill(pair.fixture.pid, "SIGSTOP");
    try {
      expect((await captured("bounds")).occluded).toBe(true);
    } finally {
      process.kill(pair.fixture.pid, "SIGCONT");
    }
    expect((await captured("bounds")).occluded).toBe(false);
  });

  it("of a window that is partly off the screen are whole [x11.capture.covered]", async () => {
    await moveSentinel(2, 500, 230, 200);
    await settled((await captured("bounds")).area);
    const whole = await captured("bounds");
    const { width, height } = whole.area;
    await desktop.moveResize(pair.fixture.windowId, { ...whole.area, x: -400 }, plenty());
    const cut = await captured("bounds");
    expect(cut).toMatchObject({ area: { x: -400, width, height }, occluded: false });
    expect(differing(cut.rgba, whole.rgba)).toBe(0);
    await desktop.moveResize(pair.fixture.windowId, whole.area, plenty());
  });

  it("leave the screen as it was", async () => {
    await moveSentinel(300, 150, 600, 400);
    const area = (await captured("bounds")).area;
    const before = await settled(area);
    await captured("bounds");
    await until("the screen is as before", async () => ((await seen(area)).equals(before) ? true : undefined));
  });

  it("of the screen and of a part of it are what is seen there [x11.capture]", async () => {
    const screen = await desktop.captureScreen(null, plenty());
    expect(screen.area).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    const part = await desktop.captureScreen({ x: 1200, y: 700, width: 500, height: 500 }, plenty());
    expect(part.area).toEqual({ x: 1200, y: 700, width: 80, height: 100 });
    expect(differing(part.rgba, await seen(part.area))).toBe(0);
    await expect(desktop.captureScreen({ x: 5000, y: 0, width: 5, height: 5 }, plenty())).rejects.toMatchObject({
      code: "capture_failed",
    });
  });

  it("are the same after they were PNG", async () => {
    const picture = await captured("frame");
    const png = PNG.sync.read(await encodePng(picture));
    expect([png.width, png.height]).toEqual([picture.width, picture.height]);
    expect(png.data.equals(picture.rgba)).toBe(true);
  });

  it("are refused of a window that is gone or minimised [x11.capture.refused]", async () => {
    await expect(desktop.captureWindow(0x7fffff, "bounds", plenty())).rejects.toMatchObject({
      code: "window_not_found",
    });
    await xdotool("windowminimize", String(pair.fixture.windowId));
    await until("it is minimised", async () =>
      (await desktop.windows(plenty())).find(({ id, minimised }) => id === pair.fixture.windowId && minimised),
    );
    await expect(captured("bounds")).rejects.toMatchObject({ code: "capture_failed" });
  });
});
