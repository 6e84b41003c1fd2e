import Foundation
import WatcherCore
import WatcherWire

/// The watcher's side of the wire contract. Owns the watch of the front; ended by `stop`.
final class WatcherService: @unchecked Sendable {
  private let platform: any Platform
  private let clock: any WatcherClock
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var running: [RunningCall] = []
  private var wire: WireService?
  private var watcher: FrontWatcher?
  private var recordingsAsked = 0

  init(platform: any Platform, clock: any WatcherClock) {
    self.platform = platform
    self.clock = clock
  }

  func start(address: SocketAddress, events: SocketAddress) throws(CallError) {
    let platform = platform
    let watcher = FrontWatcher(
      clock: clock, open: { () throws(WatcherFailure) in try platform.openFront() },
      onChange: { [weak self] change in self?.publish(change) })
    let own = ["front.current", "front.watch", "front.restore", "front.changed", "calls.note", "calls.changed"]
    let identity = Identity(
      role: "watcher", build: Build.version, pid: Int(ProcessInfo.processInfo.processIdentifier),
      capabilities: own + ["permissions"] + platform.capabilities)
    let wire = try WireService(address: address, events: events, identity: identity, methods: methods(watcher))
    lock.withLock {
      self.wire = wire
      self.watcher = watcher
    }
    watcher.start()
    platform.onLockChange { [weak self] state in self?.publish(state) }
  }

  func stop() {
    let (wire, watcher) = lock.withLock { (self.wire, self.watcher) }
    watcher?.stop()
    let done = DispatchSemaphore(value: 0)
    Task {
      await platform.stopAllRecordings()
      done.signal()
    }
    _ = done.wait(timeout: .now() + 5)
    wire?.close()
  }

  private func methods(_ watcher: FrontWatcher) -> [String: Method] {
    [
      "front.current": Method(.reads) { [self] _, deadline in try current(watcher, deadline) },
      "front.watch": Method(.reads) { [self] params, deadline in try watch(watcher, params, deadline) },
      "front.restore": Method(.acts) { [self] params, deadline in try restore(watcher, params, deadline) },
      "calls.note": Method(.reads) { [self] params, _ in try note(params) },
      "lock.state": Method(.reads) { [self] _, _ in
        try coded { () throws(WatcherFailure) in .fields(try platform.lockState().wireEntries) }
      },
      "text.exact": Method(.reads) { [self] params, _ in
        let pid = try Params.pid(params["pid"], "pid")
        let window = try Params.optionalPid(params["windowId"], "windowId")
        return try coded { () throws(WatcherFailure) in try platform.exactText(pid: pid, windowId: window).wireValue }
      },
      "menu.keys": Method(.reads) { [self] params, _ in
        let pid = try Params.pid(params["pid"], "pid")
        return try coded { () throws(WatcherFailure) in try platform.menuKeys(pid: pid).wireValue }
      },
      "record.start": Method(.acts) { [self] params, _ in try await startRecording(params) },
      "record.stop": Method(.acts) { [self] params, _ in
        let id = try Params.text(params["recordingId"], "recordingId", most: 64)
        return try await codedAsync { try await self.platform.stopRecording(id: id, reason: .stopped).wireValue }
      },
      "permissions": Method(.reads) { [self] _, _ in
        .fields([("permissions", .array(platform.permissions().map(\.wireValue)))])
      },
    ]
  }

  private func current(_ watcher: FrontWatcher, _ deadlineMs: Int) throws -> WireValue {
    let standing = try standing(watcher, deadlineMs)
    let focus: WireValue = platform.focus()?.wireValue ?? .null
    return .fields(
      [("front", standing.front.wireValue), ("focus", focus)] + standing.moment.wireEntries
        + [("blindMs", .double(standing.blindMs))])
  }

  private func watch(_ watcher: FrontWatcher, _ params: WireValue, _ deadlineMs: Int) throws -> WireValue {
    watcher.ask(sampleMs: try Params.sampleMs(params["sampleMs"]))
    let standing = try standing(watcher, deadlineMs)
    let interval = WireValue.int(Int64(watcher.intervalMs))
    return .fields(
      [("front", standing.front.wireValue)] + standing.moment.wireEntries
        + [("sampleMs", interval), ("blindMs", interval), ("seesInput", .bool(platform.seesInput))])
  }

  private func standing(_ watcher: FrontWatcher, _ deadlineMs: Int) throws -> FrontWatcher.Standing {
    let deadline = Date().addingTimeInterval(Double(deadlineMs) / 1_000)
    return try coded { () throws(WatcherFailure) in try watcher.current(deadline: deadline) }
  }

  private func fresh(_ watcher: FrontWatcher, _ deadlineMs: Int) throws -> FrontWatcher.Standing {
    let deadline = Date().addingTimeInterval(Double(deadlineMs) / 1_000)
    return try coded { () throws(WatcherFailure) in try watcher.fresh(deadline: deadline) }
  }

