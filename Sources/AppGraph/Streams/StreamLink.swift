/// One attempt with the task that makes it, and the connection that comes of it.
///
/// The task opens, reads and closes. It holds the supervisor weakly, so that a transport that never
/// answers keeps nothing else alive.
@MainActor
final class StreamLink<Channel: Hashable & Sendable, Event: Sendable> {
  let attempt: StreamAttempt<Channel>
  private weak var supervisor: StreamSupervisor<Channel, Event>?
  private let closings: StreamClosings
  private var connection: StreamConnection<Channel, Event>?
  private var task: GraphTask?
  private var updating: GraphTask?
  private var isOver = false

  init(
    _ attempt: StreamAttempt<Channel>,
    _ supervisor: StreamSupervisor<Channel, Event>,
    _ closings: StreamClosings
  ) {
    self.attempt = attempt
    self.supervisor = supervisor
    self.closings = closings
  }

  private var spawner: TaskSpawner { attempt.lease.gate.ledger.spawner }

  var canUpdate: Bool { connection?.update != nil }

  /// Begins the attempt; the task is cancelled with the lease.
  func begin(_ open: @escaping StreamSupervisor<Channel, Event>.Open) {
    let spawner = spawner
    task = attempt.lease.uncountedTask {
      await withTaskCancellationHandler {
        await self.run(open)
      } onCancel: {
        // A transport that does not notice the end of its lease is closed all the same.
        spawner.hop { self.end() }
      }
      self.end()
      self.supervisor?.forget(self)
    }
  }

  /// Makes the open connection listen to other channels.
  func update(to channels: Set<Channel>) {
    guard let update = connection?.update, attempt.lease.isLive else { return }
    updating = attempt.lease.uncountedTask {
      do {
        try await update(channels)
        self.supervisor?.updated(self)
      } catch {
        self.supervisor?.ended(self, error)
      }
    }
  }

  /// Cancels the attempt or closes its connection, once; a connection that comes later is closed.
  func end() {
    guard !isOver else { return }
    isOver = true
    task?.cancel()
    updating?.cancel()
    if let connection { close(connection) }
    connection = nil
  }

  private func run(_ open: StreamSupervisor<Channel, Event>.Open) async {
    do {
      let connection = try await open(attempt)
      guard !isOver else { return close(connection) }
      self.connection = connection
      supervisor?.opened(self)
      // Given up at once, if the channels have changed meanwhile.
      guard !isOver else { return }
      try await connection.read { event in
        guard let supervisor else { throw CancellationError() }
        try supervisor.deliver(event, from: self)
      }
      supervisor?.ended(self, nil)
    } catch {
      supervisor?.ended(self, error)
    }
  }

  private func close(_ connection: StreamConnection<Channel, Event>) {
    guard let close = connection.close else { return }
    closings.begin(spawner, close)
  }
}
