import { createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { budgetOf } from "./budget.js";
import { type X11Desktop, x11Desktop } from "./desktop.js";
import { env, now, plenty, startPair } from "./testing/desk.js";

const closing: (() => Promise<unknown>)[] = [];

function desktopOf(session: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux"): X11Desktop {
  const desktop = x11Desktop({ env: session, platform, host: hostname(), now });
  closing.push(() => desktop.close());
  return desktop;
}

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Something that takes connections where an X server of this number would, and says what `answer` says. */
async function pretend(answer: Buffer | null): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined).resume();
    if (answer !== null) socket.end(answer);
  });
  const listening = await new Promise<number>((resolve, reject) => {
    const tryAt = (number: number): void => {
      server.once("error", (error) => (number < 199 ? tryAt(number + 1) : reject(error)));
      server.listen({ port: 6000 + number, host: "127.0.0.1" }, () => resolve(number));
    };
    tryAt(150);
  });
  closing.push(() => new Promise((resolve) => void server.close(resolve)));
  return `127.0.0.1:${listening}`;
}

describe("an X11 desktop", () => {
  it.each([
    ["DISPLAY is missing", {}, "linux", /DISPLAY is not set/],
    ["DISPLAY is no display", { DISPLAY: "nonsense" }, "linux", /not the name/],
    ["the session is Wayland", { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" }, "linux", /Wayland/],
    ["the machine is a Mac", { DISPLAY: ":0" }, "darwin", /not Linux/],
  ] as const)("is refused when %s [x11.unsupported]", async (_case, session, platform, message) => {
    await expect(desktopOf(session, platform).windows(plenty())).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(message) as string,
    });
  });

  it("is unavailable when no server is there [x11.unavailable]", async () => {
    await expect(desktopOf({ ...env, DISPLAY: ":4711" }).windows(plenty())).rejects.toMatchObject({
      code: "driver_unavailable",
    });
  });

  it("is unavailable when what is there talks nonsense and hangs up [x11.unavailable]", async () => {
    const display = await pretend(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await expect(desktopOf({ ...env, DISPLAY: display }).windows(plenty())).rejects.toMatchObject({
      code: "driver_unavailable",
    });
  });

  it("keeps to the caller's time when the server says nothing [x11.deadline]", async () => {
    const desktop = desktopOf({ ...env, DISPLAY: await pretend(null) });
    const started = now();
    await expect(desktop.windows(budgetOf(300))).rejects.toMatchObject({ code: "driver_timeout" });
    const cancelled = { signal: AbortSignal.timeout(200), remainingMs: () => 10_000 };
    await expect(desktop.captureScreen(null, cancelled)).rejects.toMatchObject({ code: "cancelled" });
    await expect(desktop.pressKeys({ windowId: 1, chords: [["a"]] }, budgetOf(200))).rejects.toMatchObject({
      code: "driver_timeout",
    });
    expect(now() - started).toBeLessThan(3_000);
  });

  it("answers `shutting_down` after it was closed", async () => {
    const desktop = desktopOf(env);
    await desktop.windows(plenty());
    await desktop.close();
    await expect(desktop.windows(plenty())).rejects.toMatchObject({ code: "shutting_down" });
  });

  it("gives a window another place, and the front back to a window [x11.placement]", async () => {
    const pair = await startPair();
    closing.push(() => pair.stop());
    const desktop = desktopOf(env);
    const wanted = { x: 30, y: 40, width: 1010, height: 702 };
    expect((await desktop.moveResize(pair.fixture.windowId, wanted, plenty()))?.bounds).toEqual(wanted);
    const small = await desktop.moveResize(pair.fixture.windowId, { ...wanted, width: 20, height: 20 }, plenty());
    expect(small?.bounds.width).toBeGreaterThan(20);
    await expect(desktop.moveResize(0x7fffff, wanted, plenty())).rejects.toMatchObject({ code: "window_not_found" });
    await expect(desktop.moveResize(1, { ...wanted, x: Number.NaN }, plenty())).rejects.toMatchObject({
      code: "bad_arguments",
    });
    expect(await desktop.activeWindow(plenty())).toBe(pair.sentinel.windowId);
    expect(await desktop.activate(pair.fixture.windowId, plenty())).toBe(true);
    await pair.fixture.waitFor(({ active }) => active);
    expect(await desktop.activate(pair.sentinel.windowId, plenty())).toBe(true);
    await pair.sentinel.waitFor(({ active }) => active);
  });
});
