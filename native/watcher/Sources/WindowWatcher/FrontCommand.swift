import ArgumentParser
import WatcherCore
import WatcherWire

struct FrontCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "front", abstract: "Print which app and window is in front now.")
  }

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    do {
      let source = try makePlatform().openFront()
      guard let front = try source.read() else {
        throw Failure("Nobody on this display says which window is active, so the front app is unknown.")
      }
      print(json ? front.wireValue.json : front.line)
    } catch let failure as WatcherFailure {
      throw Failure(failure)
    }
  }
}

extension Front {
  /// App, process and window for a person; titles are shown as they are, without control characters.
  var line: String {
    guard self != .nobody else { return "no window" }
    let name = printable(app ?? "unnamed app")
    let process = pid.map { " (pid \($0))" } ?? ""
    let caption = title.map { " \"\(printable($0))\"" } ?? ""
    return name + process + caption
  }
}

/// Text from the screen without what could steer a terminal.
func printable(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        default: true
        }
      }))
}
