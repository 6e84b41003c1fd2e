/// What was in front, most recent last, for finding what to put back.
public struct FrontHistory: Sendable {
  /// Windows that are remembered; more are of no use, since those of closed apps are passed over.
  static let most = 64

  private var fronts: [Front] = []
  private var lastCause: FrontCause = .unknown

  public init() {}

  public var cause: FrontCause { lastCause }

  public mutating func start(with front: Front) {
    fronts = front == .nobody ? [] : [front]
    lastCause = .unknown
  }

  public mutating func add(_ change: FrontChange) {
    lastCause = change.cause
    guard change.front != .nobody else { return }
    fronts.append(change.front)
    if fronts.count > Self.most { fronts.removeFirst() }
  }

  /// The last window in front of an app that is none of `pids` and is still there.
  public func last(outside pids: Set<Int>, isThere: (Front) -> Bool) -> Front? {
    fronts.last { front in front.pid.map { !pids.contains($0) } ?? true && isThere(front) }
  }
}
