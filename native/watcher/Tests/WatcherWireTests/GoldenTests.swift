import Foundation
import XCTest

@testable import WatcherWire

/// Bytes that every implementation of the wire reads and writes alike.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../../libs/protocol/golden").standardizedFileURL

  static func frames() throws -> [(name: String, bytes: [UInt8])] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".bin") }
    return try names.sorted().map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) }
  }
}

final class GoldenTests: XCTestCase {
  func testEveryGoldenFrameEncodesToItsOwnBytesAgain() throws {
    let frames = try Golden.frames()
    XCTAssertGreaterThan(frames.count, 50)
    for frame in frames {
      XCTAssertEqual(MessagePackWriter.encode(try MessagePackReader.decode(frame.bytes)), frame.bytes, frame.name)
    }
  }

  func testGoldenRequestsOfTheWatcherAreUnderstood() throws {
    let requests = try Golden.frames().filter { $0.name.hasPrefix("watcher.request.") }
    XCTAssertGreaterThanOrEqual(requests.count, 10)
    for request in requests {
      guard case .request(let read) = Envelope.read(try MessagePackReader.decode(request.bytes)) else {
        XCTFail("\(request.name) is not understood")
        continue
      }
      XCTAssertEqual("watcher.request.\(read.method).bin", request.name)
      XCTAssertEqual(read.deadlineMs, 30_000)
    }
  }

  func testHundredThousandMutatedFramesAreReadOrRefusedAndReadOnesWrittenAlike() throws {
    let frames = try Golden.frames().map(\.bytes)
    var random = SeededRandom(seed: 0x5eed)
    var readable = 0
    for _ in 0..<100_000 {
      let mutated = mutate(frames[random.below(frames.count)], &random)
      guard let value = try? MessagePackReader.decode(mutated) else { continue }
      readable += 1
      let written = MessagePackWriter.encode(value)
      XCTAssertEqual(try MessagePackReader.decode(written).normalised, value.normalised)
    }
    // Both ways must be taken, or the mutations say nothing.
    XCTAssertGreaterThan(readable, 1_000)
    XCTAssertLessThan(readable, 99_000)
  }

  private func mutate(_ frame: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = frame
    for _ in 0...random.below(4) {
      let at = random.below(max(bytes.count, 1))
      switch random.below(6) {
      case 0 where !bytes.isEmpty: bytes[at] = UInt8(random.below(256))
      case 1 where !bytes.isEmpty: bytes[at] ^= UInt8(1 << random.below(8))
      case 2 where !bytes.isEmpty: bytes.remove(at: at)
      case 3: bytes.insert(UInt8(random.below(256)), at: at)
      case 4: bytes = Array(bytes.prefix(at))
      default: bytes.insert(contentsOf: bytes.prefix(random.below(16)), at: at)
      }
    }
    return bytes
  }
}

extension WireValue {
  /// Equal numbers in one form: an integer written as a float reads as a float, and NaN equals itself here.
  var normalised: WireValue {
    switch self {
    case .double(let number):
      if number.isNaN { return .text("NaN") }
      return Int64(exactly: number).map { .int($0) } ?? self
    case .array(let items): return .array(items.map(\.normalised))
    case .map(let entries): return .map(entries.map { WireEntry(key: $0.key, value: $0.value.normalised) })
    default: return self
    }
  }
}

/// The same numbers in every run (SplitMix64).
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
