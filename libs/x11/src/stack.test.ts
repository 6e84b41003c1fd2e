import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desk, gtk, output, plenty, startPair, until, xdotool } from "./testing/desk.js";
import type { X11Window } from "./window.js";

const program = `
main = Gtk.Window(title="Main")
main.set_default_size(400, 300)
main.show_all()

def more():
    dialog = Gtk.Window(title="", type_hint=Gdk.WindowTypeHint.DIALOG, transient_for=main, modal=True)
    dialog.set_default_size(150, 90)
    dialog.show_all()
    popup = Gtk.Window(type=Gtk.WindowType.POPUP, type_hint=Gdk.WindowTypeHint.COMBO)
    popup.set_default_size(120, 80)
    popup.move(700, 100)
    popup.show_all()
    hidden = Gtk.Window(title="Überwintern 冬")
    hidden.set_default_size(200, 100)
    hidden.show_all()
    GLib.timeout_add(300, hidden.iconify)

GLib.timeout_add(300, more)
`;

describe("the windows of a real desktop", () => {
  const desktop = desk();
  let pair: Awaited<ReturnType<typeof startPair>>;
  let app: ReturnType<typeof gtk>;
  let windows: X11Window[];

  beforeAll(async () => {
    pair = await startPair();
    app = gtk(program);
    windows = await until("the app has opened all its windows", async () => {
      const all = await desktop.windows(plenty());
      const own = all.filter(({ pid }) => pid === app.pid);
      return own.length >= 4 && own.some(({ minimised, mapped }) => minimised && !mapped) ? all : undefined;
    });
  });

  afterAll(async () => {
    await app.stop();
    await pair.stop();
    await desktop.close();
  });

  function own(title: string): X11Window {
    const found = windows.find((window) => window.pid === app.pid && window.title === title && window.managed);
    if (found === undefined) throw new Error(`no window ${title}`);
    return found;
  }

  it("are found with process, class, title and place as xdotool sees them [x11.windows]", async () => {
    const { fixture } = pair;
    const found = windows.find(({ id }) => id === fixture.windowId);
    expect(found).toMatchObject({ pid: fixture.pid, title: "Fixture", type: "normal", managed: true, mapped: true });
    expect(found?.app).toMatch(/fixture/i);
    const described = (await output("xwininfo", "-id", String(fixture.windowId))).toString();
    const number = (name: string): number => Number(new RegExp(`${name}: +(-?\\d+)`).exec(described)?.[1]);
    expect(found?.bounds).toEqual({
      x: number("Absolute upper-left X"),
      y: number("Absolute upper-left Y"),
      width: number("Width"),
      height: number("Height"),
    });
    const { bounds, frame } = own("Main");
    expect(frame.y).toBeLessThan(bounds.y);
    expect(frame.width).toBeGreaterThan(bounds.width);
  });

  it("include an untitled dialog, with the window it belongs to [x11.windows.untitled]", () => {
    expect(own("")).toMatchObject({ type: "dialog", modal: true, transientFor: own("Main").id, managed: true });
  });

  it("include pop-ups that no window manager lists [x11.windows.popups]", () => {
    expect(windows.filter(({ pid, managed }) => pid === app.pid && !managed)).toMatchObject([
      {
        type: "combo",
        overrideRedirect: true,
        mapped: true,
        bounds: { x: 700, y: 100, width: 120, height: 80 },
      },
    ]);
  });

  it("include minimised ones, with a title in any script [x11.windows]", () => {
    expect(own("Überwintern 冬")).toMatchObject({ minimised: true, mapped: false, managed: true });
    expect(own("Main").minimised).toBe(false);
  });

  it("come from the front to the back, and exactly one is active [x11.windows]", async () => {
    const active = Number(await xdotool("getactivewindow"));
    const now = await desktop.windows(plenty());
    expect(now.filter((window) => window.active === true).map(({ id }) => id)).toEqual([active]);
    expect(now.map(({ zIndex }) => zIndex)).toEqual(now.map(({ zIndex }) => zIndex).toSorted((a, b) => b - a));
    expect(now[0]?.overrideRedirect).toBe(true);
  });

  it("are listed while others come and go in the same moment [x11.windows.dying]", async () => {
    const restless = gtk(`
windows = []
def turn():
    for window in windows: window.destroy()
    windows[:] = [Gtk.Window(type=kind, title="Mayfly") for kind in (Gtk.WindowType.POPUP, Gtk.WindowType.TOPLEVEL)]
    for window in windows: window.show_all()
    return True
GLib.timeout_add(3, turn)
`);
    try {
      await until("a window comes", async () =>
        (await desktop.windows(plenty())).find(({ title }) => title === "Mayfly"),
      );
      const seen = new Set<number>();
      for (let look = 0; look < 150; look += 1) {
        const now = await desktop.windows(plenty());
        expect(now.find(({ id }) => id === pair.fixture.windowId)?.title).toBe("Fixture");
        for (const { id, pid } of now) if (pid === restless.pid) seen.add(id);
      }
      expect(seen.size).toBeGreaterThan(3);
    } finally {
      await restless.stop();
    }
  });
});
