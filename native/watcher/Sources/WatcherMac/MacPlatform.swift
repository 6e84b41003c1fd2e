#if os(macOS)
  import AppKit
  import WatcherCore

  /// What macOS offers. Nothing here makes the system ask for a permission, except `requestPermissions`.
  public final class MacPlatform: Platform {
    public let seesInput = true
    private let recorder = WindowRecorder()

    public init() {}

    public var capabilities: [String] {
      ["lock.state", "lock.changed", "text.exact", "menu.keys", "record.start", "record.stop", "record.ended"]
    }

    public func openFront() throws(WatcherFailure) -> any FrontSource {
      MacFront()
    }

    public func focus() -> Focus? {
      AccessibleApp.focused()
    }

    public func activate(_ target: Restore.Target) throws(WatcherFailure) -> Bool {
      guard let pid = target.pid ?? target.windowId.flatMap(WindowList.owner(of:)),
        let app = NSRunningApplication(processIdentifier: pid_t(pid)), !app.isTerminated
      else { return false }
      if let window = target.windowId { AccessibleApp(pid: pid).raise(windowId: window) }
      return app.activate()
    }

    public func isThere(_ front: Front) -> Bool {
      guard let pid = front.pid, let app = NSRunningApplication(processIdentifier: pid_t(pid)) else { return false }
      return !app.isTerminated
    }

    public func chosen(since moment: Moment) -> Restore.Target? {
      guard PersonInput.hasPressed(since: moment), let window = WindowList.underPointer() else { return nil }
      return Restore.Target(pid: window.pid, windowId: window.id)
    }

    public func lockState() throws(WatcherFailure) -> LockState {
      try SessionLock.state()
    }

    public func onLockChange(_ listener: @escaping @Sendable (LockState) -> Void) {
      SessionLock.observe(listener)
    }

    public func exactText(pid: Int, windowId: Int?) throws(WatcherFailure) -> ExactText {
      try requireAccessibility()
      return try AccessibleApp(pid: pid).exactText(windowId: windowId)
    }

    public func menuKeys(pid: Int) throws(WatcherFailure) -> MenuKeys {
      try requireAccessibility()
      return try AccessibleApp(pid: pid).menuKeys()
    }

    public func permissions() -> [Permission] {
      MacPermissions.state()
    }

    public func requestPermissions() {
      MacPermissions.request()
    }

    public func startRecording(
      pid: Int, windowId: Int, path: String, maxSeconds: Double,
      onEnd: @escaping @Sendable (RecordingEnd) -> Void
    ) async throws -> RecordingStart {
      try await recorder.start(pid: pid, windowId: windowId, path: path, maxSeconds: maxSeconds, onEnd: onEnd)
    }

    public func stopRecording(id: String, reason: RecordingEnd.Reason) async throws -> RecordingEnd {
      try await recorder.stop(id: id, reason: reason)
    }

    public func stopAllRecordings() async {
      await recorder.stopAll()
    }

    private func requireAccessibility() throws(WatcherFailure) {
      guard MacPermissions.hasAccessibility else {
        let message =
          "Nothing was read: the accessibility permission is missing. Grant it in System Settings, Privacy & Security."
        throw WatcherFailure(.permissionMissing, message)
      }
    }
  }
#endif
