import Foundation

/// Whether a method may be repeated after a lost answer (`reads`) or must never be sent twice (`acts`).
public enum Effects: Sendable {
  case reads
  case acts
}

/// A method of the contract, apart from `hello` and `cancel`, which the transport answers itself.
public struct Method: Sendable {
  public typealias Handler = @Sendable (_ params: WireValue, _ deadlineMs: Int) async throws -> WireValue

  let effects: Effects
  let handler: Handler

  public init(_ effects: Effects, _ handler: @escaping Handler) {
    self.effects = effects
    self.handler = handler
  }
}

/// What a service says of itself.
public struct Identity: Sendable {
  public let role: String
  public let build: String
  public let pid: Int
  public let capabilities: [String]

  public init(role: String, build: String, pid: Int, capabilities: [String]) {
    self.role = role
    self.build = build
    self.pid = pid
    self.capabilities = capabilities
  }
}

/// The protocol this build speaks; equal major numbers can talk.
public enum ProtocolVersion {
  public static let major: Int64 = 1
  public static let minor: Int64 = 0
}

/// Turns frames of peers into replies: everything of a service except its sockets. Safe from any thread.
final class Answerer: @unchecked Sendable {
  typealias Peer = [UInt8]
  typealias Send = @Sendable (Peer, [UInt8]) -> Void

  /// Most calls of one connection, and of all together, that may wait for their handler at once.
  static let mostWaitingPerPeer = 64
  static let mostWaitingInAll = 512

  private struct Key: Hashable {
    let peer: Peer
    let id: Int64
  }

  private let identity: Identity
  private let methods: [String: Method]
  private let send: Send
  private let lock = NSLock()
  /// Guarded by `lock`: the running calls. The value becomes nil when a call was answered before its handler ended.
  private var running: [Key: Task<Void, Never>?] = [:]
  private var waiting: [Peer: Int] = [:]
  private var closed = false

  init(identity: Identity, methods: [String: Method], send: @escaping Send) {
    self.identity = identity
    self.methods = methods
    self.send = send
  }

  func receive(peer: Peer, frame: [UInt8]) {
    guard let value = try? MessagePackReader.decode(frame) else { return }
    switch Envelope.read(value) {
    case .unusable: return
    case .refused(let id, let error):
      // A frame that reuses the id of a running call must not end that call at its caller.
      if !isRunning(Key(peer: peer, id: id)) { reply(peer, Envelope.failure(id: id, error: error)) }
    case .request(let request): accept(peer, request)
    }
  }

  func close() {
    let calls = lock.withLock {
      closed = true
      return Array(running.values)
    }
    for call in calls { call?.cancel() }
  }

  private func accept(_ peer: Peer, _ request: Request) {
    switch request.method {
    case "hello": answer(peer, request) { () throws(CallError) in try hello(request.params) }
    case "cancel": answer(peer, request) { () throws(CallError) in try cancel(peer, request.params) }
    default:
      guard let method = methods[request.method] else {
        let message = "The \(identity.role) process has no such method; nothing was done."
        return reply(peer, Envelope.failure(id: request.id, error: CallError("unknown_method", message)))
      }
      start(peer, request, method)
    }
  }

  private func answer(_ peer: Peer, _ request: Request, _ work: () throws(CallError) -> WireValue) {
    do throws(CallError) {
      reply(peer, Envelope.success(id: request.id, result: try work()))
    } catch {
      reply(peer, Envelope.failure(id: request.id, error: error))
    }
  }

  private func hello(_ params: WireValue) throws(CallError) -> WireValue {
    guard let role = params["role"]?.textValue else { throw .badParams("role", accepted: "string") }
    guard let major = params["version"]?["major"]?.intValue, let minor = params["version"]?["minor"]?.intValue else {
      throw .badParams("version", accepted: "{major, minor} as whole numbers")
    }
    guard params["build"]?.textValue != nil else { throw .badParams("build", accepted: "string") }
    guard Int64(major) == ProtocolVersion.major else {
      let ours = "\(ProtocolVersion.major).\(ProtocolVersion.minor)"
      let reason = "protocol \(major).\(minor) cannot be joined by \(ours): the major versions differ"
      throw CallError("protocol_mismatch", "The connection was refused: \(reason).")
    }
    guard role == identity.role else {
      let reason = "this is the \(identity.role) process, and another role was asked for"
      throw CallError("protocol_mismatch", "The connection was refused: \(reason).")
    }
    let version = WireValue.fields([
      ("major", .int(ProtocolVersion.major)), ("minor", .int(ProtocolVersion.minor)),
    ])
    return .fields([
      ("role", .text(identity.role)), ("version", version), ("build", .text(identity.build)),
      ("pid", .int(Int64(identity.pid))), ("capabilities", .array(identity.capabilities.map { .text($0) })),
    ])
  }

