/// Text of one field as it is, untrimmed and whole.
public struct ExactField: Sendable, Equatable {
  public let window: String
  public let document: String?
  public let role: String
  public let title: String?
  public let value: String

  public init(window: String, document: String?, role: String, title: String?, value: String) {
    self.window = window
    self.document = document
    self.role = role
    self.title = title
    self.value = value
  }
}

/// Fields of an app's windows; `complete` is false when there was more than the limits allow.
public struct ExactText: Sendable, Equatable {
  /// Most fields of one answer, and how deep below a window they are looked for.
  public static let mostFields = 200
  public static let deepest = 25

  public let windows: [String]
  public let fields: [ExactField]
  public let complete: Bool

  public init(windows: [String], fields: [ExactField], complete: Bool) {
    self.windows = windows
    self.fields = fields
    self.complete = complete
  }
}

/// A menu command and its keys, such as `["File", "Save"]` and `cmd+s`.
public struct MenuKey: Sendable, Equatable {
  public let path: [String]
  public let keys: String

  public init(path: [String], keys: String) {
    self.path = path
    self.keys = keys
  }
}

public struct MenuKeys: Sendable, Equatable {
  public static let most = 2_000

  public let commands: [MenuKey]
  public let complete: Bool

  public init(commands: [MenuKey], complete: Bool) {
    self.commands = commands
    self.complete = complete
  }
}

public struct Permission: Sendable, Equatable {
  public enum Name: String, Sendable, CaseIterable {
    case accessibility
    case screenRecording = "screen_recording"
    case input
    case lock
    case front
  }

  public enum State: String, Sendable {
    case granted
    case missing
    case unknown
  }

  public let name: Name
  public let state: State
  public let advice: String?

  public init(_ name: Name, _ state: State, advice: String? = nil) {
    self.name = name
    self.state = state
    self.advice = state == .granted ? nil : advice
  }
}

/// Which app has the keys. `role` in the words of the platform's accessibility.
public struct Focus: Sendable, Equatable {
  public let pid: Int?
  public let windowId: Int?
  public let role: String?

  public init(pid: Int?, windowId: Int?, role: String?) {
    self.pid = pid
    self.windowId = windowId
    self.role = role
  }
}

/// A recording that runs. `picture` is `own` when what covers the window is not in it.
public struct RecordingStart: Sendable, Equatable {
  public let id: String
  public let width: Int
  public let height: Int
  public let framesPerSecond: Double

  public init(id: String, width: Int, height: Int, framesPerSecond: Double) {
    self.id = id
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
  }
}

public struct RecordingEnd: Sendable, Equatable {
  public enum Reason: String, Sendable {
    case stopped
    case windowClosed = "window_closed"
    case limit
    case shutdown
    case failed
  }

  public let id: String
  public let reason: Reason
  public let path: String?
  public let bytes: Int
  public let durationSeconds: Double

  public init(id: String, reason: Reason, path: String?, bytes: Int, durationSeconds: Double) {
    self.id = id
    self.reason = reason
    self.path = path
    self.bytes = bytes
    self.durationSeconds = durationSeconds
  }
}

/// Looks at the front for one thread; made by that thread and used by it alone.
public protocol FrontSource {
  /// Nil when nobody on this system says who is in front. Throws when the system cannot be reached any more.
  func read() throws(WatcherFailure) -> Front?
  /// Returns when the front may have changed, or after the time.
  func waitForHint(milliseconds: Int)
  /// Why `front` took the place of `previous`, as far as it can be told.
  func cause(of front: Front, after previous: Front) -> FrontCause
}

/// What a system offers to the watcher. All calls may come from any thread.
public protocol Platform: Sendable {
  /// Names of methods and events beyond those of the front that work here, as `hello` lists them.
  var capabilities: [String] { get }
  /// Whether input of persons can be told from apps' own doing.
  var seesInput: Bool { get }

  func openFront() throws(WatcherFailure) -> any FrontSource
  func focus() -> Focus?
  /// False when the app or window is gone.
  func activate(_ target: Restore.Target) throws(WatcherFailure) -> Bool
  func isThere(_ front: Front) -> Bool
  /// The window that a person has pressed on last, at that moment or later; nil when none, or when that cannot be seen.
  func chosen(since moment: Moment) -> Restore.Target?
  func lockState() throws(WatcherFailure) -> LockState
  func onLockChange(_ listener: @escaping @Sendable (LockState) -> Void)
  func exactText(pid: Int, windowId: Int?) throws(WatcherFailure) -> ExactText
  func menuKeys(pid: Int) throws(WatcherFailure) -> MenuKeys
  func permissions() -> [Permission]
  /// Asks the person for what is missing; only ever called because somebody asked for exactly that.
  func requestPermissions()
  func startRecording(
    pid: Int, windowId: Int, path: String, maxSeconds: Double,
    onEnd: @escaping @Sendable (RecordingEnd) -> Void
  ) async throws -> RecordingStart
  func stopRecording(id: String, reason: RecordingEnd.Reason) async throws -> RecordingEnd
  func stopAllRecordings() async
}
