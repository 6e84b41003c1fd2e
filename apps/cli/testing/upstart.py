"""A window that asks for the front as soon as it is shown, as a task bar does, so that no protection against theft stops it."""
import subprocess

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402, F401

GLib.set_prgname("upstart")
Gdk.set_program_class("Upstart")
window = Gtk.Window(title="Upstart", default_width=200, default_height=100)
window.add(Gtk.Label(label="Here I am"))
window.connect("map-event", lambda *_: subprocess.Popen(["xdotool", "windowactivate", str(window.get_window().get_xid())]))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
