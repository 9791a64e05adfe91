/// What makes a lease live or stale.
///
/// Leases and the engine share it.
final class LeaseGate: @unchecked Sendable {
  // Safe: `isOpen` is guarded by the ledger's lock; the rest is immutable or main-actor bound.
  let ledger: LeaseLedger
  let generation: UInt64
  /// The gate of the generation, for the gate of one start.
  private let parent: LeaseGate?
  @exclusivity(unchecked) private var isOpen: Bool
  // Safe: on the main actor, and every access is one step.
  @exclusivity(unchecked) @MainActor private var tasks: [Int: GraphTask] = [:]
  @MainActor private var taskCount = 0

  init(_ ledger: LeaseLedger, generation: UInt64, parent: LeaseGate? = nil, isOpen: Bool) {
    self.ledger = ledger
    self.generation = generation
    self.parent = parent
    self.isOpen = isOpen
  }

  var isLive: Bool {
    ledger.lock.withLock { _ in isOpen && parent?.isOpen != false }
  }

  @MainActor func open() {
    ledger.lock.withLock { _ in isOpen = true }
  }

  /// Makes every lease of this gate stale and cancels the tasks that run under them.
  @MainActor func revoke() {
    ledger.lock.withLock { _ in isOpen = false }
    guard !tasks.isEmpty else { return }
    let cancelled = tasks.values
    tasks.removeAll()
    for task in cancelled { task.cancel() }
  }

  /// Keeps a task to be cancelled with the gate, until it has ended.
  @MainActor func run(
    _ spawn: (@escaping @MainActor () -> Void) -> GraphTask
  ) -> GraphTask {
    taskCount += 1
    let number = taskCount
    let task = spawn { [weak self] in self?.tasks[number] = nil }
    tasks[number] = task
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