  private func restore(_ watcher: FrontWatcher, _ params: WireValue, _ deadlineMs: Int) throws -> WireValue {
    guard let list = params["from"]?.arrayValue, (1...64).contains(list.count) else {
      throw CallError.badParams("from", accepted: "an array of 1 to 64 process ids")
    }
    let from = Set(try list.map { try Params.pid($0, "from") })
    let asked = try target(params["to"])
    if let pid = asked?.pid, from.contains(pid) {
      throw CallError("bad_arguments", "Nothing was done: the app to put back is one of those that must not be in front.")
    }
    let evenPerson = try Params.optionalBool(params["evenPerson"], "evenPerson") ?? false
    let began = clock.now()
    let front = try fresh(watcher, deadlineMs).front
    let before = watcher.before(from) { platform.isThere($0) }
    let to = asked ?? before.front.map { Restore.Target(pid: $0.pid, windowId: $0.windowId) }
    switch Restore.plan(front: front, from: from, to: to, cause: before.cause, evenPerson: evenPerson) {
    case .failure(let refusal): return answer(refusal.outcome, front: front, checks: 0)
    case .success(let plan):
      // A caller who insists wants it back whatever the person chose.
      let since = evenPerson ? nil : began.earlier(by: Restore.crossedMs)
      return try carryOut(plan, watcher, chosenSince: since)
    }
  }

  private func carryOut(_ plan: Restore, _ watcher: FrontWatcher, chosenSince: Moment?) throws -> WireValue {
    var plan = plan
    var step = plan.first
    var front = Front.nobody
    while true {
      switch step {
      case .activate(let target):
        watcher.restoring(target)
        step = plan.activated(try coded { () throws(WatcherFailure) in try platform.activate(target) })
      case .check:
        Thread.sleep(forTimeInterval: Double(Restore.checkEveryMs) / 1_000)
        let chosen = chosenSince.flatMap { platform.chosen(since: $0) }
        front = try fresh(watcher, 1_000).front
        step = plan.saw(front, chosen: chosen)
      case .end(let outcome, let checks):
        return answer(outcome, front: front, checks: checks)
      }
    }
  }

  private func answer(_ outcome: Restore.Outcome, front: Front, checks: Int) -> WireValue {
    .fields([
      ("outcome", .text(outcome.rawValue)), ("front", front.wireValue), ("checks", .int(Int64(checks))),
    ])
  }

  private func target(_ value: WireValue?) throws(CallError) -> Restore.Target? {
    guard let value else { return nil }
    guard case .map = value else { throw .badParams("to", accepted: "{pid, windowId}") }
    let target = Restore.Target(
      pid: try Params.optionalPid(value["pid"], "to.pid"),
      windowId: try Params.optionalPid(value["windowId"], "to.windowId"))
    return target.pid == nil && target.windowId == nil ? nil : target
  }

  private func note(_ params: WireValue) throws(CallError) -> WireValue {
    let calls = try RunningCall.list(params["running"])
    let changed = lock.withLock { () -> Bool in
      defer { running = calls }
      return running != calls
    }
    if changed {
      publish("calls.changed", [("running", .array(calls.map(\.wireValue)))] + clock.now().wireEntries)
    }
    return .map([])
  }

  private func startRecording(_ params: WireValue) async throws -> WireValue {
    let pid = try Params.pid(params["pid"], "pid")
    let window = try Params.pid(params["windowId"], "windowId")
    let path = try Params.text(params["path"], "path", most: 4_096)
    let seconds = params["maxSeconds"]?.numberValue ?? 3_600
    guard seconds > 0, seconds <= 86_400 else {
      throw CallError.badParams("maxSeconds", accepted: "a number above 0 and up to 86400")
    }
    return try await codedAsync {
      try await self.platform.startRecording(pid: pid, windowId: window, path: path, maxSeconds: seconds) { end in
        self.publish(end)
      }.wireValue
    }
  }

  private func publish(_ change: FrontChange) {
    let during = lock.withLock { running }
    publish(
      "front.changed",
      [("front", change.front.wireValue), ("previous", change.previous.wireValue)] + change.moment.wireEntries + [
        ("cause", .text(change.cause.rawValue)), ("blindMs", .double(change.blindMs)),
        ("during", .array(during.map(\.wireValue))),
      ])
  }

  private func publish(_ state: LockState) {
    publish("lock.changed", state.wireEntries + clock.now().wireEntries)
  }

  private func publish(_ end: RecordingEnd) {
    lock.withLock { wire }?.publish("record.ended", end.wireValue)
  }

  private func publish(_ topic: String, _ entries: [(String, WireValue?)]) {
    lock.withLock { wire }?.publish(topic, .fields(entries))
  }
}

/// Turns a failure of the watcher into one of the wire.
private func coded<T>(_ work: () throws(WatcherFailure) -> T) throws(CallError) -> T {
  do throws(WatcherFailure) { return try work() } catch { throw CallError(error) }
}

private func codedAsync(_ work: () async throws -> WireValue) async throws -> WireValue {
  do { return try await work() } catch let failure as WatcherFailure { throw CallError(failure) }
}
