/// The connections of one supervisor that are being closed, for a stop that waits for them.
@MainActor
final class StreamClosings {
  private var count = 0
  private var waiters: [OperationContinuation<Void>] = []
  private var counter: (any OperationCounting)?

  nonisolated init() {}

  /// Begins to close a connection.
  func begin(_ spawner: TaskSpawner, _ close: @escaping @MainActor () async -> Void) {
    counter = spawner.clock.counter
    count += 1
    spawner.spawnUncounted {
      await close()
      self.ended()
    }
  }

  /// Waits until every connection is closed.
  func settled() async {
    guard count > 0 else { return }
    await OperationContinuation.wait(counter) { waiters.append($0) }
  }

  private func ended() {
    count -= 1
    guard count == 0 else { return }
    let resumed = waiters
    waiters.removeAll()
    for waiter in resumed { waiter.resume(returning: ()) }
  }
}
