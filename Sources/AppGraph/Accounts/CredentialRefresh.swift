/// One exchange of a credential that is under way, and those who wait for it.
@MainActor
final class CredentialRefresh<Credential: Sendable> {
  typealias Ending = Result<Credential, any Error>

  /// The credential that is exchanged.
  let refused: Credential
  var task: Task<Void, Never>?
  private var ending: Ending?
  private var waiters: [Int: OperationContinuation<Ending>] = [:]
  private var count = 0

  init(of refused: Credential) {
    self.refused = refused
  }

  var isOver: Bool { ending != nil }

  /// Ends the exchange; only the first ending counts.
  func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    endWaiting(ending)
  }

  /// Ends all waiting, but not the exchange.
  func endWaiting(_ ending: Ending) {
    let waiters = waiters.values
    self.waiters.removeAll()
    for waiter in waiters { waiter.resume(returning: ending) }
  }

  /// Waits for the end, or until the calling task is cancelled.
  func value(_ spawner: TaskSpawner?) async throws -> Credential {
    if let ending { return try ending.get() }
    try Task.checkCancellation()
    count += 1
    let number = count
    let ending = await withTaskCancellationHandler {
      await OperationContinuation.wait(spawner?.clock.counter) { waiters[number] = $0 }
    } onCancel: {
      Task { @MainActor in self.giveUp(number) }
    }
    return try ending.get()
  }

  private func giveUp(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume(returning: .failure(CancellationError()))
  }
}
