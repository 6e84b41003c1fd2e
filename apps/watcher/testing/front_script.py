"""Changes the front in ways that are given, and records what the X server says of it: an oracle of its own, over libX11.

Reads a JSON list of steps from standard input: ["activate", window, stay_ms], ["map", window, stay_ms],
["unmap", window, stay_ms], ["kill", window, stay_ms]. Windows are numbers from 0. Prints one JSON object:
{"windows": [id, ...], "record": [{"window": id, "at": unix_ms}, ...]}. The times are the server's own, on the wall clock.
"""
import ctypes as c
import json
import select
import sys
import time

x = c.CDLL("libX11.so.6")
x.XOpenDisplay.restype = c.c_void_p
x.XDefaultRootWindow.restype = c.c_ulong
x.XInternAtom.restype = c.c_ulong
x.XCreateSimpleWindow.restype = c.c_ulong
for name in ("XDefaultRootWindow", "XFlush", "XPending", "XConnectionNumber"):
    getattr(x, name).argtypes = [c.c_void_p]
x.XInternAtom.argtypes = [c.c_void_p, c.c_char_p, c.c_int]
x.XCreateSimpleWindow.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_int] + [c.c_uint] * 3 + [c.c_ulong] * 2
x.XStoreName.argtypes = [c.c_void_p, c.c_ulong, c.c_char_p]
for name in ("XMapWindow", "XUnmapWindow", "XKillClient"):
    getattr(x, name).argtypes = [c.c_void_p, c.c_ulong]
x.XSelectInput.argtypes = [c.c_void_p, c.c_ulong, c.c_long]
x.XSendEvent.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_long, c.c_void_p]
x.XNextEvent.argtypes = [c.c_void_p, c.c_void_p]
x.XGetWindowProperty.argtypes = [c.c_void_p, c.c_ulong, c.c_ulong, c.c_long, c.c_long, c.c_int, c.c_ulong] + [c.c_void_p] * 5
x.XFree.argtypes = [c.c_void_p]


class Message(c.Structure):
    _fields_ = [("type", c.c_int), ("serial", c.c_ulong), ("send_event", c.c_int), ("display", c.c_void_p),
                ("window", c.c_ulong), ("message_type", c.c_ulong), ("format", c.c_int), ("data", c.c_long * 5)]


class Changed(c.Structure):
    _fields_ = [("type", c.c_int), ("serial", c.c_ulong), ("send_event", c.c_int), ("display", c.c_void_p),
                ("window", c.c_ulong), ("atom", c.c_ulong), ("time", c.c_ulong), ("state", c.c_int)]


ignore = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p)(lambda display, error: 0)
x.XSetErrorHandler(ignore)
main = x.XOpenDisplay(None)
root = x.XDefaultRootWindow(main)
active = x.XInternAtom(main, b"_NET_ACTIVE_WINDOW", 0)
x.XSelectInput(main, root, 1 << 22)
record, windows, clients = [], [], []


def read():
    kind, form, count, left, data = c.c_ulong(), c.c_int(), c.c_ulong(), c.c_ulong(), c.c_void_p()
    x.XGetWindowProperty(main, root, active, 0, 1, 0, 0, c.byref(kind), c.byref(form), c.byref(count), c.byref(left), c.byref(data))
    value = c.cast(data, c.POINTER(c.c_ulong))[0] if count.value and data.value else 0
    if data.value:
        x.XFree(data)
    return value


def note(server_ms):
    # Xvfb's clock is the monotonic one of the machine, cut to 32 bits.
    behind = (int(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000) - server_ms) & 0xFFFFFFFF
    value = read()
    if not record or record[-1]["window"] != value:
        record.append({"window": value, "at": time.time() * 1000 - (behind if behind < 60_000 else 0)})


def listen(until, stop=lambda: False):
    event = (c.c_byte * 192)()
    while not stop():
        while x.XPending(main):
            x.XNextEvent(main, event)
            changed = c.cast(event, c.POINTER(Changed)).contents
            if changed.type == 28 and changed.atom == active:
                note(changed.time)
        rest = until - time.monotonic()
        if rest <= 0 or stop():
            return
        select.select([x.XConnectionNumber(main)], [], [], rest)


def act(kind, number):
    window, client = windows[number], clients[number]
    if kind == "activate":
        message = Message(33, 0, 1, main, window, active, 32, (c.c_long * 5)(2, 0, 0, 0, 0))
        event = (c.c_byte * 192)()
        c.memmove(event, c.byref(message), c.sizeof(message))
        x.XSendEvent(main, root, 0, (1 << 19) | (1 << 20), event)
        x.XFlush(main)
    elif kind == "kill":
        x.XKillClient(main, window)
        x.XFlush(main)
    else:
        getattr(x, "XMapWindow" if kind == "map" else "XUnmapWindow")(client, window)
        x.XFlush(client)


steps = json.load(sys.stdin)
for number in range(1 + max(step[1] for step in steps)):
    # A connection for each, so that one can be killed alone.
    client = x.XOpenDisplay(None)
    window = x.XCreateSimpleWindow(client, root, 60 * number, 60 * number, 200, 120, 0, 0, 0)
    x.XStoreName(client, window, b"Window %d" % number)
    clients.append(client)
    windows.append(window)
for number in range(3):
    act("map", number)
    listen(time.monotonic() + 10, lambda: bool(record) and record[-1]["window"] == windows[number])
print("ready", flush=True)
sys.stdin = open("/dev/null")
while open(sys.argv[1]).read() == "":
    time.sleep(0.01)
for kind, number, stay in steps:
    before = len(record)
    act(kind, number)
    wanted = windows[number]
    arrived = lambda: len(record) > before and (kind not in ("activate", "map") or record[-1]["window"] == wanted)
    if kind != "activate" or (record and record[-1]["window"] != wanted):
        listen(time.monotonic() + 2, arrived)
    listen(time.monotonic() + stay / 1000)
listen(time.monotonic() + 0.3)
print(json.dumps({"windows": windows, "record": record}), flush=True)
