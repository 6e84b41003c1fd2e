import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSentinel } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { desk, env, plenty, until, xdotool } from "./testing/desk.js";
import type { X11Window } from "./window.js";

/** Each shows its text, and whether Ctrl+S was pressed, in its title. */
const gtk4 = `
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gtk
def build(app):
    window = Gtk.ApplicationWindow(application=app, title="Start:")
    window.set_default_size(400, 200)
    entry = Gtk.Entry()
    window.set_child(entry)
    entry.connect("changed", lambda _: window.set_title("Text:" + entry.get_text()))
    keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
    keys.connect("key-pressed", lambda _, key, code, state: key == Gdk.KEY_s and state & Gdk.ModifierType.CONTROL_MASK and window.set_title("Saved:"))
    window.add_controller(keys)
    window.present()
app = Gtk.Application(application_id="org.example.Background")
app.connect("activate", build)
app.run()
`;
const qt5 = `
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QApplication, QLineEdit, QShortcut, QVBoxLayout, QWidget
app = QApplication([])
window = QWidget()
window.resize(400, 200)
window.setWindowTitle("Start:")
entry = QLineEdit()
QVBoxLayout(window).addWidget(entry)
entry.textChanged.connect(lambda text: window.setWindowTitle("Text:" + text))
shortcut = QShortcut(QKeySequence("Ctrl+S"), window)
shortcut.activated.connect(lambda: window.setWindowTitle("Saved:"))
window.show()
app.exec_()
`;
const page = `data:text/html,<title>Start:</title><input autofocus><script>
const field = document.querySelector("input");
field.oninput = () => (document.title = "Text:" + field.value);
document.onkeydown = (event) => { if (event.ctrlKey && event.key === "s") { event.preventDefault(); document.title = "Saved:"; } };
</script>`;

const chromium = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((file) => existsSync(file));
const python = "/usr/bin/python3";

const apps: readonly {
  name: string;
  route: "seat" | "event";
  shortcuts: boolean;
  command: (dir: string) => readonly string[] | null;
}[] = [
  {
    name: "GTK 4",
    route: "seat",
    shortcuts: true,
    command: () => (hasModule("gi/__init__.py") ? [python, "-c", gtk4] : null),
  },
  {
    name: "Qt 5",
    route: "event",
    // Qt looks for shortcuts in the active window only, which it takes itself for until 0.4 s after it lost the focus.
    shortcuts: false,
    command: () => (hasModule("PyQt5/QtWidgets.pyi") || hasModule("PyQt5") ? [python, "-c", qt5] : null),
  },
  {
    name: "Chromium",
    route: "event",
    shortcuts: true,
    command: (dir) =>
      chromium === undefined
        ? null
        : [chromium, "--no-sandbox", "--no-first-run", "--disable-gpu", `--user-data-dir=${dir}`, `--app=${page}`],
  },
];

function hasModule(path: string): boolean {
  return existsSync(join("/usr/lib/python3/dist-packages", path));
}

describe("keys for a window in the background that is no GTK 3 window", () => {
  const desktop = desk();
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "toolkit-"));
  });

  afterEach(async () => {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each(apps)(
    "reach it too, and not the front app: $name [x11.keys.toolkits]",
    async ({ name, route, shortcuts, command }) => {
      const [program, ...args] = command(dir) ?? [];
      if (program === undefined) {
        console.log(`not tested: ${name} is not installed`);
        return;
      }
      const child = spawn(program, args, { env, stdio: "ignore", detached: true });
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const titled = async (start: string): Promise<X11Window | undefined> =>
        (await desktop.windows(plenty())).find(({ title }) => title.startsWith(start));
      let sentinel: Awaited<ReturnType<typeof startSentinel>> | undefined;
      try {
        const { id } = await until(`${name} is there`, () => titled("Start:"), 25_000);
        // It is in front once, so that it has given the focus to its field.
        await desktop.activate(id, plenty());
        await until(`${name} is in front`, async () =>
          (await desktop.activeWindow(plenty())) === id ? true : undefined,
        );
        sentinel = await startSentinel({ env });
        await sentinel.waitFor(({ active }) => active, 10_000, "the sentinel is in front");
        const pointer = await xdotool("getmouselocation");
        for (const chord of [["a"], ["B"], ["1"]]) {
          expect(await desktop.pressKeys({ windowId: id, chords: [chord] }, plenty())).toMatchObject({
            sent: true,
            route,
          });
        }
        await until("the text is there", () => titled("Text:aB1"));
        if (shortcuts) {
          expect(await desktop.pressKeys({ windowId: id, chords: [["ctrl", "s"]] }, plenty())).toMatchObject({
            sent: true,
          });
          await until("it was saved", () => titled("Saved:"));
        }
        if (route === "event") {
          // Characters that no keyboard has: beyond the first plane, right to left, combining.
          const chords = Array.from("é日😀א\u0301", (character) => [character]);
          expect(await desktop.pressKeys({ windowId: id, chords }, plenty())).toMatchObject({ sent: true, done: 5 });
          // Chromium puts marks of direction around such a title.
          const shown = (title: string): boolean => title.includes("Text:aB1é日😀א\u0301");
          await until("the characters are there", async () =>
            (await desktop.windows(plenty())).some(({ title }) => shown(title)) ? true : undefined,
          );
        } else {
          const refused = await desktop.pressKeys({ windowId: id, chords: [["日"]] }, plenty());
          expect(refused).toEqual({ sent: false, reason: "no_key", done: 0 });
        }
        expect(await sentinel.state()).toMatchObject({ active: true, text: "" });
        expect((await sentinel.state()).events.map((event) => event.name)).toEqual(["focus-in"]);
        expect(await xdotool("getmouselocation")).toBe(pointer);
      } finally {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        await gone;
        await sentinel?.stop();
      }
    },
  );
});
