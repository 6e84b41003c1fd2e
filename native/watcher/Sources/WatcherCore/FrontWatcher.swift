import Foundation

/// Watches the front on a thread of its own until it is stopped. Safe from any thread.
public final class FrontWatcher: @unchecked Sendable {
  public struct Standing: Sendable {
    public let front: Front
    public let moment: Moment
    public let blindMs: Double
    /// When the look began.
    fileprivate let asked: Moment
  }

  /// Pause before the system is tried again after it could not be reached, in milliseconds.
  private static let retryMs = 500

  private let clock: any WatcherClock
  private let open: @Sendable () throws(WatcherFailure) -> any FrontSource
  private let onChange: @Sendable (FrontChange) -> Void
  private let lock = NSCondition()
  /// All guarded by `lock`.
  private var policy = SamplingPolicy()
  private var track = ChangeTrack()
  private var history = FrontHistory()
  private var standing: Result<Standing, WatcherFailure>?
  private var restoring: (target: Restore.Target, untilMs: Double)?
  private var stopping = false
  private var stopped = false

  public init(
    clock: any WatcherClock, open: @escaping @Sendable () throws(WatcherFailure) -> any FrontSource,
    onChange: @escaping @Sendable (FrontChange) -> Void
  ) {
    self.clock = clock
    self.open = open
    self.onChange = onChange
  }

  public func start() {
    Thread.detachNewThread { [self] in
      run()
      lock.withLock {
        stopped = true
        lock.broadcast()
      }
    }
  }

  /// Ends the watch and waits for its thread.
  public func stop() {
    lock.lock()
    stopping = true
    while !stopped { lock.wait() }
    lock.unlock()
  }

  public var intervalMs: Int { lock.withLock { policy.intervalMs } }

  public func ask(sampleMs: Int?) {
    lock.withLock { policy.ask(sampleMs) }
  }

  /// The last look; waits for the first one until `deadline`.
  public func current(deadline: Date) throws(WatcherFailure) -> Standing {
    lock.lock()
    defer { lock.unlock() }
    while standing == nil {
      guard lock.wait(until: deadline) else {
        throw WatcherFailure(.watcherUnavailable, "Which app is in front is not known yet; nothing was done.")
      }
    }
    guard case .success(let known)? = standing else { return try standing?.get() ?? nobody() }
    return Standing(
      front: known.front, moment: known.moment, blindMs: track.blindMs(now: clock.now()), asked: known.asked)
  }

  /// A look that begins now or later.
  public func fresh(deadline: Date) throws(WatcherFailure) -> Standing {
    let now = clock.now()
    lock.lock()
    defer { lock.unlock() }
    while true {
      if case .failure(let failure)? = standing { throw failure }
      if case .success(let known)? = standing, known.asked.monotonicMs >= now.monotonicMs { return known }
      guard lock.wait(until: deadline) else {
        throw WatcherFailure(.watcherUnavailable, "The system did not say in time which app is in front.")
      }
    }
  }

  /// What the front's last change was caused by, and what was in front before any app of `pids`.
  public func before(_ pids: Set<Int>, isThere: (Front) -> Bool) -> (cause: FrontCause, front: Front?) {
    let kept = lock.withLock { history }
    return (kept.cause, kept.last(outside: pids, isThere: isThere))
  }

  /// That app is asked for by a restore now: when it comes to the front, this is why.
  public func restoring(_ target: Restore.Target) {
    let untilMs = clock.now().monotonicMs + Restore.accountsForMs
    lock.withLock { restoring = (target, untilMs) }
  }

  private func nobody() -> Standing {
    Standing(front: .nobody, moment: clock.now(), blindMs: 0, asked: clock.now())
  }

  private func run() {
    while !lock.withLock({ stopping }) {
      do throws(WatcherFailure) {
        let source = try open()
        try sample(source)
      } catch {
        settle(.failure(error))
        pause()
      }
    }
  }

  private func pause() {
    lock.lock()
    if !stopping { _ = lock.wait(until: Date().addingTimeInterval(Double(Self.retryMs) / 1_000)) }
    lock.unlock()
  }

  private func sample(_ source: any FrontSource) throws(WatcherFailure) {
    while !lock.withLock({ stopping }) {
      let asked = clock.now()
      guard let front = try source.read() else {
        let message = "Nobody on this display says which window is active, so the front app is unknown."
        settle(.failure(WatcherFailure(.unsupported, message)))
        source.waitForHint(milliseconds: intervalMs)
        continue
      }
      take(Look(front: front, asked: asked, answered: clock.now()), source)
      source.waitForHint(milliseconds: intervalMs)
    }
  }

  private func take(_ look: Look, _ source: any FrontSource) {
    let change = lock.withLock { () -> FrontChange? in
      if track.front == nil { history.start(with: look.front) }
      let change = track.add(look) { previous in
        isRestored(look) ? .restore : source.cause(of: look.front, after: previous)
      }
      if let change { history.add(change) }
      standing = .success(Standing(front: look.front, moment: look.answered, blindMs: 0, asked: look.asked))
      lock.broadcast()
      return change
    }
    if let change { onChange(change) }
  }

  private func isRestored(_ look: Look) -> Bool {
    guard let restoring, look.answered.monotonicMs <= restoring.untilMs else { return false }
    return restoring.target.isFront(look.front)
  }

  private func settle(_ result: Result<Standing, WatcherFailure>) {
    lock.withLock {
      standing = result
      lock.broadcast()
    }
  }
}
