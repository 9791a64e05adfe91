/// What makes the leases of a generation live or stale: that of the generation itself, and one for each
/// start.
///
/// Leases and the engine share it. One gate serves all starts, because a switch makes as many leases as
/// it starts services, and most of them are never asked for anything.
final class LeaseGate: @unchecked Sendable {
  /// One start of one service.
  struct Start: Hashable, Sendable {
    let service: Int
    /// Tells it from the other starts of the generation.
    let number: Int
  }

  // Safe: `isOpen` and `starts` are written on the main actor under the ledger's lock, and read under it
  // elsewhere; the rest is immutable or main-actor bound.
  let ledger: LeaseLedger
  // Safe: written only before anybody has a lease.
  @exclusivity(unchecked) private(set) var generation: UInt64
  /// The gate of the generation, for the gate of one lifecycle task.
  private let parent: LeaseGate?
  @exclusivity(unchecked) private var isOpen: Bool
  /// Per service: the number of its present start, or of the next one if none is live.
  @exclusivity(unchecked) private var starts: [Int]
  // Safe, as below: on the main actor, and every access is one step.
  @exclusivity(unchecked) @MainActor private var tasks: [Int: (task: GraphTask, service: Int?)] =
    [:]
  @exclusivity(unchecked) @MainActor private var taskCount = 0

  init(
    _ ledger: LeaseLedger,
    generation: UInt64,
    parent: LeaseGate? = nil,
    serviceCount: Int = 0,
    isOpen: Bool
  ) {
    self.ledger = ledger
    self.generation = generation
    self.parent = parent
    self.isOpen = isOpen
    starts = Array(repeating: 0, count: serviceCount)
  }

  /// Whether a lease is live: of the generation, or of one start.
  func isLive(_ start: Start?) -> Bool {
    ledger.lock.withLock { _ in
      guard isOpen && parent?.isOpen != false else { return false }
      return start.map { starts[$0.service] == $0.number } ?? true
    }
  }

  /// Gives the generation its number, where its instances were made ahead.
  @MainActor func renumber(_ generation: UInt64) {
    self.generation = generation
  }

  @MainActor func open() {
    ledger.lock.withLock { _ in isOpen = true }
  }

  /// Makes every lease of this gate stale and cancels the tasks that run under them.
  @MainActor func revoke() {
    ledger.lock.withLock { _ in isOpen = false }
    cancelTasks { _ in true }
  }

  /// The lease of a service's start, which is live until the start is revoked.
  @MainActor func lease(ofStart service: Int) -> Lease {
    Lease(gate: self, start: Start(service: service, number: starts[service]))
  }

  /// Makes the lease of a service's start stale and cancels the tasks that run under it.
  @MainActor func revokeStart(_ service: Int) {
    // After the fence no lease is live any more.
    if isOpen { ledger.lock.withLock { _ in starts[service] += 1 } }
    cancelTasks { $0 == service }
  }

  @MainActor private func cancelTasks(where isMeant: (Int?) -> Bool) {
    guard !tasks.isEmpty else { return }
    let cancelled = tasks.filter { isMeant($0.value.service) }
    for number in cancelled.keys { tasks[number] = nil }
    for task in cancelled.values { task.task.cancel() }
  }

  /// Keeps a task to be cancelled with the gate, or with the start of a service, until it has ended.
  @MainActor func run(
    under start: Start?,
    _ spawn: (@escaping @MainActor () -> Void) -> GraphTask
  ) -> GraphTask {
    taskCount += 1
    let number = taskCount
    let task = spawn { [weak self] in self?.tasks[number] = nil }
    tasks[number] = (task, start?.service)
    return task
  }
}

/// What all leases of one graph share: a lock, and the count of refused writes.
final class LeaseLedger: Sendable {
  /// Guards the gates, and counts the refused writes.
  let lock = Lock(0)
  /// Starts work of the graph as a task.
  let spawner: TaskSpawner
  /// Whether the leases are of the active account, whose work alone may write live state.
  let isOfActiveAccount: Bool

  init(spawner: TaskSpawner, isOfActiveAccount: Bool = true) {
    self.spawner = spawner
    self.isOfActiveAccount = isOfActiveAccount
  }

  /// How many writes were refused because their lease was stale.
  var refusedWrites: Int { lock.withLock { $0 } }

  func noteRefusal() {
    lock.withLock { $0 += 1 }
  }
}
