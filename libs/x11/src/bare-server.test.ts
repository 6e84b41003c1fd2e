import { hostname } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { x11Desktop } from "./desktop.js";
import { env, gtk, now, plenty, until } from "./testing/desk.js";
import { startServer, stopServers } from "./testing/server.js";

afterEach(stopServers);

describe("an X server without a window manager", () => {
  it("lists what would be managed, takes keys and pictures, and refuses what needs a manager [x11.no-manager]", async () => {
    const { number } = await startServer();
    const desktop = x11Desktop({ env: { ...env, DISPLAY: `:${number}` }, platform: "linux", host: hostname(), now });
    const app = gtk(
      `
window = Gtk.Window(title="Alone")
entry = Gtk.Entry()
entry.connect("changed", lambda _: window.set_title("Text:" + entry.get_text()))
window.add(entry)
window.show_all()
`,
      { DISPLAY: `:${number}` },
    );
    try {
      const titled = async (title: string) =>
        (await desktop.windows(plenty())).find((window) => window.title === title);
      const window = await until("the window is there", () => titled("Alone"));
      expect(window).toMatchObject({ pid: app.pid, managed: true, active: null, type: "normal", minimised: false });
      expect(await desktop.activeWindow(plenty())).toBeNull();
      const pressed = await desktop.pressKeys({ windowId: window.id, chords: [["a"]] }, plenty());
      expect(pressed).toMatchObject({ sent: true, route: "seat" });
      await until("the key has arrived", () => titled("Text:a"));
      expect(await desktop.captureWindow(window.id, "frame", plenty())).toMatchObject({ area: window.bounds });
      await expect(desktop.activate(window.id, plenty())).rejects.toMatchObject({ code: "unsupported" });
      await expect(desktop.moveResize(window.id, window.bounds, plenty())).rejects.toMatchObject({
        code: "unsupported",
      });
    } finally {
      await app.stop();
      await desktop.close();
    }
  });
});

describe("an X server that ends", () => {
  it("is unavailable, and used again when it is back [x11.reconnect]", async () => {
    const server = await startServer();
    const { number } = server;
    const desktop = x11Desktop({ env: { ...env, DISPLAY: `:${number}` }, platform: "linux", host: hostname(), now });
    try {
      expect(await desktop.windows(plenty())).toEqual([]);
      await server.stop();
      await expect(desktop.windows(plenty())).rejects.toMatchObject({ code: "driver_unavailable" });
      await startServer(number);
      expect(await desktop.windows(plenty())).toEqual([]);
      expect((await desktop.captureScreen(null, plenty())).occluded).toBe(false);
    } finally {
      await desktop.close();
    }
  });
});
