"""A window with a table of ROWS rows, of which a few show."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

rows = int(sys.argv[1])
store = Gtk.ListStore(str, str)
for row in range(rows):
    store.append([f"Name {row}", f"Size {row}"])
view = Gtk.TreeView(model=store)
for column, title in enumerate(("Name", "Size")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
scroller = Gtk.ScrolledWindow()
scroller.add(view)
window = Gtk.Window(title="Long list", default_width=400, default_height=300)
window.add(scroller)
window.connect("destroy", Gtk.main_quit)
window.show_all()


def scroll_to_the_middle():
    view.scroll_to_cell(Gtk.TreePath.new_from_indices([rows // 2]), None, True, 0.0, 0.0)


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN, lambda *_: (sys.stdin.readline(), scroll_to_the_middle(), True)[-1])
Gtk.main()
