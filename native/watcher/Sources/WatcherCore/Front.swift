/// The app and window in front. Fields are nil where the system does not say; all are nil when no window is in front.
public struct Front: Sendable, Hashable {
  /// Longest title that is passed on, in UTF-16 units.
  public static let longestTitle = 256

  public let pid: Int?
  public let windowId: Int?
  public let app: String?
  public let title: String?

  public static let nobody = Front(pid: nil, windowId: nil, app: nil, title: nil)

  public init(pid: Int?, windowId: Int?, app: String?, title: String?) {
    self.pid = pid
    self.windowId = windowId
    self.app = app
    self.title = title.flatMap(Self.cut)
  }

  /// A new title alone is no change of the front.
  func isSame(as other: Front) -> Bool {
    pid == other.pid && windowId == other.windowId && app == other.app
  }

  private static func cut(_ title: String) -> String? {
    guard !title.isEmpty else { return nil }
    guard title.utf16.count > longestTitle else { return title }
    var kept = ""
    var units = 0
    for character in title {
      units += character.utf16.count
      if units > longestTitle { break }
      kept.append(character)
    }
    return kept
  }
}

/// How a window came to the front. Words as on the wire; only `app` and `opened` are steals.
public enum FrontCause: String, Sendable, CaseIterable {
  case person
  case app
  case opened
  case closed
  case restore
  case unknown

  public var isSteal: Bool { self == .app || self == .opened }
}

/// A moment by the wall clock, in Unix milliseconds, and by a clock that only goes forward.
public struct Moment: Sendable, Equatable {
  public let at: Double
  public let monotonicMs: Double

  public init(at: Double, monotonicMs: Double) {
    self.at = at
    self.monotonicMs = monotonicMs
  }

  public func earlier(by ms: Double) -> Moment {
    Moment(at: at - ms, monotonicMs: monotonicMs - ms)
  }
}

/// Where time comes from, so that everything that waits or measures can be tested without waiting.
public protocol WatcherClock: Sendable {
  func now() -> Moment
}

/// A window came to the front.
public struct FrontChange: Sendable, Equatable {
  public let front: Front
  public let previous: Front
  public let moment: Moment
  public let cause: FrontCause
  /// Longest time a change could have gone unseen since the change before this one, in milliseconds.
  public let blindMs: Double

  public init(front: Front, previous: Front, moment: Moment, cause: FrontCause, blindMs: Double) {
    self.front = front
    self.previous = previous
    self.moment = moment
    self.cause = cause
    self.blindMs = blindMs
  }
}

/// Whether the screen is locked, and which parts of the system say so.
public struct LockState: Sendable, Equatable {
  public let locked: Bool
  public let by: [String]

  public init(locked: Bool, by: [String]) {
    self.locked = locked
    self.by = by
  }
}
