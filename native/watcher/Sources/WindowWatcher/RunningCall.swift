import WatcherCore
import WatcherWire

/// A call that somebody says it is carrying out.
struct RunningCall: Sendable, Equatable {
  static let most = 64

  let call: String
  let tool: String
  let pid: Int?

  var wireValue: WireValue {
    .fields([("call", .text(call)), ("tool", .text(tool)), ("pid", .optional(pid))])
  }

  /// The list of a note. Fails with `bad_params`.
  static func list(_ value: WireValue?) throws(CallError) -> [RunningCall] {
    guard let items = value?.arrayValue, items.count <= most else {
      throw .badParams("running", accepted: "an array of at most \(most) calls")
    }
    var calls: [RunningCall] = []
    for item in items {
      guard let call = short(item["call"]), let tool = short(item["tool"]) else {
        throw .badParams("running", accepted: "call and tool as texts of 1 to 64 characters")
      }
      calls.append(RunningCall(call: call, tool: tool, pid: try Params.optionalPid(item["pid"], "running.pid")))
    }
    return calls
  }

  private static func short(_ value: WireValue?) -> String? {
    guard let text = value?.textValue, (1...64).contains(text.utf16.count) else { return nil }
    return text
  }
}
