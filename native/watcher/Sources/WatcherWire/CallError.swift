/// What an action came to when it failed: whether anything was sent. Words as on the wire.
public enum Delivery: String, Sendable {
  case notDelivered = "not_delivered"
  case uncertain
  case delivered
}

/// A failure of a call, as it is answered. Messages say what was not done and never quote what is on the screen.
public struct CallError: Error, Sendable, Equatable {
  public let code: String
  public let message: String
  public let delivery: Delivery?
  public let retry: Bool?

  public init(_ code: String, _ message: String, delivery: Delivery? = .notDelivered, retry: Bool? = false) {
    self.code = code
    self.message = message
    self.delivery = delivery
    self.retry = retry
  }

  var wireValue: WireValue {
    .fields([
      ("code", .text(code)), ("message", .text(message)),
      ("delivery", delivery.map { .text($0.rawValue) }), ("retry", retry.map { .bool($0) }),
    ])
  }
}

extension CallError {
  public static func badParams(_ name: String, accepted: String) -> CallError {
    CallError("bad_params", "Nothing was done: parameter `\(name)`: \(accepted) is accepted.")
  }

  public static func unsupported(_ message: String) -> CallError {
    CallError("unsupported", message)
  }
}
