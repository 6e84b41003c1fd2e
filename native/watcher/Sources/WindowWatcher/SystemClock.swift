import Foundation
import WatcherCore

/// Wall time from the system, monotonic time from the boot clock. Wall times keep step with the monotonic clock, so that
/// durations agree whichever is used.
struct SystemClock: WatcherClock {
  private let offset: Double

  init() {
    offset = Date().timeIntervalSince1970 * 1_000 - Self.monotonicMs()
  }

  func now() -> Moment {
    let monotonic = Self.monotonicMs()
    return Moment(at: offset + monotonic, monotonicMs: monotonic)
  }

  private static func monotonicMs() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
  }
}
