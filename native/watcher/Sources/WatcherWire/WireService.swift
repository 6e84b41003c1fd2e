import CZeroMQ
import Foundation

/// Answers calls on one address and publishes events on another, on a thread of its own, until it is closed.
public final class WireService: @unchecked Sendable {
  /// Sent to everyone whenever a new subscription was learnt of: a subscriber that has it misses nothing unseen.
  static let subscribedTopic = "subscribed"
  /// Frames queued for a slow subscriber, or for a slow caller, before more are dropped.
  private static let eventQueue: Int32 = 1_024
  private static let callQueue: Int32 = 256

  private let context: UnsafeMutableRawPointer
  private let router: UnsafeMutableRawPointer
  private let publisher: UnsafeMutableRawPointer
  private let addresses: [SocketAddress]
  private var answerer: Answerer?
  private let wake = Pipe()
  private let lock = NSLock()
  /// Guarded by `lock`: what other threads ask of the socket thread.
  private var outgoing: [Outgoing] = []
  private var closing = false
  private var seq: Int64 = 0
  private let ended = DispatchSemaphore(value: 0)

  private enum Outgoing {
    case reply(peer: [UInt8], frame: [UInt8])
    case event(topic: String, data: WireValue, at: Double)
  }

  public init(
    address: SocketAddress, events: SocketAddress, identity: Identity, methods: [String: Method]
  ) throws(CallError) {
    guard let context = zmq_ctx_new() else { throw Self.failure("no ZeroMQ context") }
    self.context = context
    guard let router = zmq_socket(context, ZMQ_ROUTER), let publisher = zmq_socket(context, ZMQ_XPUB) else {
      zmq_ctx_term(context)
      throw Self.failure("no ZeroMQ socket")
    }
    self.router = router
    self.publisher = publisher
    addresses = [address, events]
    do throws(CallError) {
      try Self.prepare(router, queue: Self.callQueue)
      try Self.set(router, ZMQ_ROUTER_MANDATORY, 1)
      try Self.prepare(publisher, queue: Self.eventQueue)
      try Self.set(publisher, ZMQ_XPUB_VERBOSE, 1)
      try Self.bind(router, address)
      try Self.bind(publisher, events)
    } catch {
      zmq_close(router)
      zmq_close(publisher)
      zmq_ctx_term(context)
      throw error
    }
    answerer = Answerer(identity: identity, methods: methods) { [weak self] peer, frame in
      self?.enqueue(.reply(peer: peer, frame: frame))
    }
    Thread.detachNewThread { [self] in run() }
  }

  /// Sends an event to all subscribers; numbers follow the order of these calls.
  public func publish(_ topic: String, _ data: WireValue) {
    enqueue(.event(topic: topic, data: data, at: (Date().timeIntervalSince1970 * 1_000).rounded()))
  }

  /// Closes the sockets and removes their files. Returns when that is done; may be called once.
  public func close() {
    answerer?.close()
    lock.withLock { closing = true }
    signal()
    ended.wait()
    for address in addresses { address.remove() }
  }

  private func enqueue(_ item: Outgoing) {
    lock.withLock { outgoing.append(item) }
    signal()
  }

  private func signal() {
    wake.fileHandleForWriting.write(Data([1]))
  }

  private func run() {
    var items = [
      zmq_pollitem_t(socket: router, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0),
      zmq_pollitem_t(socket: publisher, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0),
      zmq_pollitem_t(
        socket: nil, fd: wake.fileHandleForReading.fileDescriptor, events: Int16(ZMQ_POLLIN), revents: 0),
    ]
    while !lock.withLock({ closing }) {
      if zmq_poll(&items, Int32(items.count), -1) < 0 && zmq_errno() != EINTR { break }
      if items[2].revents != 0 { drainWake() }
      if items[0].revents != 0 { readCalls() }
      if items[1].revents != 0 { readSubscriptions() }
      sendAll()
    }
    zmq_close(router)
    zmq_close(publisher)
    zmq_ctx_term(context)
    ended.signal()
  }

  private func drainWake() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    _ = read(wake.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
  }

  private func readCalls() {
    while let parts = Self.receive(router) {
      // A call is two parts: who asks, and one frame. Anything else is dropped.
      if parts.count == 2 { answerer?.receive(peer: parts[0], frame: parts[1]) }
    }
  }

  private func readSubscriptions() {
    while let parts = Self.receive(publisher) {
      // XPUB hands on subscriptions: one byte 1, then the topic prefix.
      if parts.first?.first == 1 { enqueue(.event(topic: Self.subscribedTopic, data: .map([]), at: now())) }
    }
  }

  private func now() -> Double {
    (Date().timeIntervalSince1970 * 1_000).rounded()
  }

  private func sendAll() {
    let items = lock.withLock {
      defer { outgoing = [] }
      return outgoing
    }
    for item in items {
      switch item {
      case .reply(let peer, let frame):
        if zmq_send(router, peer, peer.count, ZMQ_DONTWAIT | ZMQ_SNDMORE) >= 0 {
          zmq_send(router, frame, frame.count, ZMQ_DONTWAIT)
        }
      case .event(let topic, let data, let at):
        let frame = MessagePackWriter.encode(Envelope.event(topic: topic, seq: seq + 1, at: at, data: data))
        guard frame.count <= FrameLimits.bytes else { continue }
        seq += 1
        zmq_send(publisher, frame, frame.count, ZMQ_DONTWAIT)
      }
    }
  }

  /// All parts of the next message, or nil when none waits.
  private static func receive(_ socket: UnsafeMutableRawPointer) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    while true {
      var message = zmq_msg_t()
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, socket, ZMQ_DONTWAIT) >= 0 else { return nil }
      let size = zmq_msg_size(&message)
      let bytes = zmq_msg_data(&message).map { UnsafeRawBufferPointer(start: $0, count: size) }
      parts.append(bytes.map(Array.init) ?? [])
      if zmq_msg_more(&message) == 0 { return parts }
    }
  }

  private static func prepare(_ socket: UnsafeMutableRawPointer, queue: Int32) throws(CallError) {
    // Linger 0: nothing is delivered after its sender gave up, and no process waits for a dead peer.
    try set(socket, ZMQ_LINGER, 0)
    try set(socket, ZMQ_SNDTIMEO, 0)
    try set(socket, ZMQ_SNDHWM, queue)
    try set(socket, ZMQ_RCVHWM, queue)
    var limit = Int64(FrameLimits.bytes)
    guard zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &limit, MemoryLayout<Int64>.size) == 0 else {
      throw failure("an option was refused")
    }
  }

  private static func set(_ socket: UnsafeMutableRawPointer, _ option: Int32, _ value: Int32) throws(CallError) {
    var value = value
    guard zmq_setsockopt(socket, option, &value, MemoryLayout<Int32>.size) == 0 else {
      throw failure("an option was refused")
    }
  }

  private static func bind(_ socket: UnsafeMutableRawPointer, _ address: SocketAddress) throws(CallError) {
    try address.claim()
    let before = umask(0o077)
    defer { umask(before) }
    guard zmq_bind(socket, address.text) == 0 else { throw failure("the address could not be bound") }
  }

  private static func failure(_ reason: String) -> CallError {
    CallError("internal", "The process cannot serve: \(reason).")
  }
}
