#!/usr/bin/env python3
"""Two GTK 3 windows with a menu and a list each, opened on command: "menu 1" opens the menu of the second window, "list 1"
its list, "close 1" closes both. Prints what was done to them, one JSON object on each line."""

import json
import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402, F401

COMMANDS, SIZES = ("Copy", "Rename"), ("Small", "Medium", "Large")
state = {"windows": [], "chosen": [], "sizes": ["Small", "Small"]}


def report():
    print(json.dumps(state), flush=True)


class Window:
    def __init__(self, at):
        self.at = at
        self.window = Gtk.Window(title=f"Popups {at}", default_width=320, default_height=200)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        self.anchor = Gtk.Label(label=f"Page {at}")
        self.sizes = Gtk.ComboBoxText()
        for size in SIZES:
            self.sizes.append_text(size)
        self.sizes.set_active(0)
        self.sizes.connect("changed", self.sized)
        self.menu = Gtk.Menu()
        for name in COMMANDS:
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _, name=name: self.choose(name))
            self.menu.append(item)
        self.menu.show_all()
        self.menu.attach_to_widget(self.anchor)
        box.add(self.anchor)
        box.add(self.sizes)
        self.window.add(box)
        self.window.show_all()
        self.window.move(60 + 420 * at, 80)
        state["windows"].append(self.window.get_window().get_xid())

    def sized(self, combo):
        state["sizes"][self.at] = combo.get_active_text()
        report()

    def choose(self, name):
        state["chosen"].append([self.at, name])
        report()

    def open_menu(self):
        self.menu.popup_at_widget(self.anchor, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, None)

    def open_list(self):
        self.sizes.popup()

    def close(self):
        self.menu.popdown()
        self.sizes.popdown()


windows = [Window(0), Window(1)]


def run(name, at):
    {"menu": Window.open_menu, "list": Window.open_list, "close": Window.close}[name](windows[int(at)])
    return False


def listen():
    for line in sys.stdin:
        GLib.idle_add(run, *line.split())
    GLib.idle_add(Gtk.main_quit)


report()
threading.Thread(target=listen, daemon=True).start()
Gtk.main()
