import AppGraph

/// The moment in which a switch is over and the session goes on: time is held in between.
///
/// The answer to whoever waits for a switch takes a way through other threads. Without a hold, what is
/// due next could come first in one run and second in another.
@MainActor
final class RestingPlace {
  private let clock: PacedClock
  private var isAwaited = false
  private var isHolding = false

  init(clock: PacedClock) {
    self.clock = clock
  }

  /// Sees every event of the graph.
  func see(_ event: GraphEvent) {
    switch event.kind {
    case .activated, .idle:
      guard isAwaited, !isHolding else { return }
      isHolding = true
      clock.hold()
    default: break
    }
  }

  /// Waits for work that ends when the graph comes to rest.
  ///
  /// - Parameter work: Asks for a switch and waits until it is over.
  /// - Returns: What `work` returns.
  func reached<Result>(by work: @MainActor () async -> Result) async -> Result {
    isAwaited = true
    let result = await work()
    await clock.finishTurn()
    isAwaited = false
    if isHolding { clock.release() }
    isHolding = false
    return result
  }
}
