import XCTest

@testable import WatcherCore
@testable import WatcherWire
@testable import WindowWatcher

final class ParameterTests: XCTestCase {
  func testTimesAreANumberWithAUnit() {
    XCTAssertEqual(Duration(argument: "30s")?.seconds, 30)
    XCTAssertEqual(Duration(argument: "1.5m")?.seconds, 90)
    XCTAssertEqual(Duration(argument: "1h")?.seconds, 3_600)
    for wrong in ["", "s", "30", "-1s", "0s", "nans", "infs", "25h", "1d"] {
      XCTAssertNil(Duration(argument: wrong), wrong)
    }
  }

  func testTextOfTheScreenCannotSteerATerminal() {
    XCTAssertEqual(printable("a\u{1b}[2Jb\u{202e}c\n"), "a[2Jbc")
    XCTAssertEqual(Front(pid: 3, windowId: 1, app: "Ed\u{7}itor", title: "\u{9b}x").line, "Editor (pid 3) \"x\"")
    XCTAssertEqual(Front.nobody.line, "no window")
  }

  func testANoteOfRunningCallsIsReadOrRefusedByName() throws {
    let good: WireValue = .array([
      .fields([("call", .text("1")), ("tool", .text("act")), ("pid", .int(5))]),
      .fields([("call", .text("2")), ("tool", .text("windows")), ("pid", .null)]),
    ])
    XCTAssertEqual(
      try RunningCall.list(good),
      [RunningCall(call: "1", tool: "act", pid: 5), RunningCall(call: "2", tool: "windows", pid: nil)])
    let wrong: [WireValue?] = [
      nil, .text("x"), .array([.null]), .array([WireValue](repeating: .map([]), count: 65)),
      .array([.fields([("call", .text("")), ("tool", .text("act"))])]),
      .array([.fields([("call", .text("1")), ("tool", .text("act")), ("pid", .int(-5))])]),
    ]
    for value in wrong {
      XCTAssertThrowsError(try RunningCall.list(value)) { XCTAssertEqual(($0 as? CallError)?.code, "bad_params") }
    }
  }

  func testParametersThatDoNotFitAreRefusedByName() {
    XCTAssertThrowsError(try Params.pid(.double(1.5), "pid")) {
      XCTAssertTrue(($0 as? CallError)?.message.contains("`pid`") ?? false)
    }
    XCTAssertThrowsError(try Params.sampleMs(.int(4)))
    XCTAssertThrowsError(try Params.optionalBool(.int(1), "evenPerson"))
    XCTAssertThrowsError(try Params.text(.text(String(repeating: "x", count: 5)), "path", most: 4))
    XCTAssertEqual(try Params.sampleMs(nil), nil)
  }

  func testJSONIsOneLineAndKeepsEveryCharacter() {
    let value: WireValue = .fields([("text", .text("a\n\"/é📝")), ("n", .double(0.5)), ("none", .null)])
    XCTAssertEqual(value.json, #"{"n":0.5,"none":null,"text":"a\n\"/é📝"}"#)
  }
}
