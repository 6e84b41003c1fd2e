import CX11
import Foundation

/// A connection to the X server for one thread. A lost server shows as `isLost`; it never ends the process.
final class X11Connection {
  let root: Window
  let display: OpaquePointer
  private var atoms: [String: Atom] = [:]
  /// Set by the library's handler, which runs on this thread inside of a call.
  private let lost = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// Xlib's own handler would end the process: windows vanish between two questions all the time.
  private static let ignoreErrors: Void = { XSetErrorHandler { _, _ in 0 } }()

  /// Nil when the environment names no display, or none answers there.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let name = environment["DISPLAY"], let display = XOpenDisplay(name) else { return nil }
    _ = Self.ignoreErrors
    self.display = display
    lost.initialize(to: false)
    XSetIOErrorExitHandler(display, { _, data in data?.assumingMemoryBound(to: Bool.self).pointee = true }, lost)
    root = XDefaultRootWindow(display)
  }

  deinit {
    if !isLost { XCloseDisplay(display) }
    lost.deallocate()
  }

  var isLost: Bool { lost.pointee }

  func watchRootProperties() {
    XSelectInput(display, root, PropertyChangeMask)
    XFlush(display)
  }

  /// Waits for an event, and takes all that wait. Returns after the time when the connection is lost.
  func waitForEvents(milliseconds: Int, take: (inout XEvent) -> Void) {
    guard !isLost else { return usleep(useconds: milliseconds * 1_000) }
    if XPending(display) == 0 {
      var descriptor = pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, Int32(milliseconds))
    }
    while !isLost, XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      take(&event)
    }
  }

  private func usleep(useconds: Int) {
    Thread.sleep(forTimeInterval: Double(useconds) / 1_000_000)
  }

  func atom(_ name: String) -> Atom {
    if let known = atoms[name] { return known }
    let atom = XInternAtom(display, name, 0)
    atoms[name] = atom
    return atom
  }

  /// Words of a 32-bit property; nil when it is missing, of another format, or its window is gone.
  func words(_ window: Window, _ property: String, most: Int = 1) -> [UInt]? {
    read(window, property, most: most, format: 32) { pointer, count in
      pointer.withMemoryRebound(to: UInt.self, capacity: count) { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
  }

  func bytes(_ window: Window, _ property: String, most: Int) -> [UInt8]? {
    read(window, property, most: (most + 3) / 4, format: 8) { Array(UnsafeBufferPointer(start: $0, count: $1)) }
  }

  private func read<T>(
    _ window: Window, _ property: String, most: Int, format wanted: Int32,
    take: (UnsafeMutablePointer<UInt8>, Int) -> T
  ) -> T? {
    guard !isLost else { return nil }
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, atom(property), 0, most, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == 0, !isLost, type != 0, format == wanted, let data, count > 0 else { return nil }
    return take(data, Int(count))
  }

  func exists(_ window: Window) -> Bool {
    var attributes = XWindowAttributes()
    return !isLost && XGetWindowAttributes(display, window, &attributes) != 0
  }

  /// The window directly below the root that the person's pointer is in.
  var topUnderPointer: Window? {
    var (root, child): (Window, Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    guard !isLost, XQueryPointer(display, self.root, &root, &child, &rootX, &rootY, &x, &y, &mask) != 0 else { return nil }
    return child == 0 ? nil : child
  }

  /// The ancestor directly below the root: the frame that a window manager puts around a window.
  func top(of window: Window) -> Window? {
    var at = window
    for _ in 0..<Self.deepest {
      var (root, parent): (Window, Window) = (0, 0)
      var children: UnsafeMutablePointer<Window>?
      var count: UInt32 = 0
      guard !isLost, XQueryTree(display, at, &root, &parent, &children, &count) != 0 else { return nil }
      if let children { XFree(children) }
      if parent == root { return at }
      at = parent
    }
    return nil
  }

  private static let deepest = 16

  /// Asks the window manager to make a window active, as a pager on behalf of a person (source indication 2 of EWMH).
  func activate(_ window: Window) {
    var event = XEvent()
    event.xclient.type = Int32(ClientMessage)
    event.xclient.window = window
    event.xclient.message_type = atom("_NET_ACTIVE_WINDOW")
    event.xclient.format = 32
    event.xclient.data.l = (2, 0, 0, 0, 0)
    XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    XSync(display, 0)
  }
}
