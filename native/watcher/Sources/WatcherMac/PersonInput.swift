#if os(macOS)
  import CoreGraphics
  import Foundation
  import WatcherCore

  /// Input of a person's devices. The hardware's own state is asked, which input made by programs does not touch; no
  /// permission is needed for it.
  enum PersonInput {
    /// A switch this soon after a click or key counts as the person's, in seconds: apps answer within this time.
    private static let answerTime = 0.5

    /// Whether a button went down at that moment or later, by the clock of `DispatchTime`.
    static func hasPressed(since moment: Moment) -> Bool {
      let now = Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
      let kinds: [CGEventType] = [.leftMouseDown, .rightMouseDown]
      return kinds.contains { kind in
        let ago = CGEventSource.secondsSinceLastEventType(.hidSystemState, eventType: kind)
        return now - ago * 1_000 >= moment.monotonicMs
      }
    }

    static var isRecent: Bool {
      let kinds: [CGEventType] = [.leftMouseDown, .leftMouseUp, .rightMouseDown, .keyDown, .flagsChanged]
      return kinds.contains { kind in
        CGEventSource.secondsSinceLastEventType(.hidSystemState, eventType: kind) < answerTime
      }
    }
  }
#endif
