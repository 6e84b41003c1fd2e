import ArgumentParser
import Foundation
import XCTest

@testable import WindowWatcher

/// The help as people see it, kept in files beside this one.
final class HelpTests: XCTestCase {
  private func pinned(_ name: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Help/\(name).txt")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private func lines(_ help: String) -> String {
    help.trimmingCharacters(in: .newlines)
  }

  func testTheHelpOfTheCommand() throws {
    XCTAssertEqual(lines(WindowWatcher.helpMessage(columns: 80)), lines(try pinned("window-watcher")))
  }

  func testTheHelpOfEverySubcommand() throws {
    let subcommands = WindowWatcher.configuration.subcommands
    XCTAssertEqual(subcommands.count, 6)
    for subcommand in subcommands {
      let name = try XCTUnwrap(subcommand.configuration.commandName)
      XCTAssertEqual(
        lines(WindowWatcher.helpMessage(for: subcommand, columns: 80)), lines(try pinned(name)), name)
    }
  }
}
