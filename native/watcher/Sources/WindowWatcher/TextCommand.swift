import ArgumentParser
import WatcherCore
import WatcherWire

struct TextCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "text", abstract: "Print the exact text of an app's fields. Secure fields are never read.")
  }

  @Option(help: "Process of the app.")
  var pid: Int

  @Option(help: "Only this window.")
  var window: Int?

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    do {
      let text = try makePlatform().exactText(pid: pid, windowId: window)
      if json { return print(text.wireValue.json) }
      for field in text.fields {
        print("\(field.role) \(printable(field.title ?? "")): \(printable(field.value))")
      }
      if !text.complete { print("There is more than is shown.") }
    } catch {
      throw Failure(error)
    }
  }
}
