import ArgumentParser
import WatcherCore
import WatcherWire

struct PermissionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "permissions", abstract: "Print which permissions of the system are there and what each is for.")
  }

  @Flag(help: "Let the system ask you for what is missing. Nothing else ever does that.")
  var request = false

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    let platform = makePlatform()
    if request { platform.requestPermissions() }
    let permissions = platform.permissions()
    if json { return print(WireValue.array(permissions.map(\.wireValue)).json) }
    for permission in permissions {
      let advice = permission.advice.map { " - \($0)" } ?? ""
      print("\(permission.name.rawValue): \(permission.state.rawValue)\(advice)")
    }
  }
}
