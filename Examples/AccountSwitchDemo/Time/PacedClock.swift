import Foundation

/// A clock whose time moves from one deadline to the next, and waits as long in reality.
///
/// With the system's clock, two simulated answers that are due 5 ms apart may change places on a busy
/// machine. Here one sleeper is woken at a time, in the order of the deadlines; the next one only after
/// the first is back on its actor and all that follows from it on the main actor has run. So a session
/// prints the same lines in every run. Time stands still while code runs: durations are those of the
/// simulated network.
final class PacedClock: Clock, @unchecked Sendable {
  // Safe: all that is mutable is guarded by `lock`.
  private let lock = NSLock()
  private var timetable = Timetable()
  private var pacing: Task<Void, Never>?
  private let origin = ContinuousClock.now

  /// The longest chain of main-actor turns between the end of one wait and the start of the next is
  /// about eight; more turns than needed cost microseconds.
  private static let turnCount = 40

  /// A point in time, as the duration since the clock was made.
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  var now: Instant { lock.withLock { timetable.now } }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await wait(until: deadline)
  }

  /// Waits, without leaving the caller's actor, so that the order of waits is the order of calls.
  ///
  /// - Parameter duration: How long.
  /// - Throws: `CancellationError` when the calling task is cancelled.
  nonisolated(nonsending) func pause(for duration: Duration) async throws {
    try await wait(until: now.advanced(by: duration))
  }

  /// Waits, also in a task that is cancelled.
  ///
  /// - Parameter duration: How long.
  nonisolated(nonsending) func pauseRegardless(for duration: Duration) async {
    // Without cancellation nothing can be thrown.
    try? await wait(until: now.advanced(by: duration), honoursCancellation: false)
  }

  /// Lets everything run that is due on the main actor in this moment.
  @MainActor
  func finishTurn() async {
    for _ in 0..<Self.turnCount where !Task.isCancelled { await Task.yield() }
  }

  /// Whether somebody waits for the moment after a duration.
  func hasSleeper(dueIn duration: Duration) -> Bool {
    lock.withLock { timetable.hasSleeper(at: timetable.now.advanced(by: duration)) }
  }

  // MARK: Holding time

  /// Keeps time from moving until ``release()``.
  func hold() {
    lock.withLock { timetable.holdCount += 1 }
    pace()
  }

  /// Ends one ``hold()``.
  func release() {
    lock.withLock { timetable.holdCount -= 1 }
    pace()
  }

  // MARK: Waiting

  nonisolated(nonsending) private func wait(
    until deadline: Instant,
    honoursCancellation: Bool = true
  ) async throws {
    let number = lock.withLock { timetable.takeNumber() }
    defer { arrived(number) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Timetable.Sleeper(number, deadline: deadline, continuation)
        lock.withLock { timetable.add(sleeper) }
        pace()
      }
    } onCancel: {
      guard honoursCancellation else { return }
      lock.withLock { timetable.cancel(number) }
      pace()
    }
  }

  /// A sleeper is back on its actor.
  private func arrived(_ number: Int) {
    lock.withLock { timetable.arrived(number) }
    pace()
  }

  /// Plans the next waking anew.
  private func pace() {
    lock.withLock {
      pacing?.cancel()
      pacing = timetable.nextDeadline.map { deadline in
        Task { @MainActor in await self.wake(at: deadline) }
      }
    }
  }

  @MainActor
  private func wake(at deadline: Instant) async {
    await finishTurn()
    try? await Task.sleep(until: origin.advanced(by: deadline.offset), clock: .continuous)
    lock.withLock { Task.isCancelled ? nil : timetable.wakeNext() }?.resume()
  }
}
