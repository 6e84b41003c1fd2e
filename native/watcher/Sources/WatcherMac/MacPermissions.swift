#if os(macOS)
  import ApplicationServices
  import CoreGraphics
  import WatcherCore

  /// State of the privacy permissions, by calls that never ask the person.
  enum MacPermissions {
    static var hasAccessibility: Bool { AXIsProcessTrusted() }

    static var hasScreenRecording: Bool { CGPreflightScreenCaptureAccess() }

    static func state() -> [Permission] {
      let settings = "Grant it to the app that starts this command in System Settings, Privacy & Security,"
      return [
        Permission(
          .accessibility, hasAccessibility ? .granted : .missing, advice: "\(settings) Accessibility."),
        Permission(
          .screenRecording, hasScreenRecording ? .granted : .missing,
          advice: "\(settings) Screen & System Audio Recording."),
        Permission(.input, .granted),
        Permission(
          .lock, (try? SessionLock.state()) == nil ? .missing : .granted,
          advice: "Run it in a login session that has a screen."),
        Permission(.front, .granted),
      ]
    }

    /// The only place that makes the system ask.
    static func request() {
      // The constant is a global variable, which Swift's concurrency rules do not let be read; this is its value.
      let options = ["AXTrustedCheckOptionPrompt": true] as CFDictionary
      _ = AXIsProcessTrustedWithOptions(options)
      _ = CGRequestScreenCaptureAccess()
    }
  }
#endif
