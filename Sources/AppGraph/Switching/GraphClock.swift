/// The clock that a graph is given, with its type erased, and the origin of the graph's time.
struct GraphClock: Sendable {
  /// The time since the clock was taken.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void
  let counter: (any OperationCounting)?

  init(_ clock: some Clock<Duration>) {
    // Read for every event: by way of the protocol that costs twice as much.
    if let clock = clock as? ContinuousClock {
      now = Self.reading(clock)
    } else {
      now = Self.reading(clock)
    }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    counter = clock as? any OperationCounting
  }

  /// The reading of a clock as the time since now.
  private static func reading<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let origin = clock.now
    return { origin.duration(to: clock.now) }
  }
}
