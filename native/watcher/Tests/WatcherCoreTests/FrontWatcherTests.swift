import Foundation
import XCTest

@testable import WatcherCore

/// A desktop whose front the test sets.
private final class Desktop: @unchecked Sendable {
  private let lock = NSCondition()
  private var front: Front? = .nobody
  private var failure: WatcherFailure?
  private var hints = 0

  func show(_ front: Front?) {
    lock.withLock {
      self.front = front
      hints += 1
      lock.broadcast()
    }
  }

  func fail(_ failure: WatcherFailure?) {
    lock.withLock { self.failure = failure }
  }

  func read() throws(WatcherFailure) -> Front? {
    lock.lock()
    defer { lock.unlock() }
    if let failure { throw failure }
    return front
  }

  func wait(milliseconds: Int) {
    lock.lock()
    if hints == 0 { _ = lock.wait(until: Date().addingTimeInterval(Double(milliseconds) / 1_000)) }
    hints = 0
    lock.unlock()
  }
}

private struct DesktopSource: FrontSource {
  let desktop: Desktop

  func read() throws(WatcherFailure) -> Front? { try desktop.read() }
  func waitForHint(milliseconds: Int) { desktop.wait(milliseconds: milliseconds) }
  func cause(of front: Front, after previous: Front) -> FrontCause { .app }
}

private struct StepClock: WatcherClock {
  func now() -> Moment {
    let ms = Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
    return Moment(at: ms, monotonicMs: ms)
  }
}

private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [FrontChange] = []

  func add(_ change: FrontChange) { lock.withLock { list.append(change) } }
  var changes: [FrontChange] { lock.withLock { list } }
}

final class FrontWatcherTests: XCTestCase {
  private let desktop = Desktop()
  private let seen = Seen()
  private lazy var watcher = FrontWatcher(
    clock: StepClock(),
    open: { [desktop] () throws(WatcherFailure) in DesktopSource(desktop: desktop) },
    onChange: { [seen] in seen.add($0) })

  private func until(_ what: String, _ met: () -> Bool) {
    let end = Date().addingTimeInterval(10)
    while !met() && Date() < end { Thread.sleep(forTimeInterval: 0.002) }
    XCTAssertTrue(met(), what)
  }

  func testEveryAnnouncedChangeIsToldInOrder() throws {
    watcher.start()
    defer { watcher.stop() }
    _ = try watcher.current(deadline: Date().addingTimeInterval(5))
    for number in 1...20 {
      desktop.show(Front(pid: number, windowId: number, app: nil, title: nil))
      until("change \(number)") { seen.changes.count == number }
    }
    XCTAssertEqual(seen.changes.map(\.front.pid), (1...20).map { $0 })
    XCTAssertTrue(seen.changes.allSatisfy { $0.cause == .app && $0.blindMs >= 0 })
  }

  func testAChangeMadeByARestoreIsToldAsSuch() throws {
    watcher.start()
    defer { watcher.stop() }
    _ = try watcher.current(deadline: Date().addingTimeInterval(5))
    watcher.restoring(Restore.Target(pid: 4, windowId: 4))
    desktop.show(Front(pid: 9, windowId: 9, app: nil, title: nil))
    until("another app") { seen.changes.count == 1 }
    desktop.show(Front(pid: 4, windowId: 4, app: nil, title: nil))
    until("the app that was asked for") { seen.changes.count == 2 }
    XCTAssertEqual(seen.changes.map(\.cause), [.app, .restore])
  }

  func testADesktopThatIsGoneIsAFailureUntilItIsBack() throws {
    desktop.fail(WatcherFailure(.watcherUnavailable, "gone"))
    watcher.start()
    defer { watcher.stop() }
    XCTAssertThrowsError(try watcher.current(deadline: Date().addingTimeInterval(5)))
    desktop.fail(nil)
    until("the desktop") { (try? watcher.current(deadline: Date().addingTimeInterval(1))) != nil }
  }

  func testNobodyWhoSaysIsUnsupported() {
    desktop.show(nil)
    watcher.start()
    defer { watcher.stop() }
    XCTAssertThrowsError(try watcher.current(deadline: Date().addingTimeInterval(5))) { error in
      XCTAssertEqual((error as? WatcherFailure)?.code, .unsupported)
    }
  }
}
