#if os(macOS)
  import CoreGraphics
  import Foundation

  /// Windows as the window server lists them, front to back. Titles are there only with the screen recording permission.
  enum WindowList {
    struct Window {
      let id: Int
      let pid: Int
      let title: String?
    }

    /// Windows of ordinary apps on the screen, front to back.
    static func onScreen() -> [Window] {
      let options: CGWindowListOption = [.optionOnScreenOnly, .excludeDesktopElements]
      guard let list = CGWindowListCopyWindowInfo(options, kCGNullWindowID) as? [[String: Any]] else { return [] }
      return list.compactMap { info in
        guard info[kCGWindowLayer as String] as? Int == 0, let id = info[kCGWindowNumber as String] as? Int,
          let pid = info[kCGWindowOwnerPID as String] as? Int
        else { return nil }
        return Window(id: id, pid: pid, title: info[kCGWindowName as String] as? String)
      }
    }

    static func topmost(of pid: Int) -> Window? {
      onScreen().first { $0.pid == pid }
    }

    static func owner(of id: Int) -> Int? {
      onScreen().first { $0.id == id }?.pid
    }

    static func ids() -> Set<Int> {
      Set(onScreen().map(\.id))
    }
  }
#endif
