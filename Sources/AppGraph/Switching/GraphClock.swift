/// The clock that a graph is given, with its type erased, and the origin of the graph's time.
struct GraphClock: Sendable {
  /// The time since the clock was taken.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void
  let counter: (any OperationCounting)?

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    counter = clock as? any OperationCounting
  }
}
