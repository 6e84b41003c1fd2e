import WatcherCore
import WatcherWire

// Shapes of the wire contract: maps in the order of the schema's properties.

extension Front {
  var wireValue: WireValue {
    .fields([
      ("pid", .optional(pid)), ("windowId", .optional(windowId)), ("app", .optional(app)), ("title", .optional(title)),
    ])
  }
}

extension Focus {
  var wireValue: WireValue {
    .fields([("pid", .optional(pid)), ("windowId", .optional(windowId)), ("role", .optional(role))])
  }
}

extension Moment {
  var wireEntries: [(String, WireValue?)] { [("at", .double(at)), ("monotonicMs", .double(monotonicMs))] }
}

extension LockState {
  var wireEntries: [(String, WireValue?)] {
    [("locked", .bool(locked)), ("by", .array(by.map { .text($0) }))]
  }
}

extension ExactText {
  var wireValue: WireValue {
    .fields([
      ("windows", .array(windows.map { .text($0) })), ("fields", .array(fields.map(\.wireValue))),
      ("complete", .bool(complete)),
    ])
  }
}

extension ExactField {
  var wireValue: WireValue {
    .fields([
      ("window", .text(window)), ("document", .optional(document)), ("role", .text(role)), ("title", .optional(title)),
      ("value", .text(value)),
    ])
  }
}

extension MenuKeys {
  var wireValue: WireValue {
    let list = commands.map { command -> WireValue in
      .fields([("path", .array(command.path.map { .text($0) })), ("keys", .text(command.keys))])
    }
    return .fields([("commands", .array(list)), ("complete", .bool(complete))])
  }
}

extension Permission {
  var wireValue: WireValue {
    .fields([("name", .text(name.rawValue)), ("state", .text(state.rawValue)), ("advice", .optional(advice))])
  }
}

extension RecordingStart {
  var wireValue: WireValue {
    .fields([
      ("recordingId", .text(id)), ("width", .int(Int64(width))), ("height", .int(Int64(height))),
      ("fps", .double(framesPerSecond)), ("picture", .text("own")),
    ])
  }
}

extension RecordingEnd {
  var wireValue: WireValue {
    .fields([
      ("recordingId", .text(id)), ("reason", .text(reason.rawValue)), ("path", .optional(path)),
      ("bytes", .int(Int64(bytes))), ("durationSeconds", .double(durationSeconds)),
    ])
  }
}

extension CallError {
  init(_ failure: WatcherFailure) {
    self.init(failure.code.rawValue, failure.message, retry: failure.code == .watcherUnavailable)
  }
}
