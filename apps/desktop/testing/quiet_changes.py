"""A window that changes at a word on standard input, where nobody looks: a button that is pushed down, and a name on a
page that does not show. Answers each word with a line."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

spacer = Gtk.Label(label="Spacer", no_show_all=True)
button = Gtk.Button(label="Pushed down", valign=Gtk.Align.START)
column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
column.pack_start(spacer, False, False, 0)
column.pack_start(button, False, False, 0)

hidden = Gtk.Label(label="Old name")
rows = Gtk.ListBox()
rows.add(hidden)
pages = Gtk.Notebook()
pages.append_page(column, Gtk.Label(label="Shown"))
pages.append_page(rows, Gtk.Label(label="Hidden"))

window = Gtk.Window(title="Quiet changes", default_width=400, default_height=300)
window.add(pages)
window.connect("destroy", Gtk.main_quit)
window.show_all()


def change(word):
    if word == "move":
        spacer.set_visible(not spacer.get_visible())
    elif word == "rename":
        hidden.set_text("New name" if hidden.get_text() == "Old name" else "Old name")
    print(word)


def read_word(*_):
    change(sys.stdin.readline().strip())
    return True


sys.stdout.reconfigure(line_buffering=True)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN, read_word)
Gtk.main()
