#if os(macOS)
  import AVFoundation
  import Foundation
  import WatcherCore

  /// Where a recording goes: it is written beside its destination and moved there when it is whole.
  struct RecordingFile: Sendable {
    let temporary: URL
    private let destination: URL

    init(path: String) throws(WatcherFailure) {
      guard path.hasPrefix("/"), path.lowercased().hasSuffix(".mp4"), !path.contains("\0") else {
        throw WatcherFailure(.badPath, "The path must be absolute and end in .mp4; nothing is recorded.")
      }
      destination = URL(fileURLWithPath: path)
      let folder = destination.deletingLastPathComponent()
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
        throw WatcherFailure(.badPath, "The folder of the path does not exist; nothing is recorded.")
      }
      guard !FileManager.default.fileExists(atPath: path) else {
        throw WatcherFailure(.badPath, "There is a file at the path already; nothing is recorded.")
      }
      temporary = folder.appendingPathComponent(".\(UUID().uuidString).part.mp4")
    }

    /// Size and duration are read from the finished file. Nil when something has taken its place meanwhile.
    func publish() async -> (path: String, bytes: Int, seconds: Double)? {
      // A hard link refuses to replace what is there, in one step.
      guard link(temporary.path, destination.path) == 0 else { return nil }
      unlink(temporary.path)
      let attributes = try? FileManager.default.attributesOfItem(atPath: destination.path)
      let duration = try? await AVURLAsset(url: destination).load(.duration)
      return (destination.path, attributes?[.size] as? Int ?? 0, duration?.seconds ?? 0)
    }

    func discard() {
      unlink(temporary.path)
    }
  }
#endif
