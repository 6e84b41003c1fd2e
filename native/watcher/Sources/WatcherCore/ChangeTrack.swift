/// One look at the front. What it says was true at some moment between the two times.
public struct Look: Sendable {
  public let front: Front
  public let asked: Moment
  public let answered: Moment

  public init(front: Front, asked: Moment, answered: Moment) {
    self.front = front
    self.asked = asked
    self.answered = answered
  }
}

/// Finds the changes between looks, and says how long nobody looked.
public struct ChangeTrack: Sendable {
  private var last: Look?
  private var widestMs = 0.0

  public init() {}

  public var front: Front? { last?.front }

  /// Adds a look. `cause` is asked only when the front differs; `isGone` says whether a window does not exist any more.
  /// The first look shows no change: nothing is known about before.
  public mutating func add(_ look: Look, cause: (_ previous: Front) -> FrontCause) -> FrontChange? {
    defer { last = look }
    guard let last else { return nil }
    // From the start of one look to the end of the next: the longest a change back and forth can have taken.
    widestMs = max(widestMs, look.answered.monotonicMs - last.asked.monotonicMs)
    guard !last.front.isSame(as: look.front) else { return nil }
    let change = FrontChange(
      front: look.front, previous: last.front, moment: look.answered, cause: cause(last.front), blindMs: widestMs)
    widestMs = 0
    return change
  }

  /// How long a change could have gone unseen up to `now`, in milliseconds.
  public func blindMs(now: Moment) -> Double {
    guard let last else { return 0 }
    return max(widestMs, now.monotonicMs - last.asked.monotonicMs)
  }
}
