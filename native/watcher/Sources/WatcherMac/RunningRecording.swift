#if os(macOS)
  import AVFoundation
  import ScreenCaptureKit
  import WatcherCore

  /// One window's pictures on their way into a file. Pictures come on a queue of their own; the lock guards what it shares.
  final class RunningRecording: NSObject, SCStreamOutput, SCStreamDelegate, @unchecked Sendable {
    let width: Int
    let height: Int
    private let id: String
    private let file: RecordingFile
    private let writer: AVAssetWriter
    private let input: AVAssetWriterInput
    private let stream: SCStream
    private let queue = DispatchQueue(label: "recording")
    private let lock = NSLock()
    private var started = false
    private var onBreak: (@Sendable (RecordingEnd.Reason) -> Void)?

    init(id: String, window: SCWindow, file: RecordingFile) throws(WatcherFailure) {
      self.id = id
      self.file = file
      // Encoders want even numbers.
      width = max(2, Int(window.frame.width) / 2 * 2)
      height = max(2, Int(window.frame.height) / 2 * 2)
      let configuration = SCStreamConfiguration()
      configuration.width = width
      configuration.height = height
      configuration.scalesToFit = true
      configuration.showsCursor = false
      configuration.minimumFrameInterval = CMTime(value: 1, timescale: CMTimeScale(WindowRecorder.framesPerSecond))
      stream = SCStream(
        filter: SCContentFilter(desktopIndependentWindow: window), configuration: configuration, delegate: nil)
      do {
        writer = try AVAssetWriter(outputURL: file.temporary, fileType: .mp4)
      } catch {
        throw WatcherFailure(.recordingFailed, "The recording's file cannot be made; nothing is recorded.")
      }
      input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height])
      input.expectsMediaDataInRealTime = true
      writer.add(input)
      super.init()
    }

    func begin(onBreak: @escaping @Sendable (RecordingEnd.Reason) -> Void) async throws {
      lock.withLock { self.onBreak = onBreak }
      do {
        try stream.addStreamOutput(self, type: .screen, sampleHandlerQueue: queue)
        guard writer.startWriting() else { throw WatcherFailure(.recordingFailed, "The recording could not begin.") }
        try await stream.startCapture()
      } catch {
        file.discard()
        throw WatcherFailure(.captureFailed, "The window's picture cannot be taken; nothing is recorded.")
      }
    }

    func stream(_ stream: SCStream, didOutputSampleBuffer buffer: CMSampleBuffer, of type: SCStreamOutputType) {
      guard type == .screen, buffer.isValid, buffer.imageBuffer != nil, writer.status == .writing else { return }
      if !started {
        started = true
        writer.startSession(atSourceTime: buffer.presentationTimeStamp)
      }
      if input.isReadyForMoreMediaData { input.append(buffer) }
    }

    func stream(_ stream: SCStream, didStopWithError error: any Error) {
      lock.withLock { onBreak }?(.windowClosed)
    }

    /// Finishes the file and moves it to its place; a file without a picture is thrown away.
    func end(_ reason: RecordingEnd.Reason) async -> RecordingEnd {
      lock.withLock { onBreak = nil }
      try? await stream.stopCapture()
      input.markAsFinished()
      await writer.finishWriting()
      guard started, writer.status == .completed, let finished = await file.publish() else {
        file.discard()
        return RecordingEnd(id: id, reason: .failed, path: nil, bytes: 0, durationSeconds: 0)
      }
      return RecordingEnd(
        id: id, reason: reason, path: finished.path, bytes: finished.bytes, durationSeconds: finished.seconds)
    }
  }
#endif
