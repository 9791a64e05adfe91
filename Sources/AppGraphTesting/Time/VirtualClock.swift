package import AppGraph

/// A clock whose time passes only when a test says so.
///
/// Give it to a graph in ``/AppGraph/GraphOptions`` and to the fakes that take time. ``advance(by:)`` lets
/// time pass and returns when everything that followed has come to rest: work due at one instant is
/// resumed in the order in which it was begun, and what follows from each before the next. A duration
/// that equals a limit is in time.
///
///     let clock = VirtualClock()
///     let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
///     let request = app.request(bob)
///     await clock.advance(by: .milliseconds(40))
///
/// The graphs tell the clock which of their operations are under way, so it knows without polling when
/// all of them wait for time to pass. Work that waits for something else than this clock and the graph
/// keeps `advance` waiting.
public final class VirtualClock: Clock, Sendable {
  /// A point of virtual time.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// A point of virtual time.
    ///
    /// - Parameter offset: The time since the clock was made.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// The point of time that is a duration later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later point.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this point to another.
    ///
    /// - Parameter other: The other point.
    /// - Returns: The time between; negative if the other is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one point is earlier than another.
    ///
    /// - Parameters:
    ///   - left: One point.
    ///   - right: The other.
    /// - Returns: Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let schedule = Lock(Schedule())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The present virtual time.
  public var now: Instant { Instant(offset: schedule.withLock { $0.now }) }

  /// The smallest step of time; any.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to a point of time.
  ///
  /// - Parameters:
  ///   - deadline: The point of time; one that has come does not wait.
  ///   - tolerance: Ignored: virtual time is exact.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let operation = OperationID.current
    let sleeper = schedule.withLock {
      $0.makeSleeper(deadline: deadline.offset, operation: operation)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        schedule.withLock { $0.begin(sleeper, continuation) }?.perform()
      }
    } onCancel: {
      schedule.withLock { $0.cancel(sleeper) }?.perform()
    }
  }

  /// Lets time pass, and returns when all that followed has come to rest.
  ///
  /// - Parameter duration: How much time.
  @MainActor
  public func advance(by duration: Duration) async {
    await advance(to: Instant(offset: now.offset + duration))
  }

  /// Lets time pass up to a point, and returns when all that followed has come to rest.
  ///
  /// - Parameter deadline: The point of time; work due at it is done.
  @MainActor
  public func advance(to deadline: Instant) async {
    await runUntilIdle()
    while let wake = schedule.withLock({ $0.wakeNext(until: deadline.offset) }) {
      wake.perform()
      await runUntilIdle()
    }
    schedule.withLock { $0.now = max($0.now, deadline.offset) }
  }

  /// Waits, without letting time pass, until all that is under way waits for time to pass.
  @MainActor
  public func runUntilIdle() async {
    repeat {
      await withCheckedContinuation { continuation in
        schedule.withLock { $0.whenIdle(continuation) }?.perform()
      }
      await letUncountedTasksRun()
    } while !schedule.withLock { $0.isIdle }
  }

  /// Lets tasks of the test itself run, which the clock cannot count, as far as they are ready.
  @MainActor
  private func letUncountedTasksRun() async {
    for _ in 0..<4 {
      await Task.yield()
      // A task that waited for another one comes back by way of the global pool.
      await Task.detached {}.value
    }
  }

  /// How many tasks are waiting for time to pass.
  public var sleeperCount: Int { schedule.withLock { $0.sleeperCount } }
}

// MARK: - OperationCounting

extension VirtualClock: OperationCounting {
  package func operationBegan(limiting limited: OperationID?) -> OperationID {
    schedule.withLock { $0.operationBegan(limiting: limited) }
  }

  package func whenOthersWait(_ operation: OperationID) async {
    await withCheckedContinuation { continuation in
      schedule.withLock { $0.whenQuiet(operation, continuation) }?.perform()
    }
  }

  package func operationWaits(_ operation: OperationID) {
    schedule.withLock { $0.park(operation) }?.perform()
  }

  package func operationResumes(_ operation: OperationID) {
    schedule.withLock { $0.unpark(operation) }
  }

  package func operationEnded(_ operation: OperationID) {
    schedule.withLock { $0.operationEnded(operation) }?.perform()
  }
}
