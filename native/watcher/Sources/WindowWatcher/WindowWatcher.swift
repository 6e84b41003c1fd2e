import ArgumentParser

@main
struct WindowWatcher: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "window-watcher",
      abstract: "Says which app is in front, who stole the front, and records one window.",
      discussion: """
        Nothing here makes the system ask you for a permission, except `permissions --request`.
        """,
      version: Build.version,
      subcommands: [
        ServeCommand.self, FrontCommand.self, AuditCommand.self, RecordCommand.self, PermissionsCommand.self,
        TextCommand.self,
      ])
  }
}

enum Build {
  static let version = "0.1.0"
}
