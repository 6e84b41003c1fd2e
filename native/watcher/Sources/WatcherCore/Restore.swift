/// Puts an app back in front, step by step: the caller carries out each step and tells what it saw.
public struct Restore: Sendable {
  /// How often and how far apart it is checked that the app is really in front.
  public static let checks = 6
  public static let checkEveryMs = 50

  public enum Outcome: String, Sendable {
    case restored
    case notNeeded = "not_needed"
    case person
    case nobody
    case refused
  }

  public enum Step: Sendable, Equatable {
    case activate(Target)
    /// Wait for the time between two checks, then look who is in front.
    case check
    case end(Outcome, checks: Int)
  }

  public struct Target: Sendable, Equatable {
    public let pid: Int?
    public let windowId: Int?

    public init(pid: Int?, windowId: Int?) {
      self.pid = pid
      self.windowId = windowId
    }

    func isFront(_ front: Front) -> Bool {
      if let windowId, let seen = front.windowId { return windowId == seen }
      return pid != nil && pid == front.pid
    }
  }

  private let target: Target
  private var done = 0

  /// Decides whether anything is to be done; nothing is, unless an app of `from` is in front.
  public static func plan(
    front: Front, from: Set<Int>, to: Target?, cause: FrontCause, evenPerson: Bool
  ) -> Result<Restore, Refusal> {
    guard let pid = front.pid, from.contains(pid) else { return .failure(Refusal(outcome: .notNeeded)) }
    if cause == .person && !evenPerson { return .failure(Refusal(outcome: .person)) }
    guard let to else { return .failure(Refusal(outcome: .nobody)) }
    return .success(Restore(target: to))
  }

  /// Nothing is done, and why.
  public struct Refusal: Error, Equatable {
    public let outcome: Outcome
  }

  private init(target: Target) {
    self.target = target
  }

  public var first: Step { .activate(target) }

  /// What to do after the activation was asked for (`accepted` false: the app is gone).
  public func activated(_ accepted: Bool) -> Step {
    accepted ? .check : .end(.nobody, checks: 0)
  }

  /// What to do after a look. The app must be in front at the first look and still be there at the next.
  public mutating func saw(_ front: Front) -> Step {
    done += 1
    let inFront = target.isFront(front)
    defer { wasInFront = inFront }
    if inFront && wasInFront { return .end(.restored, checks: done) }
    if done == Self.checks { return .end(inFront ? .restored : .refused, checks: done) }
    return .check
  }

  private var wasInFront = false
}
