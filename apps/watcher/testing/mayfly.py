"""A window that opens behind and ends its process at once, without a word, when it is called active. Prints "ready ID"."""
import os

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402, F401

GLib.set_prgname("mayfly")
Gdk.set_program_class("Mayfly")
window = Gtk.Window(title="Mayfly", default_width=200, default_height=100)


def focused(*_):
    # The window manager calls it active a moment after it has the focus.
    own = window.get_window().get_xid()
    while True:
        active = window.get_screen().get_active_window()
        if active is not None and active.get_xid() == own:
            os._exit(0)


window.connect("focus-in-event", focused)
window.connect("map-event", lambda *_: print("ready", window.get_window().get_xid(), flush=True))
# The user time 0 keeps it behind.
window.set_focus_on_map(False)
window.realize()
window.get_window().set_user_time(0)
window.show_all()
Gtk.main()
