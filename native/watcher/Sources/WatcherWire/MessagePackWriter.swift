/// Writes frames with the one set of bytes this wire allows: shortest headers and integers from -2^31 to 2^32-1, every
/// other number as a 64-bit float, text as UTF-8, bytes as `bin`.
public enum MessagePackWriter {
  public static func encode(_ value: WireValue) -> [UInt8] {
    var bytes: [UInt8] = []
    write(value, to: &bytes)
    return bytes
  }

  private static func write(_ value: WireValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(0xc0)
    case .bool(let bool): bytes.append(bool ? 0xc3 : 0xc2)
    case .int(let number): writeInteger(number, to: &bytes)
    case .double(let number): writeNumber(number, to: &bytes)
    case .text(let text): writeText(text, to: &bytes)
    case .bytes(let data): writeBytes(data, to: &bytes)
    case .array(let items):
      writeHeader(items.count, fixed: 0x90, wide: 0xdc, to: &bytes)
      for item in items { write(item, to: &bytes) }
    case .map(let entries):
      writeHeader(entries.count, fixed: 0x80, wide: 0xde, to: &bytes)
      for entry in entries {
        writeText(entry.key, to: &bytes)
        write(entry.value, to: &bytes)
      }
    }
  }

  private static func writeNumber(_ number: Double, to bytes: inout [UInt8]) {
    // -0.0 is written as a float: as an integer it would lose its sign.
    let negativeZero = number == 0 && number.sign == .minus
    if !negativeZero, let whole = Int64(exactly: number), (-0x8000_0000...0xffff_ffff).contains(whole) {
      writeInteger(whole, to: &bytes)
    } else {
      bytes.append(0xcb)
      append(number.bitPattern, width: 8, to: &bytes)
    }
  }

  private static func writeInteger(_ number: Int64, to bytes: inout [UInt8]) {
    switch number {
    case 0...0x7f: bytes.append(UInt8(number))
    case -32 ... -1: bytes.append(UInt8(bitPattern: Int8(number)))
    case 0x80...0xff: append(marker: 0xcc, UInt64(number), width: 1, to: &bytes)
    case 0x100...0xffff: append(marker: 0xcd, UInt64(number), width: 2, to: &bytes)
    case 0x1_0000...0xffff_ffff: append(marker: 0xce, UInt64(number), width: 4, to: &bytes)
    case -0x80 ... -33: append(marker: 0xd0, UInt64(bitPattern: number), width: 1, to: &bytes)
    case -0x8000 ... -0x81: append(marker: 0xd1, UInt64(bitPattern: number), width: 2, to: &bytes)
    case -0x8000_0000 ... -0x8001: append(marker: 0xd2, UInt64(bitPattern: number), width: 4, to: &bytes)
    default:
      bytes.append(0xcb)
      append(Double(number).bitPattern, width: 8, to: &bytes)
    }
  }

  private static func writeText(_ text: String, to bytes: inout [UInt8]) {
    let utf8 = Array(text.utf8)
    switch utf8.count {
    case 0...31: bytes.append(0xa0 | UInt8(utf8.count))
    case 32...0xff: append(marker: 0xd9, UInt64(utf8.count), width: 1, to: &bytes)
    case 0x100...0xffff: append(marker: 0xda, UInt64(utf8.count), width: 2, to: &bytes)
    default: append(marker: 0xdb, UInt64(utf8.count), width: 4, to: &bytes)
    }
    bytes.append(contentsOf: utf8)
  }

  private static func writeBytes(_ data: [UInt8], to bytes: inout [UInt8]) {
    switch data.count {
    case 0...0xff: append(marker: 0xc4, UInt64(data.count), width: 1, to: &bytes)
    case 0x100...0xffff: append(marker: 0xc5, UInt64(data.count), width: 2, to: &bytes)
    default: append(marker: 0xc6, UInt64(data.count), width: 4, to: &bytes)
    }
    bytes.append(contentsOf: data)
  }

  private static func writeHeader(_ count: Int, fixed: UInt8, wide: UInt8, to bytes: inout [UInt8]) {
    switch count {
    case 0...15: bytes.append(fixed | UInt8(count))
    case 16...0xffff: append(marker: wide, UInt64(count), width: 2, to: &bytes)
    default: append(marker: wide + 1, UInt64(count), width: 4, to: &bytes)
    }
  }

  private static func append(marker: UInt8, _ number: UInt64, width: Int, to bytes: inout [UInt8]) {
    bytes.append(marker)
    append(number, width: width, to: &bytes)
  }

  private static func append(_ number: UInt64, width: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
