import Foundation
import XCTest

@testable import WatcherCore
@testable import WatcherWire
@testable import WindowWatcher

/// What this program sends must have the shape of the golden frames: the same keys in the same order.
final class GoldenFormTests: XCTestCase {
  private func golden(_ name: String, _ part: String) throws -> WireValue {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../../libs/protocol/golden").standardizedFileURL
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent("watcher.\(name).bin")))
    let frame = try MessagePackReader.decode(bytes)
    return try XCTUnwrap(frame[part])
  }

  private func keys(_ value: WireValue) -> [String] {
    guard case .map(let entries) = value else { return [] }
    return entries.map(\.key)
  }

  private let editor = Front(pid: 70_000, windowId: 31, app: "Édition — エディタ", title: "Brouillon 📝")

  func testTheFrontHasTheFormOfTheContract() throws {
    XCTAssertEqual(editor.wireValue, try XCTUnwrap(try golden("reply.front.current", "result")["front"]))
  }

  func testTheFocusHasTheFormOfTheContract() throws {
    let focus = Focus(pid: 70_000, windowId: 31, role: "entry")
    XCTAssertEqual(focus.wireValue, try XCTUnwrap(try golden("reply.front.current", "result")["focus"]))
  }

  func testExactTextAndMenuKeysHaveTheFormOfTheContract() throws {
    let text = ExactText(
      windows: ["Brouillon 📝"],
      fields: [
        ExactField(window: "Brouillon 📝", document: nil, role: "entry", title: "Nom", value: " é\n"),
        ExactField(window: "Brouillon 📝", document: "file:///tmp/a.txt", role: "text", title: nil, value: ""),
      ], complete: false)
    XCTAssertEqual(text.wireValue, try golden("reply.text.exact", "result"))
    let menu = MenuKeys(commands: [MenuKey(path: ["File", "Save As…"], keys: "ctrl+shift+s")], complete: true)
    XCTAssertEqual(menu.wireValue, try golden("reply.menu.keys", "result"))
  }

  func testTheEndOfARecordingHasTheFormOfTheContract() throws {
    let end = RecordingEnd(
      id: "r-1", reason: .stopped, path: "/home/anna/Vidéos/essai.mp4", bytes: 5_000_000_000, durationSeconds: 12.25)
    let written = try MessagePackReader.decode(MessagePackWriter.encode(end.wireValue))
    XCTAssertEqual(written, try golden("reply.record.stop", "result"))
    let start = RecordingStart(id: "r-1", width: 640, height: 480, framesPerSecond: 15)
    XCTAssertEqual(keys(start.wireValue), keys(try golden("reply.record.start", "result")))
  }

  func testPermissionsHaveTheFormOfTheContract() throws {
    let list = try XCTUnwrap(try golden("reply.permissions", "result")["permissions"]?.arrayValue)
    XCTAssertEqual(Permission(.front, .granted, advice: "unused").wireValue, list.first)
    XCTAssertEqual(
      Permission(.screenRecording, .unknown, advice: "Open System Settings.").wireValue, list.last)
  }

  func testRunningCallsHaveTheFormOfTheContract() throws {
    let during = try XCTUnwrap(try golden("event.front.changed", "data")["during"])
    XCTAssertEqual(.array(try RunningCall.list(during).map(\.wireValue)), during)
  }

  func testEveryWordOfTheContractIsKnown() {
    XCTAssertEqual(FrontCause.allCases.map(\.rawValue), ["person", "app", "opened", "closed", "restore", "unknown"])
  }
}
