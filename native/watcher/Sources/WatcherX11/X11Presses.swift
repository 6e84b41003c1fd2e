import CX11
import Foundation
import WatcherCore

/// Buttons and chords of a person, by raw events of XInput 2 (XI2.h). Only devices of the first seat count: what programs type
/// through a seat of their own is nobody's choice.
final class X11Presses {
  struct Press {
    /// A key while Alt or the logo key is held: it may have chosen any window.
    let isChord: Bool
    let serverMs: Double
  }

  /// Buttons above are the wheel, which switches nothing.
  private static let lastClickButton: Int32 = 3
  /// Rows of the modifier map that window switching is done with: Mod1 (Alt) and Mod4 (the logo key).
  private static let chordRows = [3, 6]
  private static let allMasters: Int32 = 1

  private let display: OpaquePointer
  private let choices: Choices
  private let opcode: Int32
  private let masters: Set<Int32>
  private let chordKeys: Set<Int32>
  private var held: Set<Int32> = []
  private var clock = ServerClock()

  /// Without XInput 2.2 on the server nothing is ever noted.
  init(_ connection: X11Connection, choices: Choices) {
    display = connection.display
    self.choices = choices
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (2, 2)
    let isThere =
      XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0
      && XIQueryVersion(display, &major, &minor) == Success && (major, minor) >= (2, 2)
    self.opcode = isThere ? opcode : -1
    masters = isThere ? Self.firstMasters(display) : []
    chordKeys = Self.chordKeys(display)
    if isThere { select(connection.root) }
  }

  /// The press that the event tells of, if it is one.
  func press(in event: inout XEvent) -> Press? {
    guard event.type == GenericEvent, event.xcookie.extension == opcode, XGetEventData(display, &event.xcookie) != 0
    else { return nil }
    defer { XFreeEventData(display, &event.xcookie) }
    guard let data = event.xcookie.data else { return nil }
    let raw = data.assumingMemoryBound(to: XIRawEvent.self).pointee
    guard masters.contains(raw.deviceid) else { return nil }
    switch raw.evtype {
    case Int32(XI_RawButtonPress):
      return raw.detail <= Self.lastClickButton ? Press(isChord: false, serverMs: Double(raw.time)) : nil
    case Int32(XI_RawKeyPress):
      if chordKeys.contains(raw.detail) { held.insert(raw.detail) }
      return held.isEmpty ? nil : Press(isChord: true, serverMs: Double(raw.time))
    case Int32(XI_RawKeyRelease):
      held.remove(raw.detail)
      return nil
    default:
      return nil
    }
  }

  func note(_ press: Press, on target: Restore.Target?) {
    let now = Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000
    choices.note(target, atMs: clock.local(press.serverMs, now: now))
  }

  private func select(_ root: Window) {
    var bits = [UInt8](repeating: 0, count: 4)
    for kind in [XI_RawButtonPress, XI_RawKeyPress, XI_RawKeyRelease] { bits[Int(kind) / 8] |= 1 << (kind % 8) }
    bits.withUnsafeMutableBufferPointer { buffer in
      var mask = XIEventMask(deviceid: Self.allMasters, mask_len: Int32(buffer.count), mask: buffer.baseAddress)
      XISelectEvents(display, root, &mask, 1)
    }
  }

  /// The pointer and the keyboard that were there first.
  private static func firstMasters(_ display: OpaquePointer) -> Set<Int32> {
    var count: Int32 = 0
    guard let devices = XIQueryDevice(display, allMasters, &count) else { return [] }
    defer { XIFreeDeviceInfo(devices) }
    let all = UnsafeBufferPointer(start: devices, count: Int(count))
    return Set([XIMasterPointer, XIMasterKeyboard].compactMap { use in all.filter { $0.use == Int32(use) }.map(\.deviceid).min() })
  }

  private static func chordKeys(_ display: OpaquePointer) -> Set<Int32> {
    guard let map = XGetModifierMapping(display) else { return [] }
    defer { XFreeModifiermap(map) }
    let width = Int(map.pointee.max_keypermod)
    let keys = chordRows.flatMap { row in (0..<width).map { Int32(map.pointee.modifiermap[row * width + $0]) } }
    return Set(keys.filter { $0 != 0 })
  }
}
