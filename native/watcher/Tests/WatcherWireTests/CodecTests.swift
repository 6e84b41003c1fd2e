import XCTest

@testable import WatcherWire

final class CodecTests: XCTestCase {
  private func bytes(_ value: WireValue) -> [UInt8] {
    Array(MessagePackWriter.encode(.fields([("a", value)])).dropFirst(3))
  }

  func testIntegersTakeTheShortestForm() {
    XCTAssertEqual(bytes(.int(127)), [0x7f])
    XCTAssertEqual(bytes(.int(128)), [0xcc, 0x80])
    XCTAssertEqual(bytes(.int(65_536)), [0xce, 0, 1, 0, 0])
    XCTAssertEqual(bytes(.int(-32)), [0xe0])
    XCTAssertEqual(bytes(.int(-33)), [0xd0, 0xdf])
    XCTAssertEqual(bytes(.int(-129)), [0xd1, 0xff, 0x7f])
    XCTAssertEqual(bytes(.int(-40_000)), [0xd2, 0xff, 0xff, 0x63, 0xc0])
  }

  func testNumbersWithoutAFractionAreIntegersAndLargeOnesFloats() {
    XCTAssertEqual(bytes(.double(3)), [0x03])
    XCTAssertEqual(bytes(.double(0.5)), [0xcb, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0])
    XCTAssertEqual(bytes(.int(4_294_967_296)).first, 0xcb)
    XCTAssertEqual(bytes(.double(-0.0)), [0xcb, 0x80, 0, 0, 0, 0, 0, 0, 0])
  }

  func testLengthsOfEveryWidthComeBack() throws {
    for count in [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536] {
      let frame = WireValue.fields([
        ("text", .text(String(repeating: "é", count: count / 2))), ("bytes", .bytes([UInt8](repeating: 7, count: count))),
        ("array", .array([WireValue](repeating: .null, count: count))),
      ])
      XCTAssertEqual(try MessagePackReader.decode(MessagePackWriter.encode(frame)), frame)
    }
  }

  func testWhatThisWireDoesNotUseIsRefusedWithAReason() {
    let refused: [[UInt8]] = [
      [], [0x90], [0x81, 0x01, 0x01], [0x81, 0xa1, 0x61], [0x80, 0x00], [0x81, 0xa1, 0x61, 0xc1],
      [0x81, 0xa1, 0x61, 0xd4, 1, 1], [0x81, 0xa1, 0xff, 0x01], [0xdf, 0xff, 0xff, 0xff, 0xff],
      [0x81, 0xa1, 0x61, 0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ]
    for frame in refused {
      XCTAssertThrowsError(try MessagePackReader.decode(frame), "\(frame)") { error in
        XCTAssertFalse((error as? FrameFault)?.reason.isEmpty ?? true)
      }
    }
  }

  func testANestingDeeperThanTheLimitIsRefusedAndDoesNotOverflow() {
    let deep: [UInt8] = [0x81, 0xa1, 0x61] + [UInt8](repeating: 0x91, count: 100_000) + [0xc0]
    XCTAssertThrowsError(try MessagePackReader.decode(deep))
  }

  func testAFrameOverTheLimitIsRefused() {
    XCTAssertThrowsError(try MessagePackReader.decode([0x80], limit: 0))
  }
}
