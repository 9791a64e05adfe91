/// An open connection of any transport: its events, and how to change and close it.
///
///     StreamConnection(socket.posts, update: { try await socket.subscribe($0) }) {
///       await socket.close()
///     }
///
/// The supervisor reads the events on the main actor, in order. Their end is a lost connection, and an
/// error is one too, unless it is a ``CredentialRefusal``.
public struct StreamConnection<Channel: Hashable & Sendable, Event: Sendable>: Sendable {
  /// Reads all events, one after the other.
  let read: @MainActor (_ deliver: @MainActor (Event) throws -> Void) async throws -> Void
  /// Changes what the connection listens to.
  let update: (@MainActor (Set<Channel>) async throws -> Void)?
  /// Closes the connection.
  let close: (@MainActor () async -> Void)?

  /// Wraps a connection that has been opened.
  ///
  /// - Parameters:
  ///   - events: The events of the connection. The task that reads them is cancelled when the
  ///     connection is given up.
  ///   - update: Makes the connection listen to other channels; the newest set only, one call after
  ///     the other. What it throws is a lost connection. Left out, other channels mean another connection.
  ///   - close: Closes the connection. Called exactly once, however the connection ends; a stop waits
  ///     for it. Left out, cancelling the reading is all it takes.
  @MainActor
  public init<Events: AsyncSequence>(
    _ events: Events,
    update: (@MainActor (Set<Channel>) async throws -> Void)? = nil,
    close: (@MainActor () async -> Void)? = nil
  ) where Events.Element == Event {
    read = { deliver in
      for try await event in events { try deliver(event) }
    }
    self.update = update
    self.close = close
  }
}
