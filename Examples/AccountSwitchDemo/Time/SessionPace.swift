import AppGraph

/// The decision when time moves: while a session acts it stands still, while it waits it runs.
///
/// The answer to whoever waits for a switch takes a way through other threads. If time ran on meanwhile,
/// what is due next could come before the session's next command in one run, and after it in another.
@MainActor
final class SessionPace {
  private let clock: PacedClock
  private var isRunning = true
  private var isClosing = false
  /// How many services of the app are being stopped.
  private var stopCount = 0

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
    case .activated, .closed: stop()
    // Closing goes on by itself after the graph is idle: jobs end, then the services of the app.
    case .idle where !isClosing: stop()
    case .service(let service) where isClosing && service.account == nil: see(service.step)
    default: break
    }
  }

  /// Sees the stops of the app's services: what follows the last one takes real time only, in the store.
  private func see(_ step: ServiceEvent.Step) {
    stopCount += step == .stopBegan ? 1 : -1
    if stopCount > 0 { start() } else { stop() }
  }

  /// Closes the graph, and lets time run as long as that waits on the clock.
  @available(Observing, *)
  func close(_ app: Screen.App) async {
    isClosing = true
    start()
    await app.close()
  }

  /// Keeps time from passing the end of a wait of the graph before that has been noticed.
  ///
  /// The graph leaves the main actor to wait, so its wait may begin late, and end late.
  ///
  /// - Parameters:
  ///   - delay: How long the graph waits from now on.
  ///   - isWaiting: Whether it has not noticed the end of the wait.
  func expectEnd(of delay: Duration, while isWaiting: @escaping @MainActor () -> Bool) async {
    while !clock.hasSleeper(dueIn: delay) { await Task.yield() }
    Task {
      try await clock.pause(for: delay)
      clock.hold()
      while isWaiting() { await Task.yield() }
      clock.release()
    }
    await clock.finishTurn()
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
