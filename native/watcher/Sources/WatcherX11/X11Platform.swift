import Foundation
import WatcherCore

/// The front window of an X11 desktop. Everything else of the contract is done by the TypeScript watcher on Linux.
public final class X11Platform: Platform {
  public let capabilities: [String] = []
  public let seesInput = false

  private let choices = Choices()

  public init() {}

  public func openFront() throws(WatcherFailure) -> any FrontSource {
    try X11Front(noting: choices)
  }

  public func chosen(since moment: Moment) -> Restore.Target? {
    choices.last(since: moment.monotonicMs)
  }

  public func focus() -> Focus? { nil }

  public func activate(_ target: Restore.Target) throws(WatcherFailure) -> Bool {
    let desktop = try X11Front()
    guard let window = target.windowId ?? target.pid.flatMap(desktop.window(of:)) else { return false }
    return desktop.activate(window)
  }

  public func isThere(_ front: Front) -> Bool {
    guard let window = front.windowId, let desktop = try? X11Front() else { return false }
    return desktop.exists(window)
  }

  public func lockState() throws(WatcherFailure) -> LockState {
    throw WatcherFailure(.screenLockUnavailable, "This watcher cannot tell on X11 whether the screen is locked.")
  }

  public func onLockChange(_ listener: @escaping @Sendable (LockState) -> Void) {}

  public func exactText(pid: Int, windowId: Int?) throws(WatcherFailure) -> ExactText {
    throw Self.notHere
  }

  public func menuKeys(pid: Int) throws(WatcherFailure) -> MenuKeys {
    throw Self.notHere
  }

  public func permissions() -> [Permission] {
    let reachable = (try? X11Front().read()) != nil
    let advice = "Start an X11 session with a window manager that sets _NET_ACTIVE_WINDOW, and set DISPLAY."
    let others = "Use the watcher of beans-picker on Linux; this one reads the front window only."
    return Permission.Name.allCases.map { name in
      name == .front
        ? Permission(.front, reachable ? .granted : .missing, advice: advice)
        : Permission(name, .missing, advice: others)
    }
  }

  public func requestPermissions() {}

  public func startRecording(
    pid: Int, windowId: Int, path: String, maxSeconds: Double,
    onEnd: @escaping @Sendable (RecordingEnd) -> Void
  ) async throws -> RecordingStart {
    throw Self.notHere
  }

  public func stopRecording(id: String, reason: RecordingEnd.Reason) async throws -> RecordingEnd {
    throw WatcherFailure(.recordingNotFound, "No recording of that id runs here; nothing was stopped.")
  }

  public func stopAllRecordings() async {}

  private static let notHere = WatcherFailure(
    .unsupported, "This watcher reads the front window of X11 only; nothing was done. The Linux watcher does the rest.")
}
