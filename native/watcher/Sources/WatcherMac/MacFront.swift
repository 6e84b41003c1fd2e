#if os(macOS)
  import AppKit
  import WatcherCore

  /// The frontmost app by `NSWorkspace`, its window by the window list. Announced by activation notifications, which the
  /// main run loop delivers, and sampled between them.
  final class MacFront: FrontSource {
    /// A hint that the front may have changed; signalled on the main thread, waited for on the watch's thread.
    private final class Hint: @unchecked Sendable {
      private let semaphore = DispatchSemaphore(value: 0)
      private let observers: [any NSObjectProtocol]

      init() {
        let semaphore = semaphore
        let center = NSWorkspace.shared.notificationCenter
        let names = [
          NSWorkspace.didActivateApplicationNotification, NSWorkspace.didTerminateApplicationNotification,
          NSWorkspace.didHideApplicationNotification, NSWorkspace.activeSpaceDidChangeNotification,
        ]
        observers = names.map { name in
          center.addObserver(forName: name, object: nil, queue: nil) { _ in semaphore.signal() }
        }
      }

      deinit {
        for observer in observers { NSWorkspace.shared.notificationCenter.removeObserver(observer) }
      }

      func wait(milliseconds: Int) {
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
      }
    }

    private let hint = Hint()
    private var known: Set<Int> = []

    init() {
      known = WindowList.ids()
    }

    func read() throws(WatcherFailure) -> Front? {
      guard let app = NSWorkspace.shared.frontmostApplication, app.processIdentifier > 0 else { return .nobody }
      let pid = Int(app.processIdentifier)
      let window = WindowList.topmost(of: pid)
      return Front(
        pid: pid, windowId: window?.id, app: app.localizedName ?? app.bundleIdentifier,
        title: window?.title ?? AccessibleApp(pid: pid).focusedTitle())
    }

    func waitForHint(milliseconds: Int) {
      hint.wait(milliseconds: milliseconds)
    }

    func cause(of front: Front, after previous: Front) -> FrontCause {
      let windows = WindowList.ids()
      defer { known = windows }
      if let pid = previous.pid, NSRunningApplication(processIdentifier: pid_t(pid))?.isTerminated ?? true {
        return .closed
      }
      if let window = previous.windowId, !windows.contains(window) { return .closed }
      if PersonInput.isRecent { return .person }
      if let window = front.windowId, !known.contains(window) { return .opened }
      return .app
    }
  }
#endif