  private func cancel(_ peer: Peer, _ params: WireValue) throws(CallError) -> WireValue {
    guard let id = params["call"]?.intValue, id >= 0 else {
      throw .badParams("call", accepted: "a whole number that is not negative")
    }
    let key = Key(peer: peer, id: Int64(id))
    let known = end(key, with: CallError("cancelled", "The caller cancelled the call."))
    return .fields([("known", .bool(known))])
  }

  private func start(_ peer: Peer, _ request: Request, _ method: Method) {
    let key = Key(peer: peer, id: request.id)
    enum Place { case taken, full, free }
    let place = lock.withLock { () -> Place in
      if closed || running[key] != nil { return .taken }
      if running.count >= Self.mostWaitingInAll || waiting[peer, default: 0] >= Self.mostWaitingPerPeer { return .full }
      waiting[peer, default: 0] += 1
      // The task is created under the lock, so that it cannot end before it is known.
      running[key] = Task { await self.run(key, request, method) }
      return .free
    }
    switch place {
    case .taken, .free: return
    case .full:
      let error = CallError("overloaded", "Too many calls are waiting; this one was not accepted.", retry: true)
      reply(peer, Envelope.failure(id: request.id, error: error))
    }
  }

  private func run(_ key: Key, _ request: Request, _ method: Method) async {
    let deadline = Task {
      try await Task.sleep(for: .milliseconds(request.deadlineMs))
      let error = interruption("deadline_exceeded", "The call did not end before its deadline.", method.effects)
      _ = self.end(key, with: error)
    }
    defer {
      deadline.cancel()
      settle(key)
    }
    do {
      let result = try await method.handler(request.params, request.deadlineMs)
      finish(key, Envelope.success(id: key.id, result: result))
    } catch let error as CallError {
      finish(key, Envelope.failure(id: key.id, error: error))
    } catch {
      let message = "The process failed while it carried out the call."
      finish(key, Envelope.failure(id: key.id, error: interruption("internal", message, method.effects)))
    }
  }

  /// An error while or after the handler ran: for an action nobody knows how far it came.
  private func interruption(_ code: String, _ message: String, _ effects: Effects) -> CallError {
    switch effects {
    case .acts: CallError(code, message, delivery: .uncertain, retry: false)
    case .reads: CallError(code, message, delivery: .notDelivered, retry: code != "internal")
    }
  }

  private func isRunning(_ key: Key) -> Bool {
    lock.withLock { running[key] != nil }
  }

  /// Answers a call without waiting for its handler; false when it is not there or was answered already.
  private func end(_ key: Key, with error: CallError) -> Bool {
    let task = lock.withLock { () -> Task<Void, Never>? in
      guard let entry = running[key], let task = entry else { return nil }
      running[key] = .some(nil)
      return task
    }
    guard let task else { return false }
    task.cancel()
    reply(key.peer, Envelope.failure(id: key.id, error: error))
    return true
  }

  private func finish(_ key: Key, _ frame: WireValue) {
    let unanswered = lock.withLock { () -> Bool in
      guard let entry = running[key], entry != nil else { return false }
      running[key] = .some(nil)
      return true
    }
    if unanswered { reply(key.peer, frame) }
  }

  private func settle(_ key: Key) {
    lock.withLock {
      running[key] = nil
      let left = waiting[key.peer, default: 1] - 1
      waiting[key.peer] = left > 0 ? left : nil
    }
  }

  private func reply(_ peer: Peer, _ frame: WireValue) {
    if lock.withLock({ closed }) { return }
    let bytes = MessagePackWriter.encode(frame)
    if bytes.count <= FrameLimits.bytes { return send(peer, bytes) }
    guard let id = frame["id"]?.intValue else { return }
    let error = CallError("frame_too_large", "The answer was too large and was not sent. Ask for less at once.")
    send(peer, MessagePackWriter.encode(Envelope.failure(id: Int64(id), error: error)))
  }
}
