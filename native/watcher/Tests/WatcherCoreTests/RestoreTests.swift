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

  func testItIsRestoredWhenTheAppIsInFrontForTwoLooks() throws {
    var restore = try plan(to: target).get()
    XCTAssertEqual(restore.first, .activate(target))
    XCTAssertEqual(restore.activated(true), .check)
    XCTAssertEqual(restore.saw(thief), .check)
    XCTAssertEqual(restore.saw(editor), .check)
    XCTAssertEqual(restore.saw(editor), .end(.restored, checks: 3))
  }

  func testAnAppThatComesBackAtOnceIsNotTakenForRestored() throws {
    var restore = try plan(to: target).get()
    for _ in 1..<Restore.checks / 2 {
      XCTAssertEqual(restore.saw(editor), .check)
      XCTAssertEqual(restore.saw(thief), .check)
    }
    XCTAssertEqual(restore.saw(editor), .check)
    XCTAssertEqual(restore.saw(thief), .end(.refused, checks: 6))
  }

  func testAnAppThatIsGoneCannotBePutBack() throws {
    let restore = try plan(to: target).get()
    XCTAssertEqual(restore.activated(false), .end(.nobody, checks: 0))
  }

  func testAnotherWindowOfTheAppIsNotTheWindowThatWasAskedFor() throws {
    var restore = try plan(to: target).get()
    let other = Front(pid: 1, windowId: 11, app: "Editor", title: nil)
    for _ in 1..<Restore.checks { XCTAssertEqual(restore.saw(other), .check) }
    XCTAssertEqual(restore.saw(other), .end(.refused, checks: 6))
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
