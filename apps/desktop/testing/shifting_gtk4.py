#!/usr/bin/env python3
"""The GTK 4 window whose controls come, go and change their names on command. See shifting_app.py."""

import json
import sys
import threading
import time

import gi

gi.require_version("GdkX11", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


class Shifting:
    def __init__(self):
        self.controls, self.presses, self.blocks = [], [], None
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        # Where the focus is at first, and never lost: the way to a check box begins there.
        start = Gtk.Entry()
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        whole.append(start)
        whole.append(self.box)
        self.window = Gtk.Window(title="Shifting", default_width=300, default_height=360, child=whole)
        self.window.set_focus(start)
        self.window.connect("map", lambda _: self.report())
        self.window.realize()
        # Shown without the focus.
        self.window.get_surface().set_user_time(0)
        self.window.set_visible(True)

    def add(self, label, at=-1):
        self._insert(Gtk.Button(label=label), "clicked", at)

    def add_check(self, label, at=-1):
        """A control that GTK 4 lets be used by keys only."""
        self._insert(Gtk.CheckButton(label=label), "toggled", at)

    def _insert(self, control, signal, at):
        number = len(self.presses)
        self.presses.append(0)
        self.controls.append(control)
        control.connect(signal, lambda _: self.press(number))
        # Alone in a box of its own: it is no part of a group.
        holder = Gtk.Box()
        holder.append(control)
        before = None
        for _ in range(at if at >= 0 else len(self.controls)):
            following = before.get_next_sibling() if before else self.box.get_first_child()
            if following is None:
                break
            before = following
        self.box.insert_child_after(holder, before)

    def press(self, number):
        self.presses[number] += 1
        self.report()

    def remove(self, number):
        self.box.remove(self.controls[number].get_parent())

    def rename(self, number, label):
        self.controls[number].set_label(label)

    def stutter(self, every, block):
        """Does nothing else for `block` ms again and again, as an app that works in its main loop."""

        def work():
            time.sleep(block / 1000)
            GLib.timeout_add(every, work)
            return GLib.SOURCE_REMOVE

        GLib.timeout_add(every, work)

    def block(self, milliseconds):
        """Does nothing else, once. What comes meanwhile waits."""
        self.blocks = "begun"
        self.report()
        time.sleep(milliseconds / 1000)
        self.blocks = "over"
        self.report()

    def settle(self):
        """Nothing; the answer tells what was counted until then."""

    def report(self, done=None):
        windows = [self.window.get_surface().get_xid()] if self.window.get_mapped() else []
        print(json.dumps({"windows": windows, "presses": self.presses, "done": done, "block": self.blocks}), flush=True)

    def run(self, number, name, arguments):
        getattr(self, name)(*arguments)
        GLib.idle_add(lambda: self.report(number) and False)
        return GLib.SOURCE_REMOVE


def main():
    if not Gtk.init_check():
        sys.exit("no display")
    loop = GLib.MainLoop()
    app = Shifting()

    def listen():
        for line in sys.stdin:
            number, name, arguments = json.loads(line)
            GLib.idle_add(app.run, number, name, arguments)
        GLib.idle_add(loop.quit)

    threading.Thread(target=listen, daemon=True).start()
    loop.run()


main()
