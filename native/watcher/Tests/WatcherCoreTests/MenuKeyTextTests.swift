import XCTest

@testable import WatcherCore

final class MenuKeyTextTests: XCTestCase {
  func testModifiersComeInTheOrderOfTheWireBeforeTheKey() {
    XCTAssertEqual(MenuKeyText.text(character: "S", virtualKey: nil, modifiers: 0), "cmd+s")
    XCTAssertEqual(MenuKeyText.text(character: "S", virtualKey: nil, modifiers: 1), "cmd+shift+s")
    XCTAssertEqual(MenuKeyText.text(character: "f", virtualKey: nil, modifiers: 7), "cmd+ctrl+option+shift+f")
    XCTAssertEqual(MenuKeyText.text(character: "f", virtualKey: nil, modifiers: 8 | 4), "ctrl+f")
  }

  func testKeysWithoutACharacterHaveNames() {
    XCTAssertEqual(MenuKeyText.text(character: nil, virtualKey: 0x7b, modifiers: nil), "cmd+left")
    XCTAssertEqual(MenuKeyText.text(character: "\u{8}", virtualKey: 0x33, modifiers: 0), "cmd+delete")
    XCTAssertEqual(MenuKeyText.text(character: " ", virtualKey: nil, modifiers: 8), "space")
  }

  func testAnItemWithoutAKeyEquivalentHasNone() {
    XCTAssertNil(MenuKeyText.text(character: nil, virtualKey: nil, modifiers: 0))
    XCTAssertNil(MenuKeyText.text(character: "", virtualKey: nil, modifiers: 0))
    XCTAssertNil(MenuKeyText.text(character: "\u{f700}", virtualKey: nil, modifiers: 0))
  }
}
