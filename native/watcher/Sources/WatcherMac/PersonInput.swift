#if os(macOS)
  import CoreGraphics

  /// Input of a person's devices. The hardware's own state is asked, which input made by programs does not touch; no
  /// permission is needed for it.
  enum PersonInput {
    /// A switch this soon after a click or key counts as the person's, in seconds: apps answer within this time.
    private static let answerTime = 0.5

    static var isRecent: Bool {
      let kinds: [CGEventType] = [.leftMouseDown, .leftMouseUp, .rightMouseDown, .keyDown, .flagsChanged]
      return kinds.contains { kind in
        CGEventSource.secondsSinceLastEventType(.hidSystemState, eventType: kind) < answerTime
      }
    }
  }
#endif
