#if os(macOS)
  import ApplicationServices
  import Foundation
  import WatcherCore

  /// Windows, fields and menus of one app, read through accessibility.
  struct AccessibleApp {
    private static let fieldRoles: Set<String> = ["AXTextField", "AXTextArea", "AXComboBox"]

    private let root: AccessibleElement
    private let pid: Int

    init(pid: Int) {
      self.pid = pid
      root = .app(pid)
    }

    /// Where keys go; nil without the permission or when nothing has the focus.
    static func focused() -> Focus? {
      guard MacPermissions.hasAccessibility,
        let element = AccessibleElement.systemWide.child("AXFocusedUIElement")
      else { return nil }
      let pid = element.pid
      return Focus(pid: pid, windowId: pid.flatMap { WindowList.topmost(of: $0)?.id }, role: element.role)
    }

    func focusedTitle() -> String? {
      guard MacPermissions.hasAccessibility else { return nil }
      return root.child("AXFocusedWindow")?.text("AXTitle")
    }

    /// Brings one window of the app before its others. Does nothing without the permission.
    func raise(windowId: Int) {
      guard MacPermissions.hasAccessibility else { return }
      window(windowId)?.press("AXRaise")
    }

    func exactText(windowId: Int?) throws(WatcherFailure) -> ExactText {
      let windows = root.children("AXWindows")
      let chosen: [AccessibleElement]
      if let windowId {
        guard let window = window(windowId) else {
          throw WatcherFailure(.windowNotFound, "The app has no such window; nothing was read.")
        }
        chosen = [window]
      } else {
        chosen = windows
      }
      let titles = windows.map { $0.text("AXTitle") ?? "" }
      let unique = chosen.filter { window in titles.filter { $0 == window.text("AXTitle") ?? "" }.count == 1 }
      var collector = FieldCollector()
      for window in unique {
        let title = window.text("AXTitle") ?? ""
        collector.collect(window, window: title, document: window.text("AXDocument"), depth: 0)
      }
      return ExactText(
        windows: unique.map { $0.text("AXTitle") ?? "" }, fields: collector.fields, complete: collector.complete)
    }

    func menuKeys() throws(WatcherFailure) -> MenuKeys {
      guard let bar = root.child("AXMenuBar") else { return MenuKeys(commands: [], complete: true) }
      var commands: [MenuKey] = []
      var complete = true
      collectMenu(bar, path: [], into: &commands, complete: &complete)
      return MenuKeys(commands: commands, complete: complete)
    }

    /// The window of the window server's id: accessibility does not tell ids, so frames are compared.
    private func window(_ id: Int) -> AccessibleElement? {
      guard let frame = WindowFrames.frame(of: id) else { return nil }
      let matches = root.children("AXWindows").filter { WindowFrames.frame(of: $0) == frame }
      return matches.count == 1 ? matches.first : nil
    }

    private func collectMenu(
      _ element: AccessibleElement, path: [String], into commands: inout [MenuKey], complete: inout Bool
    ) {
      for item in element.children() {
        guard commands.count < MenuKeys.most, path.count < 16 else {
          complete = false
          return
        }
        let title = item.text("AXTitle") ?? ""
        let here = title.isEmpty ? path : path + [title]
        if let keys = MenuKeyText.text(
          character: item.text("AXMenuItemCmdChar"), virtualKey: item.number("AXMenuItemCmdVirtualKey"),
          modifiers: item.number("AXMenuItemCmdModifiers")), !title.isEmpty
        {
          commands.append(MenuKey(path: here, keys: keys))
        }
        collectMenu(item, path: here, into: &commands, complete: &complete)
      }
    }

    /// Walks a window for its fields, within the limits.
    private struct FieldCollector {
      var fields: [ExactField] = []
      var complete = true

      mutating func collect(_ element: AccessibleElement, window: String, document: String?, depth: Int) {
        guard depth <= ExactText.deepest else {
          complete = false
          return
        }
        let role = element.role
        if AccessibleApp.fieldRoles.contains(role) {
          guard element.subrole != "AXSecureTextField" else { return }
          guard fields.count < ExactText.mostFields else {
            complete = false
            return
          }
          if let value = element.text("AXValue") {
            let title = element.text("AXTitle") ?? element.text("AXDescription")
            fields.append(
              ExactField(window: window, document: document, role: role, title: title, value: value))
          }
          return
        }
        let page = role == "AXWebArea" ? (element.value("AXURL") as? URL)?.absoluteString : nil
        for child in element.children() {
          collect(child, window: window, document: page ?? document, depth: depth + 1)
        }
      }
    }
  }
#endif
