"""Stands in for logind or a screen saver on the bus it is given: real ones need a seat and a person.

Arguments: bus address, kind (login or the bus name of a screen saver). Reads "lock", "unlock" and "quiet" from standard
input; prints "ready" and the word when it has taken effect.
"""
import sys
import threading

from gi.repository import Gio, GLib

address, kind = sys.argv[1:3]
state = {"locked": False, "quiet": False}
bus = Gio.DBusConnection.new_for_address_sync(
    address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

if kind == "login":
    name, interface, path = "org.freedesktop.login1", "org.freedesktop.login1.Session", "/org/freedesktop/login1/session/_31"
    served = [
        ("/org/freedesktop/login1", "<node><interface name='org.freedesktop.login1.Manager'><method name='GetSessionByPID'>"
         "<arg type='u' direction='in'/><arg type='o' direction='out'/></method></interface></node>"),
        (path, "<node><interface name='%s'><property name='LockedHint' type='b' access='read'/></interface></node>" % interface),
    ]
else:
    name, interface, path = kind, kind, "/" + kind.replace(".", "/")
    served = [(path, "<node><interface name='%s'><method name='GetActive'><arg type='b' direction='out'/></method>"
               "<signal name='ActiveChanged'><arg type='b'/></signal></interface></node>" % interface)]


def call(_bus, _sender, _path, _interface, method, _args, invocation):
    if state["quiet"]:
        return
    if method == "GetActive":
        invocation.return_value(GLib.Variant("(b)", (state["locked"],)))
    else:
        invocation.return_value(GLib.Variant("(o)", (path,)))


for where, xml in served:
    node = Gio.DBusNodeInfo.new_for_xml(xml)
    bus.register_object(where, node.interfaces[0], call, lambda *_: GLib.Variant("b", state["locked"]), None)


def take(word):
    state["quiet"] = word == "quiet"
    if not state["quiet"]:
        state["locked"] = word == "lock"
        if kind == "login":
            changed = GLib.Variant("(sa{sv}as)", (interface, {"LockedHint": GLib.Variant("b", state["locked"])}, []))
            bus.emit_signal(None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)
        else:
            bus.emit_signal(None, path, interface, "ActiveChanged", GLib.Variant("(b)", (state["locked"],)))
        bus.flush_sync(None)
    print(word, flush=True)


def listen():
    for line in sys.stdin:
        GLib.idle_add(take, line.strip())
    GLib.idle_add(loop.quit)


loop = GLib.MainLoop()
Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
threading.Thread(target=listen, daemon=True).start()
loop.run()
