import ArgumentParser
import Foundation
import WatcherCore
import WatcherWire

struct AuditCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "audit",
      abstract: "Print each change of the front app, and end with exit code 3 when a steal happened.",
      discussion: "Where input of persons cannot be seen, every other app that comes to the front counts as a steal.")
  }

  @Option(help: "Only count steals by or from this app.")
  var app: String?

  @Option(name: .customLong("for"), help: "How long, such as 30s, 5m or 1h. Default: until interrupted.")
  var duration: Duration?

  @Flag(help: "Print lines of JSON.")
  var json = false

  func run() throws {
    let platform = makePlatform()
    let printer = AuditPrinter(log: AuditLog(app: app), json: json)
    let clock = SystemClock()
    let watcher = FrontWatcher(
      clock: clock, open: { () throws(WatcherFailure) in try platform.openFront() },
      onChange: { printer.add($0) })
    let loop = MainLoop(parent: false)
    watcher.start()
    do {
      let start = try watcher.current(deadline: Date().addingTimeInterval(5))
      printer.begin(start.front)
    } catch {
      watcher.stop()
      throw Failure(error)
    }
    loop.run(for: duration?.seconds)
    watcher.stop()
    if printer.finish(at: clock.now()) { throw ExitCode(3) }
  }
}

/// A time given as a number with `s`, `m` or `h`.
struct Duration: ExpressibleByArgument, Equatable {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()),
      number > 0, number * unit <= 86_400
    else { return nil }
    seconds = number * unit
  }
}

/// Writes the audit as it goes. Safe from any thread.
private final class AuditPrinter: @unchecked Sendable {
  private let lock = NSLock()
  private var log: AuditLog
  private let json: Bool

  init(log: AuditLog, json: Bool) {
    self.log = log
    self.json = json
  }

  func begin(_ front: Front) {
    emit(json ? WireValue.fields([("front", front.wireValue)]).json : "in front: \(front.line)")
  }

  func add(_ change: FrontChange) {
    lock.withLock {
      let steal = log.add(change) != nil
      if json {
        let entries: [(String, WireValue?)] =
          [("front", change.front.wireValue), ("previous", change.previous.wireValue)] + change.moment.wireEntries
          + [("cause", .text(change.cause.rawValue)), ("blindMs", .double(change.blindMs)), ("steal", .bool(steal))]
        emit(WireValue.fields(entries).json)
      } else {
        let time = Date(timeIntervalSince1970: change.moment.at / 1_000).formatted(.iso8601.time(includingFractionalSeconds: true))
        emit("\(time) \(change.previous.line) → \(change.front.line)\(steal ? "  steal" : "")")
      }
    }
  }

  /// Prints the summary; true when a steal happened.
  func finish(at moment: Moment) -> Bool {
    lock.withLock {
      log.finish(at: moment)
      let longest = log.longestMs
      if json {
        let entries: [(String, WireValue?)] = [
          ("changes", .int(Int64(log.changes))), ("steals", .int(Int64(log.steals.count))),
          ("longestMs", .double(longest)), ("blindMs", .double(log.widestBlindMs)),
        ]
        emit(WireValue.fields(entries).json)
      } else {
        let restored = log.steals.filter(\.restored).count
        emit(
          "\(log.changes) changes, \(log.steals.count) steals (\(restored) undone), longest \(Int(longest)) ms, "
            + "nobody looked for at most \(Int(log.widestBlindMs)) ms")
      }
      return !log.steals.isEmpty
    }
  }
}

/// Writes a line at once, so that it is seen while the audit goes on.
private func emit(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
