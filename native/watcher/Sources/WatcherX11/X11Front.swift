import CX11
import Foundation
import WatcherCore

/// Reads which window the window manager calls active (`_NET_ACTIVE_WINDOW`), and whose it is.
final class X11Front: FrontSource {
  private let connection: X11Connection
  private let host: String
  private var known: (window: Window, front: Front, at: Double)?

  /// The window that was read or told last, there or gone.
  private var told: Window?

  /// How long it is believed that the active window is there, in milliseconds: some window managers go on calling the
  /// last window active after it is gone.
  private static let identityMs = 500.0
  private static let mostNameBytes = 1_024

  private let presses: X11Presses?

  /// With `choices`, what a person presses on is noted there.
  init(noting choices: Choices? = nil) throws(WatcherFailure) {
    guard let connection = X11Connection() else {
      let message = "The X server cannot be reached, so which app is in front is unknown; the watcher keeps trying."
      throw WatcherFailure(.watcherUnavailable, message)
    }
    self.connection = connection
    host = ProcessInfo.processInfo.hostName
    presses = choices.map { X11Presses(connection, choices: $0) }
    connection.watchRootProperties()
  }

  func read() throws(WatcherFailure) -> Front? {
    let words = connection.words(connection.root, "_NET_ACTIVE_WINDOW")
    guard !connection.isLost else {
      throw WatcherFailure(.watcherUnavailable, "The X server is gone; the watcher keeps trying.")
    }
    // A window manager may leave the property out until the first window is active.
    guard let window = words?.first else { return hasWindowManager() ? .nobody : nil }
    guard window != 0 else { return .nobody }
    let now = Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
    if let known, known.window == window, now - known.at < Self.identityMs { return known.front }
    guard let front = identify(window) else { return gone(window) }
    known = (window, front, now)
    told = window
    return front
  }

  /// An app that dies right when it takes the front has taken it all the same: its window is told once, without a process.
  private func gone(_ window: Window) -> Front {
    defer { told = window }
    return told == window ? .nobody : Front(pid: nil, windowId: Int(window), app: nil, title: nil)
  }

  func waitForHint(milliseconds: Int) {
    connection.waitForEvents(milliseconds: milliseconds) { [self] event in
      guard let press = presses?.press(in: &event) else { return }
      presses?.note(press, on: press.isChord ? nil : windowUnderPointer())
    }
  }

  func cause(of front: Front, after previous: Front) -> FrontCause {
    // Input of persons is not watched here, so only the end of the former window can be told.
    guard let window = previous.windowId else { return .unknown }
    return connection.exists(Window(window)) ? .unknown : .closed
  }

  func exists(_ windowId: Int) -> Bool {
    connection.exists(Window(windowId))
  }

  func activate(_ windowId: Int) -> Bool {
    guard exists(windowId) else { return false }
    connection.activate(Window(windowId))
    return true
  }

  /// The topmost window of an app, from the window manager's list.
  func window(of pid: Int) -> Int? {
    let windows = connection.words(connection.root, "_NET_CLIENT_LIST_STACKING", most: 1_024) ?? []
    return windows.last { pidOf($0) == pid }.map { Int($0) }
  }

  /// The app's window under the pointer; nil for the desktop, a panel, and what no app has as its window.
  private func windowUnderPointer() -> Restore.Target? {
    guard let top = connection.topUnderPointer else { return nil }
    let windows = connection.words(connection.root, "_NET_CLIENT_LIST_STACKING", most: 1_024) ?? []
    guard let window = windows.last(where: { connection.top(of: $0) == top }) else { return nil }
    let kinds = connection.words(window, "_NET_WM_WINDOW_TYPE", most: 8) ?? []
    let others = ["_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_DESKTOP"].map(connection.atom)
    guard kinds.allSatisfy({ !others.contains($0) }) else { return nil }
    return Restore.Target(pid: pidOf(window), windowId: Int(window))
  }

  /// The check of EWMH: the root names a window of the window manager, and that window, gone with it, names itself.
  private func hasWindowManager() -> Bool {
    guard let check = connection.words(connection.root, "_NET_SUPPORTING_WM_CHECK")?.first else { return false }
    return connection.words(check, "_NET_SUPPORTING_WM_CHECK")?.first == check
  }

  /// Nil when the window is gone.
  private func identify(_ window: Window) -> Front? {
    let pid = pidOf(window)
    let app = name(of: window)
    let title = title(of: window)
    // Asked last: a window that is there now was there for all the questions before.
    guard connection.exists(window) else { return nil }
    return Front(pid: pid, windowId: Int(window), app: app, title: title)
  }

  private func pidOf(_ window: Window) -> Int? {
    // A number from another machine would name some unrelated process here.
    if let machine = text(window, "WM_CLIENT_MACHINE").first, machine != host { return nil }
    if let own = valid(connection.words(window, "_NET_WM_PID")?.first) { return own }
    guard let leader = connection.words(window, "WM_CLIENT_LEADER")?.first, leader != 0, leader != window else {
      return nil
    }
    return valid(connection.words(leader, "_NET_WM_PID")?.first)
  }

  private func valid(_ pid: UInt?) -> Int? {
    guard let pid, (1...0x7fff_ffff).contains(pid) else { return nil }
    return Int(pid)
  }

  /// The class of the window, which is the second text of WM_CLASS; the first where there is none.
  private func name(of window: Window) -> String? {
    let names = text(window, "WM_CLASS").filter { !$0.isEmpty }
    return names.count > 1 ? names[1] : names.first
  }

  private func title(of window: Window) -> String? {
    text(window, "_NET_WM_NAME").first ?? text(window, "WM_NAME").first
  }

  private func text(_ window: Window, _ property: String) -> [String] {
    guard let bytes = connection.bytes(window, property, most: Self.mostNameBytes) else { return [] }
    return bytes.split(separator: 0, omittingEmptySubsequences: true).map { String(decoding: $0, as: UTF8.self) }
  }
}
