/// How often it is looked who is in front, when nothing announces a change.
public struct SamplingPolicy: Sendable, Equatable {
  /// What anybody may ask for, in milliseconds.
  public static let allowedMs = 5...1_000
  public static let defaultMs = 20

  private var shortestAsked: Int?

  public init() {}

  /// The shortest interval that anybody asked for, or the default.
  public var intervalMs: Int { shortestAsked ?? Self.defaultMs }

  public mutating func ask(_ milliseconds: Int?) {
    guard let milliseconds else { return }
    let allowed = min(max(milliseconds, Self.allowedMs.lowerBound), Self.allowedMs.upperBound)
    shortestAsked = min(shortestAsked ?? Self.defaultMs, allowed)
  }
}
