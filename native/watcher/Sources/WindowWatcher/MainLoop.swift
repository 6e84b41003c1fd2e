import Foundation

/// Keeps the main thread until the process is asked to end: by a signal, by the end of a parent's pipe, or by `stop`.
final class MainLoop: @unchecked Sendable {
  private let ended = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var isEnding = false
  private var sources: [any DispatchSourceSignal] = []

  /// Watches for SIGTERM, SIGINT and SIGHUP; with `parent`, also for the end of standard input when that is a pipe: it is
  /// held by the parent, so it ends with the parent.
  init(parent: Bool) {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.stop() }
      source.resume()
      sources.append(source)
    }
    signal(SIGPIPE, SIG_IGN)
    if parent && Self.inputIsPipe() { Thread.detachNewThread { [weak self] in self?.waitForInputEnd() } }
  }

  func stop() {
    lock.withLock { isEnding = true }
    ended.signal()
  }

  /// Returns when the process is to end, or after the time.
  func run(for seconds: Double? = nil) {
    let end = seconds.map { Date().addingTimeInterval($0) }
    #if os(macOS)
      // The system tells of app switches on the main run loop only.
      while !lock.withLock({ isEnding }), end.map({ $0 > Date() }) ?? true {
        RunLoop.main.run(mode: .default, before: min(Date().addingTimeInterval(0.1), end ?? .distantFuture))
      }
    #else
      if let end {
        _ = ended.wait(timeout: .now() + max(end.timeIntervalSinceNow, 0))
      } else {
        ended.wait()
      }
    #endif
  }

  private static func inputIsPipe() -> Bool {
    var found = stat()
    guard fstat(0, &found) == 0 else { return false }
    let kind = found.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK
  }

  private func waitForInputEnd() {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while read(0, &buffer, buffer.count) > 0 {}
    stop()
  }
}
