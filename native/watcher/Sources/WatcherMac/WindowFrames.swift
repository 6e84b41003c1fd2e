#if os(macOS)
  import ApplicationServices
  import CoreGraphics

  /// Frames of windows as both the window server and accessibility tell them, in points from the top left.
  enum WindowFrames {
    static func frame(of id: Int) -> CGRect? {
      guard
        let list = CGWindowListCopyWindowInfo([.optionIncludingWindow], CGWindowID(id)) as? [[String: Any]],
        let bounds = list.first?[kCGWindowBounds as String] as? NSDictionary
      else { return nil }
      return CGRect(dictionaryRepresentation: bounds)
    }

    static func frame(of window: AccessibleElement) -> CGRect? {
      guard let position = window.value("AXPosition"), let size = window.value("AXSize"),
        CFGetTypeID(position) == AXValueGetTypeID(), CFGetTypeID(size) == AXValueGetTypeID()
      else { return nil }
      var origin = CGPoint.zero
      var extent = CGSize.zero
      AXValueGetValue(unsafeDowncast(position, to: AXValue.self), .cgPoint, &origin)
      AXValueGetValue(unsafeDowncast(size, to: AXValue.self), .cgSize, &extent)
      return CGRect(origin: origin, size: extent)
    }
  }
#endif
