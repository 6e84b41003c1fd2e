/// A value as it travels in a frame. Maps keep the order of their entries, so that a decoded frame encodes to its own
/// bytes again.
public enum WireValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case array([WireValue])
  case map([WireEntry])

  public init(_ number: Double) {
    self = .double(number)
  }

  /// A map in the order of the arguments; entries without a value are left out, as the wire asks.
  public static func fields(_ entries: [(String, WireValue?)]) -> WireValue {
    .map(entries.compactMap { key, value in value.map { WireEntry(key: key, value: $0) } })
  }

  public static func optional(_ number: Int?) -> WireValue {
    number.map { .int(Int64($0)) } ?? .null
  }

  public static func optional(_ text: String?) -> WireValue {
    text.map { .text($0) } ?? .null
  }
}

public struct WireEntry: Sendable, Equatable {
  public let key: String
  public let value: WireValue

  public init(key: String, value: WireValue) {
    self.key = key
    self.value = value
  }
}

extension WireValue {
  /// The last entry of that name, as a JavaScript reader sees it; nil when there is none or this is not a map.
  public subscript(_ key: String) -> WireValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.last { $0.key == key }?.value
  }

  public var textValue: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  public var boolValue: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  public var arrayValue: [WireValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// A whole number, written as an integer or as a float without a fraction.
  public var intValue: Int? {
    switch self {
    case .int(let value): return Int(exactly: value)
    case .double(let value): return Int(exactly: value)
    default: return nil
    }
  }

  public var numberValue: Double? {
    switch self {
    case .int(let value): return Double(exactly: value)
    case .double(let value): return value
    default: return nil
    }
  }
}
