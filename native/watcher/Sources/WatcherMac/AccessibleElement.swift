#if os(macOS)
  import ApplicationServices

  /// One accessibility element. A question that fails, or takes too long, has no answer.
  struct AccessibleElement {
    /// An app that does not answer for this long is left, in seconds.
    private static let patience: Float = 2

    let element: AXUIElement

    init(_ element: AXUIElement) {
      self.element = element
    }

    static func app(_ pid: Int) -> AccessibleElement {
      let element = AXUIElementCreateApplication(pid_t(pid))
      AXUIElementSetMessagingTimeout(element, patience)
      return AccessibleElement(element)
    }

    static var systemWide: AccessibleElement {
      let element = AXUIElementCreateSystemWide()
      AXUIElementSetMessagingTimeout(element, patience)
      return AccessibleElement(element)
    }

    func value(_ name: String) -> CFTypeRef? {
      var value: CFTypeRef?
      return AXUIElementCopyAttributeValue(element, name as CFString, &value) == .success ? value : nil
    }

    func text(_ name: String) -> String? {
      value(name) as? String
    }

    func number(_ name: String) -> Int? {
      value(name) as? Int
    }

    func child(_ name: String) -> AccessibleElement? {
      guard let found = value(name), CFGetTypeID(found) == AXUIElementGetTypeID() else { return nil }
      return AccessibleElement(unsafeDowncast(found, to: AXUIElement.self))
    }

    func children(_ name: String = "AXChildren") -> [AccessibleElement] {
      (value(name) as? [AXUIElement] ?? []).map(AccessibleElement.init)
    }

    func press(_ action: String) {
      AXUIElementPerformAction(element, action as CFString)
    }

    var pid: Int? {
      var pid: pid_t = 0
      return AXUIElementGetPid(element, &pid) == .success ? Int(pid) : nil
    }

    var role: String { text("AXRole") ?? "" }
    var subrole: String { text("AXSubrole") ?? "" }
  }
#endif
