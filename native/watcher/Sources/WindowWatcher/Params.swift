import WatcherWire

/// Reads parameters of hostile origin. What does not fit is refused with `bad_params`, which names the parameter.
enum Params {
  static func pid(_ value: WireValue?, _ name: String) throws(CallError) -> Int {
    guard let pid = value?.intValue, pid > 0 else {
      throw .badParams(name, accepted: "a positive whole number")
    }
    return pid
  }

  /// Null and absent both mean none.
  static func optionalPid(_ value: WireValue?, _ name: String) throws(CallError) -> Int? {
    guard let value, value != .null else { return nil }
    return try pid(value, name)
  }

  static func text(_ value: WireValue?, _ name: String, most: Int) throws(CallError) -> String {
    guard let text = value?.textValue, (1...most).contains(text.utf16.count) else {
      throw .badParams(name, accepted: "a text of 1 to \(most) characters")
    }
    return text
  }

  static func optionalBool(_ value: WireValue?, _ name: String) throws(CallError) -> Bool? {
    guard let value else { return nil }
    guard let bool = value.boolValue else { throw .badParams(name, accepted: "boolean") }
    return bool
  }

  static func sampleMs(_ value: WireValue?) throws(CallError) -> Int? {
    guard let value else { return nil }
    guard let number = value.intValue, (5...1_000).contains(number) else {
      throw .badParams("sampleMs", accepted: "a whole number from 5 to 1000")
    }
    return number
  }
}
