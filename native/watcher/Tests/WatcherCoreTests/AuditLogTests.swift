import XCTest

@testable import WatcherCore

final class AuditLogTests: XCTestCase {
  private let editor = Front(pid: 1, windowId: 10, app: "Editor", title: nil)
  private let thief = Front(pid: 9, windowId: 90, app: "Thief", title: nil)

  private func change(_ front: Front, _ previous: Front, _ ms: Double, _ cause: FrontCause) -> FrontChange {
    FrontChange(
      front: front, previous: previous, moment: Moment(at: ms, monotonicMs: ms), cause: cause, blindMs: 4)
  }

  func testAStealLastsUntilTheNextChangeAndIsUndoneWhenTheVictimIsBack() {
    var log = AuditLog()
    XCTAssertNotNil(log.add(change(thief, editor, 100, .opened)))
    XCTAssertNil(log.add(change(editor, thief, 350, .restore)))
    XCTAssertEqual(log.steals.count, 1)
    XCTAssertEqual(log.steals.first?.durationMs, 250)
    XCTAssertEqual(log.steals.first?.restored, true)
    XCTAssertEqual(log.longestMs, 250)
    XCTAssertEqual(log.changes, 2)
    XCTAssertEqual(log.widestBlindMs, 4)
  }

  func testPersonsAndClosedWindowsStealNothing() {
    var log = AuditLog()
    log.add(change(thief, editor, 1, .person))
    log.add(change(editor, thief, 2, .closed))
    XCTAssertTrue(log.steals.isEmpty)
  }

  func testWhereInputCannotBeSeenAnotherAppCounts() {
    var log = AuditLog()
    log.add(change(thief, editor, 1, .unknown))
    let second = Front(pid: 9, windowId: 91, app: "Thief", title: nil)
    log.add(change(second, thief, 2, .unknown))
    XCTAssertEqual(log.steals.map(\.thief), [thief])
  }

  func testASwitchThatPassesThroughNoWindowIsASteal() {
    var log = AuditLog()
    log.add(change(.nobody, editor, 100, .unknown))
    log.add(change(thief, .nobody, 130, .app))
    XCTAssertEqual(log.steals.map(\.victim), [editor])
    log.add(change(.nobody, thief, 200, .closed))
    log.add(change(editor, .nobody, 210, .closed))
    XCTAssertEqual(log.steals.map(\.durationMs), [80])
    XCTAssertEqual(log.steals.map(\.restored), [true])
  }

  func testAnAppThatOpensOnAnEmptyScreenStealsNothing() {
    var log = AuditLog()
    log.add(change(.nobody, editor, 100, .closed))
    log.add(change(thief, .nobody, 5_000, .opened))
    XCTAssertTrue(log.steals.isEmpty)
  }

  func testOnlyTheAppThatWasAskedForCounts() {
    var log = AuditLog(app: "Music")
    log.add(change(thief, editor, 1, .app))
    XCTAssertTrue(log.steals.isEmpty)
    XCTAssertEqual(log.changes, 1)
  }

  func testAStealThatGoesOnLastsUntilTheEndOfTheAudit() {
    var log = AuditLog()
    log.add(change(thief, editor, 100, .app))
    log.finish(at: Moment(at: 900, monotonicMs: 900))
    XCTAssertEqual(log.steals.first?.durationMs, 800)
    XCTAssertEqual(log.steals.first?.restored, false)
  }
}
