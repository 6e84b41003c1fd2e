"""A window that takes the front by itself when one of its buttons is pressed, as often as the button says.

Arguments: a file that gets {"pid", "windowId", "presses", "jumps"} as JSON at every change, and the window to hand the
front to. It asks the window manager as a task bar does, so that no protection against theft stops it.
"""
import json
import os
import signal
import subprocess
import sys

import gi

gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, GdkX11, Gtk  # noqa: E402, F401

path, other = sys.argv[1:3]
state = {"pid": os.getpid(), "windowId": None, "presses": 0, "jumps": 0}
left = {"jumps": 0, "dies": False}


def write():
    with open(path + ".new", "w") as file:
        json.dump(state, file)
    os.replace(path + ".new", path)


def activate(window):
    subprocess.Popen(["xdotool", "windowactivate", str(window)])


def jump(*_):
    if left["jumps"] > 0 and not window.is_active():
        left["jumps"] -= 1
        state["jumps"] += 1
        write()
        activate(state["windowId"])
    return GLib.SOURCE_REMOVE


def press(jumps, dies=False):
    state["presses"] += 1
    left.update(jumps=jumps, dies=dies)
    label.set_text("Pressed %d" % state["presses"])
    jump()


def flash(times):
    """To the front and away again, by its own doing, as long as nobody else puts it back."""
    if times == 0:
        label.set_text("Flashed")
        return GLib.SOURCE_REMOVE
    state["jumps"] += 1
    write()
    activate(state["windowId"])
    GLib.timeout_add(120, lambda: activate(other))
    GLib.timeout_add(240, lambda: flash(times - 1))
    return GLib.SOURCE_REMOVE


HELPER = """
import os, signal, subprocess, gi
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import GdkX11, GLib, Gtk
window = Gtk.Window(title="Helper", default_width=200, default_height=100)
def mapped(*_):
    subprocess.Popen(["xdotool", "windowactivate", str(window.get_window().get_xid())])
    os.kill(%s, signal.SIGUSR1)
window.connect("map-event", mapped)
window.connect("destroy", Gtk.main_quit)
window.show_all()
# It ends with whoever started it: the shell in between is gone, so the app is looked for by its number.
GLib.timeout_add(200, lambda: os.path.exists("/proc/%s") or os._exit(0))
Gtk.main()
"""


def start_helper():
    """Another app, started as desktops start them: through a process that ends at once."""
    program = HELPER % (os.getpid(), os.getpid())
    subprocess.run(["sh", "-c", "exec >/dev/null 2>&1 </dev/null; /usr/bin/python3 -c \"$0\" &", program])


def active(*_):
    if not window.is_active():
        GLib.timeout_add(50, jump)
    elif left["dies"]:
        # So long that it can be seen, and so short that it may be gone before it is put back.
        GLib.timeout_add(60, lambda: os._exit(0))


window = Gtk.Window(title="Thief", default_width=260, default_height=200)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
label = Gtk.Label(label="Quiet")
column.add(label)
for name, pressed in (
    ("Jump once", lambda: press(1)),
    ("Jump twice", lambda: press(2)),
    ("Jump and die", lambda: press(1, dies=True)),
    ("Start a helper", start_helper),
    ("Flash", lambda: GLib.idle_add(flash, 20)),
):
    button = Gtk.Button(label=name)
    button.connect("clicked", lambda _, pressed=pressed: pressed())
    column.add(button)
window.add(column)
window.connect("notify::is-active", active)
window.connect("destroy", Gtk.main_quit)


def shown(*_):
    state["windowId"] = window.get_window().get_xid()
    write()


window.connect("map-event", shown)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: label.set_text("Helped") or True)
# It opens behind: the user time 0 is what every window manager honours.
window.set_focus_on_map(False)
window.realize()
window.get_window().set_user_time(0)
window.show_all()
# Whoever started it has gone.
GLib.io_add_watch(0, GLib.IO_HUP, Gtk.main_quit)
Gtk.main()
