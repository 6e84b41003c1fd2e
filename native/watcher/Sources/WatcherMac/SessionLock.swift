#if os(macOS)
  import CoreGraphics
  import Foundation
  import WatcherCore

  /// Whether the screen of this login session is locked.
  enum SessionLock {
    static func state() throws(WatcherFailure) -> LockState {
      guard let session = CGSessionCopyCurrentDictionary() as? [String: Any] else {
        let message = "There is no login session with a screen here, so whether it is locked is unknown."
        throw WatcherFailure(.screenLockUnavailable, message)
      }
      // The key is there only while the screen is locked.
      return LockState(locked: session["CGSSessionScreenIsLocked"] as? Bool ?? false, by: ["session"])
    }

    /// The observers stay for the life of the process.
    static func observe(_ listener: @escaping @Sendable (LockState) -> Void) {
      let center = DistributedNotificationCenter.default()
      for (name, locked) in [("com.apple.screenIsLocked", true), ("com.apple.screenIsUnlocked", false)] {
        center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { _ in
          listener(LockState(locked: locked, by: ["session"]))
        }
      }
    }
  }
#endif
