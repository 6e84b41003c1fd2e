import ArgumentParser
import Foundation
import WatcherCore
import WatcherWire

struct RecordCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "record", abstract: "Record one window into an MP4 file until interrupted.")
  }

  @Option(help: "Process of the window.")
  var pid: Int

  @Option(help: "Id of the window.")
  var window: Int

  @Option(name: .customLong("for"), help: "How long, such as 30s, 5m or 1h. Default: until interrupted.")
  var duration: Duration?

  @Argument(help: "The file to make. Its folder must exist, the file must not.")
  var path: String

  func run() throws {
    let platform = makePlatform()
    let loop = MainLoop(parent: false)
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    let seconds = duration?.seconds ?? 3_600
    let result = Outcome<RecordingEnd>()
    Task { [pid, window] in
      do {
        let start = try await platform.startRecording(pid: pid, windowId: window, path: path, maxSeconds: seconds) {
          result.set(.success($0))
          loop.stop()
        }
        result.note(id: start.id)
      } catch {
        result.set(.failure(error))
        loop.stop()
      }
    }
    loop.run()
    let stopped = DispatchSemaphore(value: 0)
    Task {
      if let id = result.id, result.value == nil {
        do { result.set(.success(try await platform.stopRecording(id: id, reason: .stopped))) } catch {
          result.set(.failure(error))
        }
      }
      stopped.signal()
    }
    _ = stopped.wait(timeout: .now() + 30)
    switch result.value {
    case .success(let end): print(end.wireValue.json)
    case .failure(let failure as WatcherFailure): throw Failure(failure)
    case .failure, nil: throw Failure("The recording did not end in time; there is no file.")
    }
  }
}

/// A result that one thread sets and another reads.
private final class Outcome<T: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var result: Result<T, any Error>?
  private var recording: String?

  var value: Result<T, any Error>? { lock.withLock { result } }
  var id: String? { lock.withLock { recording } }

  func set(_ value: Result<T, any Error>) {
    lock.withLock { if result == nil { result = value } }
  }

  func note(id: String) {
    lock.withLock { recording = id }
  }
}
