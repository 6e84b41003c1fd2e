/// Key equivalents of menu items in the words of the wire, from the attributes that macOS accessibility gives.
public enum MenuKeyText {
  /// Bits of `AXMenuItemCmdModifiers` (AXAttributeConstants.h): the command key is meant unless its bit is set.
  private static let shift = 1
  private static let option = 2
  private static let control = 4
  private static let noCommand = 8

  /// Virtual key codes of keys without a character (Events.h of Carbon's HIToolbox).
  private static let named: [Int: String] = [
    0x24: "return", 0x30: "tab", 0x31: "space", 0x33: "delete", 0x35: "escape", 0x4c: "enter", 0x60: "f5", 0x61: "f6",
    0x62: "f7", 0x63: "f3", 0x64: "f8", 0x65: "f9", 0x67: "f11", 0x6d: "f10", 0x6f: "f12", 0x72: "help", 0x73: "home",
    0x74: "pageup", 0x75: "forwarddelete", 0x76: "f4", 0x77: "end", 0x78: "f2", 0x79: "pagedown", 0x7a: "f1",
    0x7b: "left", 0x7c: "right", 0x7d: "down", 0x7e: "up",
  ]

  /// Modifiers in the order cmd, ctrl, option, shift, then the key; nil when the item has no key equivalent.
  public static func text(character: String?, virtualKey: Int?, modifiers: Int?) -> String? {
    guard let key = key(character: character, virtualKey: virtualKey) else { return nil }
    let bits = modifiers ?? 0
    var parts: [String] = []
    if bits & noCommand == 0 { parts.append("cmd") }
    if bits & control != 0 { parts.append("ctrl") }
    if bits & option != 0 { parts.append("option") }
    if bits & shift != 0 { parts.append("shift") }
    return (parts + [key]).joined(separator: "+")
  }

  private static func key(character: String?, virtualKey: Int?) -> String? {
    if let virtualKey, let name = named[virtualKey] { return name }
    guard let character, let first = character.unicodeScalars.first, character.count == 1 else { return nil }
    // Function keys come as private characters; those of them that have a virtual key were named above.
    guard first.properties.generalCategory != .control, first.properties.generalCategory != .privateUse else { return nil }
    return character == " " ? "space" : character.lowercased()
  }
}
