import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { until } from "./until.js";

const run = promisify(execFile);

/** A GTK window with a class of its own that stays until it is closed. */
const program = `
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk
GLib.set_prgname(sys.argv[1].lower())
from gi.repository import Gdk
Gdk.set_program_class(sys.argv[1])
window = Gtk.Window(title=sys.argv[1])
window.set_default_size(200, 120)
if len(sys.argv) > 2:
    # Paints itself, so that nothing but its own drawing can have made the colour.
    colour = Gdk.RGBA()
    colour.parse(sys.argv[2])
    area = Gtk.DrawingArea()
    def paint(_area, context):
        context.set_source_rgb(colour.red, colour.green, colour.blue)
        context.paint()
    area.connect("draw", paint)
    window.add(area)
    GLib.timeout_add(100, lambda: area.queue_draw() or True)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
`;

export interface TestWindow {
  readonly name: string;
  readonly pid: number;
  readonly windowId: number;
  /** Asks the window manager to give it the focus and waits until it has. */
  raise(): Promise<void>;
  /** Kills the process at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Opens a real window and waits until the window manager has made it the active one, as xdotool sees it. */
export async function openWindow(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
  colour?: string,
): Promise<TestWindow> {
  const painted = colour === undefined ? [] : [colour];
  const child = spawn("/usr/bin/python3", ["-c", program, name, ...painted], { env, stdio: "ignore" });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const pid = child.pid;
  if (pid === undefined) throw new Error("python3 was not started");
  const windowId = await until(`the window ${name} is active`, async () => {
    const active = await xdotool(env, "getactivewindow");
    const owner = active === undefined ? undefined : await xdotool(env, "getwindowpid", active);
    return owner === String(pid) ? Number(active) : undefined;
  });
  return {
    name,
    pid,
    windowId,
    raise: async () => {
      await run("xdotool", ["windowactivate", "--sync", String(windowId)], { env });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** What xdotool prints, or undefined when it fails (it does when no window is active). */
export async function xdotool(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string | undefined> {
  return run("xdotool", args, { env }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** Gives the windows the focus one after the other, 30 ms apart. */
export async function raiseInTurn(windows: readonly TestWindow[]): Promise<void> {
  // The question for the name makes xdotool send what it has queued before it sleeps.
  const args = windows.flatMap(({ windowId }) => [
    "windowactivate",
    String(windowId),
    "getwindowname",
    String(windowId),
    "sleep",
    "0.03",
  ]);
  await run("xdotool", args.slice(0, -2));
}
