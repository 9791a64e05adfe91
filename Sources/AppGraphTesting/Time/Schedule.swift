import AppGraph

/// The sleepers of a virtual clock in their order, and which operations are busy.
struct Schedule {
  /// One task that waits for a point of time.
  struct Sleeper: Hashable {
    let deadline: Duration
    /// The place in the order in which the work was begun; a limit has that of the work it limits.
    let order: UInt64
    /// Whether a limit waits: then the work it limits comes first, if due at the same instant.
    let isLimit: Bool
    let number: UInt64
    let operation: OperationID?

    func precedes(_ other: Self) -> Bool {
      if deadline != other.deadline { return deadline < other.deadline }
      if order != other.order { return order < other.order }
      if isLimit != other.isLimit { return other.isLimit }
      return number < other.number
    }
  }

  /// What is to be resumed after the lock has been left.
  enum Resumption {
    case wake(CheckedContinuation<Void, any Error>)
    case cancel(CheckedContinuation<Void, any Error>)
    case idle([CheckedContinuation<Void, Never>])

    func perform() {
      switch self {
      case .wake(let continuation): continuation.resume()
      case .cancel(let continuation): continuation.resume(throwing: CancellationError())
      case .idle(let continuations): for continuation in continuations { continuation.resume() }
      }
    }
  }

  var now = Duration.zero
  private var count: UInt64 = 0
  private var sleepers: [Sleeper: CheckedContinuation<Void, any Error>] = [:]
  /// Sleepers that have been made but do not wait yet, and which of them were cancelled.
  private var unbegun: Set<Sleeper> = []
  private var cancelledEarly: Set<Sleeper> = []
  /// Per operation under way: in how many places it waits.
  private var waits: [OperationID: Int] = [:]
  private var busyCount = 0
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  /// Operations that go on when all others wait, before anybody learns that all is idle.
  private var quietWaiters:
    [(operation: OperationID, continuation: CheckedContinuation<Void, Never>)] =
      []

  var isIdle: Bool { busyCount == 0 }
  var sleeperCount: Int { sleepers.count }

  // MARK: Sleeping

  mutating func makeSleeper(deadline: Duration, operation: OperationID?) -> Sleeper {
    count += 1
    let sleeper = Sleeper(
      deadline: deadline,
      order: operation?.order ?? count,
      isLimit: operation?.isLimit ?? false,
      number: count,
      operation: operation
    )
    unbegun.insert(sleeper)
    return sleeper
  }

  mutating func begin(
    _ sleeper: Sleeper,
    _ continuation: CheckedContinuation<Void, any Error>
  ) -> Resumption? {
    unbegun.remove(sleeper)
    if cancelledEarly.remove(sleeper) != nil { return .cancel(continuation) }
    if sleeper.deadline <= now { return .wake(continuation) }
    sleepers[sleeper] = continuation
    return sleeper.operation.flatMap { park($0) }
  }

  mutating func cancel(_ sleeper: Sleeper) -> Resumption? {
    guard let continuation = take(sleeper) else {
      if unbegun.contains(sleeper) { cancelledEarly.insert(sleeper) }
      return nil
    }
    return .cancel(continuation)
  }

  /// Takes the next sleeper that is due, and moves the time to its deadline.
  mutating func wakeNext(until limit: Duration) -> Resumption? {
    var next: Sleeper?
    for sleeper in sleepers.keys where sleeper.deadline <= limit {
      if next.map(sleeper.precedes) ?? true { next = sleeper }
    }
    guard let next, let continuation = take(next) else { return nil }
    now = max(now, next.deadline)
    return .wake(continuation)
  }

  private mutating func take(_ sleeper: Sleeper) -> CheckedContinuation<Void, any Error>? {
    guard let continuation = sleepers.removeValue(forKey: sleeper) else { return nil }
    if let operation = sleeper.operation { unpark(operation) }
    return continuation
  }

  // MARK: Operations

  mutating func operationBegan(limiting limited: OperationID?) -> OperationID {
    count += 1
    let operation = OperationID(number: count, limited: limited?.number)
    waits[operation] = 0
    busyCount += 1
    return operation
  }

  mutating func operationEnded(_ operation: OperationID) -> Resumption? {
    guard let count = waits.removeValue(forKey: operation), count == 0 else { return nil }
    return becomeLessBusy()
  }

  /// An operation waits in one more place; while it does anywhere it is not busy.
  mutating func park(_ operation: OperationID) -> Resumption? {
    guard let count = waits[operation] else { return nil }
    waits[operation] = count + 1
    return count == 0 ? becomeLessBusy() : nil
  }

  mutating func unpark(_ operation: OperationID) {
    guard let count = waits[operation] else { return }
    waits[operation] = count - 1
    if count == 1 { busyCount += 1 }
  }

  private mutating func becomeLessBusy() -> Resumption? {
    busyCount -= 1
    guard busyCount == 0 else { return nil }
    if !quietWaiters.isEmpty {
      let next = quietWaiters.removeFirst()
      unpark(next.operation)
      return .idle([next.continuation])
    }
    guard !idleWaiters.isEmpty else { return nil }
    defer { idleWaiters.removeAll() }
    return .idle(idleWaiters)
  }

  /// An operation waits until all others do.
  mutating func whenQuiet(
    _ operation: OperationID,
    _ continuation: CheckedContinuation<Void, Never>
  ) -> Resumption? {
    quietWaiters.append((operation, continuation))
    return park(operation)
  }

  mutating func whenIdle(_ continuation: CheckedContinuation<Void, Never>) -> Resumption? {
    if isIdle { return .idle([continuation]) }
    idleWaiters.append(continuation)
    return nil
  }
}
