#if os(macOS)
  import CoreGraphics
  import Foundation

  /// Windows as the window server lists them, front to back. Titles are there only with the screen recording permission.
  enum WindowList {
    struct Window {
      let id: Int
      let pid: Int
      let title: String?
      let bounds: CGRect?
    }

    /// Windows of ordinary apps on the screen, front to back.
    static func onScreen() -> [Window] {
      let options: CGWindowListOption = [.optionOnScreenOnly, .excludeDesktopElements]
      guard let list = CGWindowListCopyWindowInfo(options, kCGNullWindowID) as? [[String: Any]] else { return [] }
      return list.compactMap { info in
        guard info[kCGWindowLayer as String] as? Int == 0, let id = info[kCGWindowNumber as String] as? Int,
          let pid = info[kCGWindowOwnerPID as String] as? Int
        else { return nil }
        return Window(id: id, pid: pid, title: info[kCGWindowName as String] as? String,
          bounds: (info[kCGWindowBounds as String] as? NSDictionary).flatMap { CGRect(dictionaryRepresentation: $0) })
      }
    }

    static func topmost(of pid: Int) -> Window? {
      onScreen().first { $0.pid == pid }
    }

    /// The app's window that the pointer is over.
    static func underPointer() -> Window? {
      guard let point = CGEvent(source: nil)?.location else { return nil }
      return onScreen().first { $0.bounds?.contains(point) ?? false }
    }

    static func owner(of id: Int) -> Int? {
      onScreen().first { $0.id == id }?.pid
    }

    static func ids() -> Set<Int> {
      Set(onScreen().map(\.id))
    }
  }
#endif
