import XCTest

@testable import WatcherCore

final class RestoreTests: XCTestCase {
  private let thief = Front(pid: 9, windowId: 90, app: "Thief", title: nil)
  private let editor = Front(pid: 1, windowId: 10, app: "Editor", title: nil)
  private let target = Restore.Target(pid: 1, windowId: 10)

  private func plan(
    front: Front? = nil, to: Restore.Target?, cause: FrontCause = .app, evenPerson: Bool = false
  ) -> Result<Restore, Restore.Refusal> {
    Restore.plan(front: front ?? thief, from: [9], to: to, cause: cause, evenPerson: evenPerson)
  }

  private func outcome(_ result: Result<Restore, Restore.Refusal>) -> Restore.Outcome? {
    guard case .failure(let refusal) = result else { return nil }
    return refusal.outcome
  }

  func testNothingIsDoneUnlessOneOfTheAppsIsInFront() {
    XCTAssertEqual(outcome(plan(front: editor, to: target)), .notNeeded)
    XCTAssertEqual(outcome(plan(front: .nobody, to: target)), .notNeeded)
  }

  func testASwitchOfAPersonIsLeftAloneUnlessAskedFor() {
    XCTAssertEqual(outcome(plan(to: target, cause: .person)), .person)
    XCTAssertNil(outcome(plan(to: target, cause: .person, evenPerson: true)))
  }

  func testWithoutAnAppToPutBackNothingIsDone() {
    XCTAssertEqual(outcome(plan(to: nil)), .nobody)
  }

  func testItIsRestoredWhenTheAppIsSeenInFront() throws {
    var restore = try plan(to: target).get()
    XCTAssertEqual(restore.first, .activate(target))
    XCTAssertEqual(restore.activated(true), .check)
    XCTAssertEqual(restore.saw(thief, chosen: nil), .check)
    XCTAssertEqual(restore.saw(thief, chosen: nil), .check)
    XCTAssertEqual(restore.saw(editor, chosen: nil), .end(.restored, checks: 3))
  }

  func testItIsRefusedWhenTheAppIsNotInFrontAfterSixLooks() throws {
    var restore = try plan(to: target).get()
    for _ in 1..<Restore.checks { XCTAssertEqual(restore.saw(thief, chosen: nil), .check) }
    XCTAssertEqual(restore.saw(thief, chosen: nil), .end(.refused, checks: 6))
  }

  func testAnAppThatIsGoneCannotBePutBack() throws {
    let restore = try plan(to: target).get()
    XCTAssertEqual(restore.activated(false), .end(.nobody, checks: 0))
  }

  func testAnotherWindowOfTheAppCountsAsTheApp() throws {
    var restore = try plan(to: target).get()
    let dialog = Front(pid: 1, windowId: 11, app: "Editor", title: nil)
    XCTAssertEqual(restore.saw(dialog, chosen: nil), .end(.restored, checks: 1))
  }

  func testAPersonGetsTheWindowThatTheyChooseMeanwhileAlsoWhenTheRestoreHasOvertakenThem() throws {
    let chosen = Restore.Target(pid: 2, windowId: 20)
    let mail = Front(pid: 2, windowId: 20, app: "Mail", title: nil)
    var restore = try plan(to: target).get()
    XCTAssertEqual(restore.activated(true), .check)
    XCTAssertEqual(restore.saw(editor, chosen: chosen), .activate(chosen))
    XCTAssertEqual(restore.activated(true), .check)
    XCTAssertEqual(restore.saw(mail, chosen: chosen), .end(.person, checks: 2))
  }

  func testTheWindowThatAPersonChoseIsAskedForOnce() throws {
    let chosen = Restore.Target(pid: 2, windowId: 20)
    var restore = try plan(to: target).get()
    XCTAssertEqual(restore.saw(thief, chosen: chosen), .activate(chosen))
    XCTAssertEqual(restore.activated(false), .check)
    for _ in 2..<Restore.checks { XCTAssertEqual(restore.saw(editor, chosen: chosen), .check) }
    XCTAssertEqual(restore.saw(editor, chosen: chosen), .end(.refused, checks: 6))
  }

  func testAChoiceAtTheLastLookIsCarriedOutAndTheRestoreEnds() throws {
    let chosen = Restore.Target(pid: 2, windowId: 20)
    var restore = try plan(to: target).get()
    for _ in 1..<Restore.checks { XCTAssertEqual(restore.saw(thief, chosen: nil), .check) }
    XCTAssertEqual(restore.saw(thief, chosen: chosen), .activate(chosen))
    XCTAssertEqual(restore.activated(true), .end(.refused, checks: 6))
  }

  func testAPersonWhoChoosesTheVeryAppThatIsPutBackGetsIt() throws {
    var restore = try plan(to: target).get()
    XCTAssertEqual(restore.saw(thief, chosen: target), .check)
    XCTAssertEqual(restore.saw(editor, chosen: target), .end(.restored, checks: 2))
  }

  func testTheHistoryNamesWhatWasInFrontBeforeAnyOfTheApps() {
    var history = FrontHistory()
    history.start(with: editor)
    let moment = Moment(at: 0, monotonicMs: 0)
    history.add(FrontChange(front: thief, previous: editor, moment: moment, cause: .opened, blindMs: 0))
    XCTAssertEqual(history.last(outside: [9]) { _ in true }, editor)
    XCTAssertNil(history.last(outside: [9]) { _ in false })
    XCTAssertEqual(history.cause, .opened)
  }
}
