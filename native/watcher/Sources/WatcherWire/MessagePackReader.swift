/// Why bytes are not a frame of this wire. The text is for a log: it never quotes what was received.
public struct FrameFault: Error, Equatable {
  public let reason: String
}

/// Limits a hostile frame meets before it can ask for much memory or a deep stack. Equal to those of the other processes.
public enum FrameLimits {
  public static let bytes = 8 * 1024 * 1024
  public static let depth = 64
  public static let items = 2_000_000
}

/// Reads a frame of hostile origin: one map with text keys, no extension types, valid UTF-8, nothing after its end.
public struct MessagePackReader {
  private let bytes: [UInt8]
  private var at = 0
  private var items = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public static func decode(_ bytes: [UInt8], limit: Int = FrameLimits.bytes) throws(FrameFault) -> WireValue {
    guard bytes.count <= limit else { throw FrameFault(reason: "the frame is larger than \(limit) bytes") }
    var reader = MessagePackReader(bytes)
    let value = try reader.value(depth: 0)
    guard case .map = value else { throw FrameFault(reason: "the frame is not a map") }
    guard reader.at == bytes.count else { throw FrameFault(reason: "bytes follow the end of the frame") }
    return value
  }

  private mutating func value(depth: Int) throws(FrameFault) -> WireValue {
    items += 1
    guard items <= FrameLimits.items else { throw FrameFault(reason: "the frame holds too many values") }
    let marker = UInt8(try number(width: 1))
    switch marker {
    case 0x00...0x7f: return .int(Int64(marker))
    case 0xe0...0xff: return .int(Int64(Int8(bitPattern: marker)))
    case 0x80...0x8f: return try map(count: Int(marker & 0x0f), depth: depth)
    case 0x90...0x9f: return try array(count: Int(marker & 0x0f), depth: depth)
    case 0xa0...0xbf: return .text(try text(count: Int(marker & 0x1f)))
    case 0xc0: return .null
    case 0xc2: return .bool(false)
    case 0xc3: return .bool(true)
    case 0xc4...0xc6: return .bytes(Array(try slice(count: try length(marker, first: 0xc4))))
    case 0xca: return .double(Double(Float(bitPattern: UInt32(try number(width: 4)))))
    case 0xcb: return .double(Double(bitPattern: try number(width: 8)))
    case 0xcc: return .int(Int64(try number(width: 1)))
    case 0xcd: return .int(Int64(try number(width: 2)))
    case 0xce: return .int(Int64(try number(width: 4)))
    case 0xcf: return .int(try exact(try number(width: 8)))
    case 0xd0: return .int(Int64(Int8(truncatingIfNeeded: try number(width: 1))))
    case 0xd1: return .int(Int64(Int16(truncatingIfNeeded: try number(width: 2))))
    case 0xd2: return .int(Int64(Int32(truncatingIfNeeded: try number(width: 4))))
    case 0xd3: return .int(try exact(Int64(bitPattern: try number(width: 8))))
    case 0xd9...0xdb: return .text(try text(count: try length(marker, first: 0xd9)))
    case 0xdc, 0xdd: return try array(count: Int(try number(width: marker == 0xdc ? 2 : 4)), depth: depth)
    case 0xde, 0xdf: return try map(count: Int(try number(width: marker == 0xde ? 2 : 4)), depth: depth)
    default: throw FrameFault(reason: "the frame holds a type this wire does not use")
    }
  }

  private mutating func map(count: Int, depth: Int) throws(FrameFault) -> WireValue {
    try enter(values: count * 2, depth: depth)
    var entries: [WireEntry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      guard case .text(let key) = try value(depth: depth + 1) else {
        throw FrameFault(reason: "a map key is not text")
      }
      entries.append(WireEntry(key: key, value: try value(depth: depth + 1)))
    }
    return .map(entries)
  }

  private mutating func array(count: Int, depth: Int) throws(FrameFault) -> WireValue {
    try enter(values: count, depth: depth)
    var values: [WireValue] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try value(depth: depth + 1)) }
    return .array(values)
  }

  private func enter(values: Int, depth: Int) throws(FrameFault) {
    guard values <= bytes.count - at else {
      throw FrameFault(reason: "a map or array announces more values than the frame has bytes")
    }
    guard depth < FrameLimits.depth else { throw FrameFault(reason: "the frame nests too deep") }
  }

  private mutating func text(count: Int) throws(FrameFault) -> String {
    guard let text = String(validating: try slice(count: count), as: UTF8.self) else {
      throw FrameFault(reason: "a text is not valid UTF-8")
    }
    return text
  }

  /// Length fields of one, two and four bytes follow markers that count up from `first`.
  private mutating func length(_ marker: UInt8, first: UInt8) throws(FrameFault) -> Int {
    Int(try number(width: 1 << Int(marker - first)))
  }

  private mutating func slice(count: Int) throws(FrameFault) -> ArraySlice<UInt8> {
    guard count <= bytes.count - at else { throw FrameFault(reason: "the frame ends in the middle of a value") }
    defer { at += count }
    return bytes[at..<(at + count)]
  }

  private mutating func number(width: Int) throws(FrameFault) -> UInt64 {
    try slice(count: width).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func exact<T: BinaryInteger>(_ number: T) throws(FrameFault) -> Int64 {
    // What a JavaScript number holds exactly; the other side refuses the rest as well.
    let most: Int64 = 0x1f_ffff_ffff_ffff
    guard let value = Int64(exactly: number), (-most...most).contains(value) else {
      throw FrameFault(reason: "an integer is too large to be held exactly")
    }
    return value
  }
}
