/// Puts an app back in front, step by step: the caller carries out each step and tells what it saw.
public struct Restore: Sendable {
  /// How often and how far apart it is checked that the app is really in front.
  public static let checks = 6
  public static let checkEveryMs = 50
  /// How long a restore accounts for the change that it makes, in milliseconds.
  public static let accountsForMs = 500.0
  /// How long before a restore begins a person's press can have crossed the steal that it undoes, in milliseconds.
  public static let crossedMs = 300.0

  public enum Outcome: String, Sendable {
    case restored
    case notNeeded = "not_needed"
    case person
    case nobody
    case refused
  }

  public enum Step: Sendable, Equatable {
    case activate(Target)
    /// Wait for the time between two checks, then look who is in front and what a person has chosen meanwhile.
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

    /// Whether that window, or another one of its app, is in front.
    public func isFront(_ front: Front) -> Bool {
      isSame(as: Target(pid: front.pid, windowId: front.windowId))
    }

    func isSame(as other: Target) -> Bool {
      (windowId != nil && windowId == other.windowId) || (pid != nil && pid == other.pid)
    }
  }

  private let target: Target
  private var done = 0
  /// Whether the window that a person chose was asked for; that is done once.
  private var askedForChosen = false

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

  /// What to do after an activation was asked for (`accepted` false: the app is gone).
  public func activated(_ accepted: Bool) -> Step {
    if askedForChosen { return next }
    return accepted ? .check : .end(.nobody, checks: 0)
  }

  /// What to do after a look. `chosen` is the window that a person has pressed on since the steal: that one is what they
  /// get, however the two requests met at the window manager.
  public mutating func saw(_ front: Front, chosen: Target?) -> Step {
    done += 1
    if let chosen, !chosen.isSame(as: target) {
      if chosen.isFront(front) { return .end(.person, checks: done) }
      if askedForChosen { return next }
      askedForChosen = true
      return .activate(chosen)
    }
    return target.isFront(front) ? .end(.restored, checks: done) : next
  }

  private var next: Step {
    done < Self.checks ? .check : .end(.refused, checks: done)
  }
}
