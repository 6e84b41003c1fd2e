/// Version number carried by every frame: the major number of the protocol.
public let envelopeVersion: Int64 = 1

/// Largest whole number a JavaScript reader holds exactly.
private let mostExact: Int64 = 0x1f_ffff_ffff_ffff

struct Request: Sendable, Equatable {
  let id: Int64
  let method: String
  let params: WireValue
  let deadlineMs: Int
}

/// What a frame turned out to be.
enum Incoming: Equatable {
  case request(Request)
  /// Not a request of this version, but its id is known, so that it can be answered.
  case refused(id: Int64, CallError)
  case unusable
}

enum Envelope {
  static func read(_ value: WireValue) -> Incoming {
    guard let id = value["id"]?.intValue.map(Int64.init), (0...mostExact).contains(id) else { return .unusable }
    guard let version = value["v"]?.numberValue, version == Double(envelopeVersion) else {
      if value["v"]?.numberValue != nil {
        let message =
          "Nothing was done: this process speaks protocol \(envelopeVersion), the frame another. Update both sides."
        return .refused(id: id, CallError("protocol_mismatch", message))
      }
      return .refused(id: id, malformed("v", "the number \(envelopeVersion)"))
    }
    guard let method = value["method"]?.textValue, (1...128).contains(method.utf16.count) else {
      return .refused(id: id, malformed("method", "a text of 1 to 128 characters"))
    }
    guard let deadline = value["deadlineMs"]?.intValue, (1...3_600_000).contains(deadline) else {
      return .refused(id: id, malformed("deadlineMs", "a whole number from 1 to 3600000"))
    }
    if let trace = value["trace"] {
      guard let text = trace.textValue, text.utf16.count <= 256 else {
        return .refused(id: id, malformed("trace", "a text of at most 256 characters"))
      }
    }
    return .request(Request(id: id, method: method, params: value["params"] ?? .null, deadlineMs: deadline))
  }

  static func success(id: Int64, result: WireValue) -> WireValue {
    .fields([("v", .int(envelopeVersion)), ("id", .int(id)), ("ok", .bool(true)), ("result", result)])
  }

  static func failure(id: Int64, error: CallError) -> WireValue {
    .fields([("v", .int(envelopeVersion)), ("id", .int(id)), ("ok", .bool(false)), ("error", error.wireValue)])
  }

  static func event(topic: String, seq: Int64, at: Double, data: WireValue) -> WireValue {
    .fields([
      ("v", .int(envelopeVersion)), ("topic", .text(topic)), ("seq", .int(seq)), ("at", .double(at)), ("data", data),
    ])
  }

  private static func malformed(_ field: String, _ accepted: String) -> CallError {
    let message = "The request was not understood; nothing was done: the frame's field `\(field)`: \(accepted) is accepted."
    return CallError("frame_malformed", message)
  }
}
