/// What an audit of the front found: every change, and the steals among them with how long they lasted.
public struct AuditLog: Sendable {
  public struct Steal: Sendable, Equatable {
    public let thief: Front
    public let victim: Front
    public let moment: Moment
    /// How long the thief was in front, in milliseconds; nil while it still is.
    public fileprivate(set) var durationMs: Double?
    /// Whether the victim got the front back right after.
    public fileprivate(set) var restored: Bool
  }

  public private(set) var changes = 0
  public private(set) var steals: [Steal] = []
  public private(set) var widestBlindMs = 0.0
  /// The last window in front, and when it left, while none is in front. Window managers pass through that moment when
  /// they switch, and a steal is one all the same.
  private var left: (front: Front, at: Double)?
  private static let passingMs = 1_000.0

  /// Only steals by, or from, an app of this name are counted; all when nil.
  private let app: String?

  public init(app: String? = nil) {
    self.app = app
  }

  /// Adds a change. Returns the steal it is, if it is one.
  @discardableResult
  public mutating func add(_ change: FrontChange) -> Steal? {
    changes += 1
    widestBlindMs = max(widestBlindMs, change.blindMs)
    let before = whoWasInFront(before: change)
    if change.front == .nobody {
      left = (before, change.moment.monotonicMs)
      return nil
    }
    left = nil
    endOpenSteal(at: change.moment, front: change.front)
    guard isSteal(change, victim: before) else { return nil }
    let steal = Steal(thief: change.front, victim: before, moment: change.moment, durationMs: nil, restored: false)
    steals.append(steal)
    return steal
  }

  /// Ends the audit: a steal that is still going on lasts until now.
  public mutating func finish(at moment: Moment) {
    guard let index = steals.indices.last, steals[index].durationMs == nil else { return }
    steals[index].durationMs = moment.monotonicMs - steals[index].moment.monotonicMs
  }

  public var longestMs: Double { steals.compactMap(\.durationMs).max() ?? 0 }

  private func whoWasInFront(before change: FrontChange) -> Front {
    guard change.previous == .nobody, let left, change.moment.monotonicMs - left.at <= Self.passingMs else {
      return change.previous
    }
    return left.front
  }

  private mutating func endOpenSteal(at moment: Moment, front: Front) {
    guard let index = steals.indices.last, steals[index].durationMs == nil else { return }
    steals[index].durationMs = moment.monotonicMs - steals[index].moment.monotonicMs
    steals[index].restored = steals[index].victim.isSame(as: front)
  }

  /// Where input cannot be seen, another app that comes to the front counts: an audit must not miss a steal.
  private func isSteal(_ change: FrontChange, victim: Front) -> Bool {
    let crosses = victim != .nobody && change.front.pid != victim.pid
    guard crosses, change.cause.isSteal || change.cause == .unknown else { return false }
    guard let app else { return true }
    return change.front.app == app || victim.app == app
  }
}
