import XCTest

@testable import WatcherCore

final class ChangeTrackTests: XCTestCase {
  private let editor = Front(pid: 1, windowId: 10, app: "Editor", title: "a.txt")
  private let mail = Front(pid: 2, windowId: 20, app: "Mail", title: nil)

  private func look(_ front: Front, asked: Double, answered: Double) -> Look {
    Look(
      front: front, asked: Moment(at: asked, monotonicMs: asked), answered: Moment(at: answered, monotonicMs: answered))
  }

  func testTheFirstLookShowsNoChange() {
    var track = ChangeTrack()
    XCTAssertNil(track.add(look(editor, asked: 0, answered: 1)) { _ in .app })
    XCTAssertEqual(track.front, editor)
  }

  func testAnotherWindowIsAChangeWithItsCauseAndTheTimeNobodyLooked() {
    var track = ChangeTrack()
    _ = track.add(look(editor, asked: 0, answered: 1)) { _ in .app }
    _ = track.add(look(editor, asked: 30, answered: 31)) { _ in .app }
    let change = track.add(look(mail, asked: 40, answered: 42)) { previous in
      XCTAssertEqual(previous, self.editor)
      return .opened
    }
    XCTAssertEqual(change?.front, mail)
    XCTAssertEqual(change?.previous, editor)
    XCTAssertEqual(change?.cause, .opened)
    XCTAssertEqual(change?.moment.monotonicMs, 42)
    // From the look at 0 to the answer at 31: a switch back and forth within it would have gone unseen.
    XCTAssertEqual(change?.blindMs, 31)
  }

  func testANewTitleAloneIsNoChange() {
    var track = ChangeTrack()
    _ = track.add(look(editor, asked: 0, answered: 1)) { _ in .app }
    let retitled = Front(pid: 1, windowId: 10, app: "Editor", title: "b.txt")
    XCTAssertNil(track.add(look(retitled, asked: 2, answered: 3)) { _ in .app })
  }

  func testTheBlindTimeGrowsUntilTheNextLook() {
    var track = ChangeTrack()
    _ = track.add(look(editor, asked: 100, answered: 101)) { _ in .app }
    XCTAssertEqual(track.blindMs(now: Moment(at: 150, monotonicMs: 150)), 50)
  }

  func testALongTitleIsCutBetweenCharacters() {
    let title = String(repeating: "👩‍👩‍👧‍👦", count: 100)
    let cut = Front(pid: 1, windowId: 1, app: nil, title: title).title ?? ""
    XCTAssertLessThanOrEqual(cut.utf16.count, Front.longestTitle)
    XCTAssertTrue(title.hasPrefix(cut))
    XCTAssertNil(Front(pid: 1, windowId: 1, app: nil, title: "").title)
  }

  func testTheShortestIntervalAnybodyAskedForIsTakenWithinLimits() {
    var policy = SamplingPolicy()
    XCTAssertEqual(policy.intervalMs, 20)
    policy.ask(500)
    XCTAssertEqual(policy.intervalMs, 20)
    policy.ask(nil)
    policy.ask(8)
    XCTAssertEqual(policy.intervalMs, 8)
    policy.ask(-3)
    XCTAssertEqual(policy.intervalMs, 5)
  }
}
