import AppGraph
import AppGraphTesting

/// A connection of the tests: what it was told to do, and a way to send and to drop.
@MainActor
final class StreamDouble {
  private let clock: VirtualClock
  private let closeTakes: Duration
  private let events: AsyncThrowingStream<String, any Error>
  private let continuation: AsyncThrowingStream<String, any Error>.Continuation
  private(set) var closeCount = 0
  private(set) var isDropped = false
  private(set) var updates: [Set<String>] = []
  /// What the next update throws.
  var updateError: (any Error)?
  /// Holds updates back until the test resumes them.
  var holdsUpdates = false
  var heldUpdates: [CheckedContinuation<Void, Never>] = []

  init(_ clock: VirtualClock, _ closeTakes: Duration) {
    self.clock = clock
    self.closeTakes = closeTakes
    (events, continuation) = AsyncThrowingStream.makeStream(of: String.self)
  }

  func send(_ event: String) {
    continuation.yield(event)
  }

  /// Ends the events: with an error, or as a server does that closes.
  func drop(_ error: (any Error)? = nil) {
    isDropped = true
    continuation.finish(throwing: error)
  }

  func connection(canUpdate: Bool) -> StreamConnection<String, String> {
    guard canUpdate else { return StreamConnection(events, close: { await self.close() }) }
    return StreamConnection(events) {
      try await self.update($0)
    } close: {
      await self.close()
    }
  }

  private func update(_ channels: Set<String>) async throws {
    updates.append(channels)
    if holdsUpdates { await withCheckedContinuation { heldUpdates.append($0) } }
    if let updateError { throw updateError }
  }

  private func close() async {
    closeCount += 1
    // As a socket does whose receive is pending when it is closed.
    continuation.finish(throwing: CancellationError())
    if closeTakes > .zero { try? await clock.sleep(for: closeTakes) }
  }
}
