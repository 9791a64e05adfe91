import AppGraph

/// The decision when time moves: while a session acts it stands still, while it waits it runs.
///
/// The answer to whoever waits for a switch takes a way through other threads. If time ran on meanwhile,
/// what is due next could come before the session's next command in one run, and after it in another.
@MainActor
final class SessionPace {
  private let clock: PacedClock
  private var isRunning = true

  init(clock: PacedClock) {
    self.clock = clock
  }

  /// Lets time stand still.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    clock.hold()
  }

  /// Lets time run.
  func start() {
    guard !isRunning else { return }
    isRunning = true
    clock.release()
  }

  /// Sees every event of the graph: when that comes to rest, the session is about to act.
  func see(_ event: GraphEvent) {
    switch event.kind {
    case .activated, .idle, .closed: stop()
    // Closing goes on by itself after the graph is idle.
    case .service(let service) where service.account == nil && service.step == .stopBegan: start()
    default: break
    }
  }

  /// Lets time run while some work waits on the clock.
  ///
  /// - Parameter work: The work.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  func running<Result>(_ work: @MainActor () async throws -> Result) async rethrows -> Result {
    start()
    defer { stop() }
    return try await work()
  }

  /// Lets time run until no switch is under way.
  @available(Observing, *)
  func settle(_ app: Screen.App) async {
    if app.phase == .starting || app.phase == .stopping { start() }
    await app.settled()
    stop()
    await clock.finishTurn()
  }
}
