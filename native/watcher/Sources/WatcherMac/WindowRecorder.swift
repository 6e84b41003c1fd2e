#if os(macOS)
  import AVFoundation
  import Foundation
  import ScreenCaptureKit
  import WatcherCore

  /// Recordings of single windows into MP4 files.
  actor WindowRecorder {
    static let framesPerSecond = 15.0

    private var running: [String: RunningRecording] = [:]
    /// Ends that nobody has asked for yet, so that `stop` can answer once for a recording that ended by itself.
    private var ended: [String: RecordingEnd] = [:]
    private static let mostEnded = 64

    func start(
      pid: Int, windowId: Int, path: String, maxSeconds: Double,
      onEnd: @escaping @Sendable (RecordingEnd) -> Void
    ) async throws -> RecordingStart {
      // ScreenCaptureKit asks the person when the permission is missing, so it is never called without it.
      guard MacPermissions.hasScreenRecording else {
        let message =
          "Nothing is recorded: the screen recording permission is missing. Grant it in System Settings, Privacy & Security."
        throw WatcherFailure(.permissionMissing, message)
      }
      let target = try RecordingFile(path: path)
      let content = try await SCShareableContent.excludingDesktopWindows(true, onScreenWindowsOnly: false)
      guard
        let window = content.windows.first(where: {
          $0.windowID == CGWindowID(windowId) && $0.owningApplication?.processID == pid_t(pid)
        })
      else { throw WatcherFailure(.windowNotFound, "There is no such window of that process; nothing is recorded.") }
      let id = UUID().uuidString
      let recording = try RunningRecording(id: id, window: window, file: target)
      try await recording.begin { [weak self] reason in
        Task { await self?.finish(id, reason: reason, onEnd: onEnd) }
      }
      running[id] = recording
      Task { [weak self] in
        try await Task.sleep(for: .seconds(maxSeconds))
        await self?.finish(id, reason: .limit, onEnd: onEnd)
      }
      return RecordingStart(
        id: id, width: recording.width, height: recording.height, framesPerSecond: Self.framesPerSecond)
    }

    func stop(id: String, reason: RecordingEnd.Reason) async throws -> RecordingEnd {
      if let end = ended.removeValue(forKey: id) { return end }
      guard let recording = running.removeValue(forKey: id) else {
        throw WatcherFailure(.recordingNotFound, "No recording of that id runs here; nothing was stopped.")
      }
      return await recording.end(reason)
    }

    func stopAll() async {
      for recording in running.values { _ = await recording.end(.shutdown) }
      running = [:]
    }

    private func finish(
      _ id: String, reason: RecordingEnd.Reason, onEnd: @Sendable (RecordingEnd) -> Void
    ) async {
      guard let recording = running.removeValue(forKey: id) else { return }
      let end = await recording.end(reason)
      if ended.count >= Self.mostEnded { ended.removeAll() }
      ended[id] = end
      onEnd(end)
    }
  }
#endif
