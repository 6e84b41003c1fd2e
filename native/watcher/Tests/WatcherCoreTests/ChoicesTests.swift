import XCTest

@testable import WatcherCore

final class ChoicesTests: XCTestCase {
  func testTheLastChoiceCountsUnlessItIsTooOldOrNoWindow() {
    let choices = Choices()
    let (first, second) = (Restore.Target(pid: 1, windowId: 10), Restore.Target(pid: 2, windowId: 20))
    XCTAssertNil(choices.last(since: 0))
    choices.note(first, atMs: 100)
    choices.note(second, atMs: 200)
    XCTAssertEqual(choices.last(since: 100), second)
    XCTAssertNil(choices.last(since: 201))
    // Alt+Tab may have chosen any window since.
    choices.note(nil, atMs: 300)
    XCTAssertNil(choices.last(since: 100))
  }

  func testAServersTimesAreDatedByTheFastestMessage() {
    var clock = ServerClock()
    XCTAssertEqual(clock.local(1_000, now: 5_040), 5_040)
    XCTAssertEqual(clock.local(2_000, now: 6_010), 6_010)
    // It came late; it was sent when the fastest one says.
    XCTAssertEqual(clock.local(3_000, now: 7_500), 7_010)
    // The server's 32 bits have wrapped.
    XCTAssertEqual(clock.local(10, now: 4_294_980_000), 4_294_980_000)
  }
}
