#!/usr/bin/env python3
"""The same in GTK 4, where menus and lists are popovers. See popups_gtk3.py."""

import json
import sys
import threading

import gi

gi.require_version("GdkX11", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import GdkX11, Gio, GLib, Gtk  # noqa: E402, F401

COMMANDS, SIZES = ("Copy", "Rename"), ("Small", "Medium", "Large")
state = {"windows": [None, None], "chosen": [], "sizes": ["Small", "Small"]}


def report():
    print(json.dumps(state), flush=True)


class Window:
    def __init__(self, at):
        self.at = at
        self.window = Gtk.Window(title=f"Popups {at}", default_width=320, default_height=200)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        self.sizes = Gtk.DropDown(model=Gtk.StringList.new(list(SIZES)))
        self.sizes.connect("notify::selected", self.sized)
        menu, actions = Gio.Menu(), Gio.SimpleActionGroup()
        for name in COMMANDS:
            action = Gio.SimpleAction(name=name.lower())
            action.connect("activate", lambda *_, name=name: self.choose(name))
            actions.add_action(action)
            menu.append(name, f"page.{name.lower()}")
        self.opener = Gtk.MenuButton(label="More", menu_model=menu)
        self.window.insert_action_group("page", actions)
        box.append(Gtk.Label(label=f"Page {at}"))
        box.append(self.sizes)
        box.append(self.opener)
        self.window.set_child(box)
        self.window.connect("map", self.mapped)
        self.window.present()

    def mapped(self, window):
        state["windows"][self.at] = window.get_surface().get_xid()
        if None not in state["windows"]:
            report()

    def sized(self, widget, _):
        state["sizes"][self.at] = SIZES[widget.get_selected()]
        report()

    def choose(self, name):
        state["chosen"].append([self.at, name])
        report()

    def open_menu(self):
        self.opener.popup()

    def open_list(self):
        self.sizes.emit("activate")

    def close(self):
        self.opener.popdown()


windows = [Window(0), Window(1)]


def run(name, at):
    {"menu": Window.open_menu, "list": Window.open_list, "close": Window.close}[name](windows[int(at)])
    return False


loop = GLib.MainLoop()


def listen():
    for line in sys.stdin:
        GLib.idle_add(run, *line.split())
    GLib.idle_add(loop.quit)


threading.Thread(target=listen, daemon=True).start()
loop.run()
