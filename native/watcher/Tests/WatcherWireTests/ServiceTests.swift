import CZeroMQ
import Foundation
import XCTest

@testable import WatcherWire

/// A peer over real ZeroMQ.
private final class Peer {
  private let context = zmq_ctx_new()
  private let socket: UnsafeMutableRawPointer?

  init(_ kind: Int32, _ address: String) {
    socket = zmq_socket(context, kind)
    var patience: Int32 = 10_000
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, MemoryLayout<Int32>.size)
    var linger: Int32 = 0
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
    if kind == ZMQ_SUB { zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "", 0) }
    zmq_connect(socket, address)
  }

  deinit {
    zmq_close(socket)
    zmq_ctx_term(context)
  }

  func send(_ bytes: [UInt8]) { zmq_send(socket, bytes, bytes.count, 0) }

  func call(_ id: Int64, _ method: String, _ params: WireValue = .map([]), deadlineMs: Int64 = 10_000) {
    send(
      MessagePackWriter.encode(
        .fields([
          ("v", .int(1)), ("id", .int(id)), ("method", .text(method)), ("params", params),
          ("deadlineMs", .int(deadlineMs)),
        ])))
  }

  func receive() throws -> WireValue {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = zmq_recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { throw FrameFault(reason: "no answer within ten seconds") }
    return try MessagePackReader.decode(Array(buffer.prefix(Int(count))))
  }
}

final class ServiceTests: XCTestCase {
  private var folder = ""
  private var service: WireService?
  private var address = ""

  override func setUpWithError() throws {
    var template = Array("/tmp/watcher-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return XCTFail("no folder") }
    folder = String(cString: made)
    address = "ipc://\(folder)/s"
    let events = try SocketAddress(address).events
    service = try WireService(
      address: try SocketAddress(address), events: events,
      identity: Identity(role: "watcher", build: "test", pid: 77, capabilities: ["echo"]),
      methods: [
        "echo": Method(.reads) { params, _ in params },
        "wait": Method(.acts) { _, _ in
          try await Task.sleep(for: .seconds(60))
          return .null
        },
        "fail": Method(.acts) { _, _ in throw CallError("window_not_found", "There is no such window.") },
        "break": Method(.acts) { _, _ in throw FrameFault(reason: "secret of the screen") },
      ])
  }

  override func tearDown() {
    service?.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func code(_ frame: WireValue) -> String? { frame["error"]?["code"]?.textValue }

  func testHelloTellsWhoThisIsAndRefusesAnotherVersionOrRole() throws {
    let peer = Peer(ZMQ_DEALER, address)
    let version: WireValue = .fields([("major", .int(1)), ("minor", .int(0))])
    peer.call(1, "hello", .fields([("role", .text("watcher")), ("version", version), ("build", .text("x"))]))
    let answer = try peer.receive()["result"]
    XCTAssertEqual(answer?["role"], .text("watcher"))
    XCTAssertEqual(answer?["pid"], .int(77))
    XCTAssertEqual(answer?["capabilities"], .array([.text("echo")]))

    let later: WireValue = .fields([("major", .int(2)), ("minor", .int(0))])
    peer.call(2, "hello", .fields([("role", .text("watcher")), ("version", later), ("build", .text("x"))]))
    XCTAssertEqual(code(try peer.receive()), "protocol_mismatch")
    peer.call(3, "hello", .fields([("role", .text("ranker")), ("version", version), ("build", .text("x"))]))
    XCTAssertEqual(code(try peer.receive()), "protocol_mismatch")
  }

  func testCallsAreAnsweredWithTheirResultOrTheirFailure() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.call(1, "echo", .fields([("é", .double(0.25))]))
    XCTAssertEqual(try peer.receive()["result"]?["é"], .double(0.25))
    peer.call(2, "fail")
    XCTAssertEqual(code(try peer.receive()), "window_not_found")
    peer.call(3, "nothing")
    XCTAssertEqual(code(try peer.receive()), "unknown_method")
  }

  func testAnUnexpectedFailureKeepsItsWordsToItself() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.call(1, "break")
    let error = try peer.receive()["error"]
    XCTAssertEqual(error?["code"], .text("internal"))
    XCTAssertEqual(error?["delivery"], .text("uncertain"))
    XCTAssertFalse(error?["message"]?.textValue?.contains("secret") ?? true)
  }

