import Foundation

/// Windows that a person has pressed on lately. Safe from any thread.
public final class Choices: @unchecked Sendable {
  /// More than a person can do in the time that counts.
  private static let most = 64

  private let lock = NSLock()
  private var noted: [(target: Restore.Target?, atMs: Double)] = []

  public init() {}

  /// A nil target: the person has chosen something, but no window that is known.
  public func note(_ target: Restore.Target?, atMs: Double) {
    lock.withLock {
      noted.append((target, atMs))
      if noted.count > Self.most { noted.removeFirst() }
    }
  }

  /// What was chosen last, at that time of the clock that only goes forward or later; nil when that is no window.
  public func last(since ms: Double) -> Restore.Target? {
    lock.withLock { noted.last { $0.atMs >= ms }?.target }
  }
}

/// Puts times of a server on the local clock: nothing arrives before it was sent, so the smallest difference is the best.
public struct ServerClock: Sendable {
  /// Clocks that differ by more than before and this are taken for other clocks: 32 bits of milliseconds wrap after 49 days.
  private static let otherClockMs = 3_600_000.0

  private var offsetMs: Double?

  public init() {}

  /// The local time of what a server dated, told now.
  public mutating func local(_ serverMs: Double, now: Double) -> Double {
    let seen = now - serverMs
    if let offsetMs, seen >= offsetMs, seen <= offsetMs + Self.otherClockMs { return serverMs + offsetMs }
    offsetMs = seen
    return now
  }
}
