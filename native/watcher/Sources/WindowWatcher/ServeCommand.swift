import ArgumentParser
import Foundation
import WatcherCore
import WatcherWire

struct ServeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve",
      abstract: "Serve the watcher's contract over ZeroMQ until the parent ends.",
      discussion: """
        Without --address the environment variables BEANS_PICKER_ADDRESS and BEANS_PICKER_EVENTS say where. The folder of \
        the sockets must exist, belong to you and have mode 0700.
        """)
  }

  @Option(help: "Where calls are answered: ipc:// and an absolute path.")
  var address: String?

  @Option(help: "Where events are published. Default: the address with `.events` after it.")
  var events: String?

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let given = address ?? environment["BEANS_PICKER_ADDRESS"] else {
      throw ValidationError("No address to serve at: give --address ipc:///absolute/path.")
    }
    let loop = MainLoop(parent: true)
    let service = WatcherService(platform: makePlatform(), clock: SystemClock())
    do {
      let address = try SocketAddress(given)
      let eventsGiven = events ?? (self.address == nil ? environment["BEANS_PICKER_EVENTS"] : nil)
      try service.start(address: address, events: try eventsGiven.map { try SocketAddress($0) } ?? address.events)
    } catch let error as CallError {
      throw Failure(error.message)
    }
    loop.run()
    service.stop()
  }
}

/// Ends the command with exit code 1 and a line for a person.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ failure: WatcherFailure) {
    description = failure.message
  }
}
