#!/usr/bin/env python3
"""A window whose controls come, go, change their names and change places on command.

Reads one JSON command per line from standard input and writes its whole state as one line after each change. `presses`
counts by the number that a button got when it was made, so that a button is known whatever it is called by then.
"""

import json
import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import GdkX11, GLib, Gtk  # noqa: E402, F401


class Shifting:
    def __init__(self):
        self.windows, self.boxes, self.buttons, self.presses = [], [], [], []
        self.rows = []
        self.add_window("Shifting", 300, 220)

    def add_window(self, title, width, height, owner=None):
        window = Gtk.Window(title=title, default_width=width, default_height=height)
        if owner is not None:
            window.set_transient_for(self.windows[owner])
        window.set_focus_on_map(False)
        window.realize()
        window.get_window().set_user_time(0)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8, spacing=4)
        window.add(box)
        window.connect("map-event", lambda *_: self.report())
        window.connect("window-state-event", lambda *_: GLib.idle_add(self.report))
        self.windows.append(window)
        self.boxes.append(box)
        window.show_all()
        window.get_window().lower()

    def add(self, label, at=-1, window=0):
        number = len(self.presses)
        button = Gtk.Button(label=label)
        self.presses.append(0)
        self.buttons.append(button)
        button.connect("clicked", lambda _: self.press(number))
        self.boxes[window].pack_start(button, False, False, 0)
        self.boxes[window].reorder_child(button, at)
        button.show()

    def add_presenter(self, label, delay):
        """A button whose window comes to the front `delay` ms after it was pressed, as if it had something to say."""
        self.add(label)
        window = self.windows[0]

        def present():
            window.present_with_time(GdkX11.x11_get_server_time(window.get_window()))
            return False

        self.buttons[-1].connect("clicked", lambda _: GLib.timeout_add(delay, present) if delay else present())

    def press(self, number):
        self.presses[number] += 1
        self.report()

    def remove(self, number):
        self.buttons[number].destroy()

    def rename(self, number, label):
        self.buttons[number].set_label(label)

    def disable(self, number):
        self.buttons[number].set_sensitive(False)

    def add_rows(self, names):
        """Rows with a button each; which row a button is in is only told by the label beside it."""
        rows = Gtk.ListBox()
        for name in names:
            line = Gtk.Box(spacing=6)
            label = Gtk.Label(label=name)
            line.pack_start(label, True, True, 0)
            number = len(self.presses)
            button = Gtk.Button(label="Open")
            self.presses.append(0)
            self.buttons.append(button)
            button.connect("clicked", lambda _, number=number: self.press(number))
            line.pack_start(button, False, False, 0)
            rows.add(line)
            self.rows.append(label)
        self.boxes[0].pack_start(rows, False, False, 0)
        rows.show_all()

    def recycle(self, names):
        """Gives the rows other contents, as a long list does when it is scrolled."""
        for label, name in zip(self.rows, names):
            label.set_text(name)

    def settle(self):
        """Nothing; the answer tells what was counted until then."""

    def minimise(self, window=0):
        self.windows[window].iconify()

    def retitle(self, title, window=0):
        self.windows[window].set_title(title)

    def hang(self):
        import os
        import signal

        self.report()
        os.kill(os.getpid(), signal.SIGSTOP)

    def report(self, done=None):
        ids = [window.get_window().get_xid() for window in self.windows]
        print(json.dumps({"windows": ids, "presses": self.presses, "done": done}), flush=True)

    def run(self, number, name, arguments):
        getattr(self, name)(*arguments)
        # The accessible objects follow in the same turn of the main loop.
        GLib.idle_add(lambda: self.report(number) and False)
        return GLib.SOURCE_REMOVE


def main():
    Gtk.init(None)
    app = Shifting()

    def listen():
        for line in sys.stdin:
            number, name, arguments = json.loads(line)
            GLib.idle_add(app.run, number, name, arguments)
        GLib.idle_add(Gtk.main_quit)

    threading.Thread(target=listen, daemon=True).start()
    Gtk.main()


main()