  func testACallEndsAtItsDeadlineAndAnActionIsThenUncertain() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.call(1, "wait", deadlineMs: 30)
    let error = try peer.receive()["error"]
    XCTAssertEqual(error?["code"], .text("deadline_exceeded"))
    XCTAssertEqual(error?["delivery"], .text("uncertain"))
  }

  func testACancelledCallIsAnsweredAtOnce() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.call(1, "wait")
    peer.call(2, "cancel", .fields([("call", .int(1))]))
    var answers: [Int: WireValue] = [:]
    for _ in 1...2 {
      let answer = try peer.receive()
      answers[answer["id"]?.intValue ?? -1] = answer
    }
    XCTAssertEqual(answers[1].flatMap(code), "cancelled")
    XCTAssertEqual(answers[2]?["result"]?["known"], .bool(true))
  }

  func testAFrameThatReusesTheIdOfARunningCallIsDropped() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.call(1, "wait")
    peer.call(1, "echo")
    peer.call(2, "echo")
    XCTAssertEqual(try peer.receive()["id"], .int(2))
  }

  func testTooManyWaitingCallsOfOnePeerAreRefused() throws {
    let peer = Peer(ZMQ_DEALER, address)
    for id in 1...65 { peer.call(Int64(id), "wait") }
    let answer = try peer.receive()
    XCTAssertEqual(answer["id"], .int(65))
    XCTAssertEqual(code(answer), "overloaded")
  }

  func testRubbishIsDroppedAndTheNextCallAnswered() throws {
    let peer = Peer(ZMQ_DEALER, address)
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 { peer.send((0..<random.below(40)).map { _ in UInt8(random.below(256)) }) }
    peer.call(5, "echo", .fields([("a", .int(1))]))
    var answer = try peer.receive()
    while answer["id"] != .int(5) { answer = try peer.receive() }
    XCTAssertEqual(answer["result"]?["a"], .int(1))
  }

  func testARequestThatIsNotUnderstoodNamesTheField() throws {
    let peer = Peer(ZMQ_DEALER, address)
    peer.send(MessagePackWriter.encode(.fields([("v", .int(1)), ("id", .int(4)), ("method", .text("echo"))])))
    let answer = try peer.receive()
    XCTAssertEqual(code(answer), "frame_malformed")
    XCTAssertTrue(answer["error"]?["message"]?.textValue?.contains("deadlineMs") ?? false)
  }

  func testASubscriberIsToldThatItIsSubscribedAndCountsEvents() throws {
    let subscriber = Peer(ZMQ_SUB, address + ".events")
    let first = try subscriber.receive()
    XCTAssertEqual(first["topic"], .text("subscribed"))
    let seq = first["seq"]?.intValue ?? 0
    for number in 1...100 { service?.publish("front.changed", .fields([("n", .int(Int64(number)))])) }
    for number in 1...100 {
      let event = try subscriber.receive()
      XCTAssertEqual(event["seq"]?.intValue, seq + number)
      XCTAssertEqual(event["data"]?["n"], .int(Int64(number)))
    }
  }

  func testAnAddressThatIsServedOrNotPrivateIsRefused() throws {
    let identity = Identity(role: "watcher", build: "test", pid: 1, capabilities: [])
    let taken = try SocketAddress(address)
    XCTAssertThrowsError(
      try WireService(address: taken, events: try taken.events, identity: identity, methods: [:])
    ) { XCTAssertEqual(($0 as? CallError)?.code, "address_in_use") }
    chmod(folder, 0o755)
    let other = try SocketAddress("ipc://\(folder)/other")
    XCTAssertThrowsError(
      try WireService(address: other, events: try other.events, identity: identity, methods: [:])
    ) { XCTAssertEqual(($0 as? CallError)?.code, "runtime_dir_unsafe") }
    chmod(folder, 0o700)
    XCTAssertThrowsError(try SocketAddress("tcp://127.0.0.1:1"))
    XCTAssertThrowsError(try SocketAddress("ipc:///" + String(repeating: "x", count: 120)))
  }

  func testSocketsArePrivateAndRemovedAtTheEnd() throws {
    var found = stat()
    XCTAssertEqual(lstat("\(folder)/s", &found), 0)
    XCTAssertEqual(found.st_mode & 0o077, 0)
    service?.close()
    service = nil
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder), [])
  }
}
