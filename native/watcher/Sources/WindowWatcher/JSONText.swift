import Foundation
import WatcherWire

extension WireValue {
  /// The value as one line of JSON, keys in order of the alphabet.
  var json: String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    guard let data = try? JSONSerialization.data(withJSONObject: foundationValue, options: options) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  private var foundationValue: Any {
    switch self {
    case .null: return NSNull()
    case .bool(let bool): return bool
    case .int(let number): return number
    case .double(let number): return number.isFinite ? number : NSNull()
    case .text(let text): return text
    case .bytes(let bytes): return Data(bytes).base64EncodedString()
    case .array(let items): return items.map(\.foundationValue)
    case .map(let entries):
      return Dictionary(entries.map { ($0.key, $0.value.foundationValue) }, uniquingKeysWith: { $1 })
    }
  }
}
