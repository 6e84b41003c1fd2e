/// Why the watcher could not do what it was asked. Codes are those of the wire.
public struct WatcherFailure: Error, Sendable, Equatable {
  public enum Code: String, Sendable {
    case badArguments = "bad_arguments"
    case badPath = "bad_path"
    case captureFailed = "capture_failed"
    case permissionMissing = "permission_missing"
    case recordingFailed = "recording_failed"
    case recordingNotFound = "recording_not_found"
    case screenLockUnavailable = "screen_lock_unavailable"
    case unsupported
    case watcherUnavailable = "watcher_unavailable"
    case windowNotFound = "window_not_found"
  }

  public let code: Code
  /// What was not done and what to do. Never quotes what is on the screen.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
