"""Takes the keys from whatever is in front without coming to the front itself: its window is none of the window manager's.

Prints "ready". Reads "take" (the keys go to its window), "drop" (to nothing at all) and "give ID" (to that window) from
standard input; prints the word when the X server has done it, and "key" for each key that reaches it.
"""
import ctypes as c
import select
import sys

x = c.CDLL("libX11.so.6")
x.XOpenDisplay.restype = c.c_void_p
x.XDefaultRootWindow.restype = x.XCreateWindow.restype = c.c_ulong
for name in ("XDefaultRootWindow", "XPending", "XConnectionNumber"):
    getattr(x, name).argtypes = [c.c_void_p]
x.XCreateWindow.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_int, c.c_uint, c.c_uint, c.c_uint, c.c_int, c.c_uint,
                            c.c_void_p, c.c_ulong, c.c_void_p]
x.XMapWindow.argtypes = [c.c_void_p, c.c_ulong]
x.XSelectInput.argtypes = [c.c_void_p, c.c_ulong, c.c_long]
x.XSetInputFocus.argtypes = [c.c_void_p, c.c_ulong, c.c_int, c.c_ulong]
x.XNextEvent.argtypes = [c.c_void_p, c.c_void_p]
x.XSync.argtypes = [c.c_void_p, c.c_int]


class Attributes(c.Structure):
    _fields_ = [("background_pixmap", c.c_ulong), ("background_pixel", c.c_ulong), ("border_pixmap", c.c_ulong),
                ("border_pixel", c.c_ulong), ("bit_gravity", c.c_int), ("win_gravity", c.c_int),
                ("backing_store", c.c_int), ("backing_planes", c.c_ulong), ("backing_pixel", c.c_ulong),
                ("save_under", c.c_int), ("event_mask", c.c_long), ("do_not_propagate_mask", c.c_long),
                ("override_redirect", c.c_int), ("colormap", c.c_ulong), ("cursor", c.c_ulong)]


display = x.XOpenDisplay(None)
ignore = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p)(lambda display, error: 0)
x.XSetErrorHandler(ignore)
attributes = Attributes(override_redirect=1)
# CWOverrideRedirect is 1 << 9; depth, class and visual 0 are those of the parent.
window = x.XCreateWindow(display, x.XDefaultRootWindow(display), 0, 0, 40, 20, 0, 0, 0, None, 1 << 9, c.byref(attributes))
x.XSelectInput(display, window, 1)
x.XMapWindow(display, window)
x.XSync(display, 0)
print("ready", flush=True)
event = (c.c_byte * 192)()
while True:
    readable, _, _ = select.select([sys.stdin, x.XConnectionNumber(display)], [], [])
    while x.XPending(display):
        x.XNextEvent(display, event)
        if c.cast(event, c.POINTER(c.c_int))[0] == 2:
            print("key", flush=True)
    if sys.stdin in readable:
        words = sys.stdin.readline().split()
        if not words:
            break
        target = {"take": window, "drop": 0}.get(words[0])
        x.XSetInputFocus(display, int(words[1]) if target is None else target, 0, 0)
        x.XSync(display, 0)
        print(words[0], flush=True)
