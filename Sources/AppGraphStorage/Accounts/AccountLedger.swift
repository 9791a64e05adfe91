import AppGraph

/// What a file store holds in memory, and which of it is durable.
///
/// It decides when a write begins and whom its end concerns; the writer carries that out after it has
/// left the lock.
struct AccountLedger {
  /// One value.
  struct Entry {
    /// The value as it was applied; none if it was read from the file.
    var value: (any Codable & Sendable)?
    /// Its line in the file; none until it has been encoded.
    var line: [UInt8]?
    /// The line of the value before, which stays if this one cannot be encoded.
    var earlierLine: [UInt8]?
    /// The number of the batch that brought it.
    var batch: UInt64
  }

  /// All values after some batch, which are to be written as one.
  struct Snapshot {
    let batch: UInt64
    let entries: [AccountStoreKey: Entry]
  }

  /// What a write came to.
  struct Outcome {
    /// The lines of the values that had not been encoded before.
    var lines: [AccountStoreKey: [UInt8]] = [:]
    /// Values that could not be encoded.
    var refused: [AccountStoreKey: StorageError] = [:]
    /// Why nothing was written; none if all else is durable.
    var failure: StorageError?
  }

  /// What the writer does after a write.
  struct Step {
    var answers: [(waiter: CheckedContinuation<StorageError?, Never>, error: StorageError?)] = []
    var incidents: [StorageError] = []
    var next: Snapshot?
    var releasesClaim = false
  }

  private var entries: [AccountStoreKey: Entry]
  /// The number of the last batch that was applied, that is durable, and that is being written.
  private var applied: UInt64 = 0
  private var durable: UInt64 = 0
  private var writing: UInt64?
  private var isWanted = false
  private var isClosed = false
  /// Values that could not be encoded, with the batch that brought them.
  private var refused: [AccountStoreKey: (batch: UInt64, error: StorageError)] = [:]
  private var waiters: [(batch: UInt64, waiter: CheckedContinuation<StorageError?, Never>)] = []

  /// Begins with the lines of a file.
  init(_ lines: [AccountStoreKey: [UInt8]]) {
    entries = lines.mapValues { Entry(line: $0, batch: 0) }
  }

  /// The value under a key.
  subscript(key: AccountStoreKey) -> Entry? { entries[key] }

  /// Makes the changes of a batch.
  ///
  /// - Parameter changes: The changes in order.
  /// - Returns: What to write, if no write is under way; and what the batch displaced, which is let go
  ///   outside the lock.
  mutating func apply(_ changes: [AccountStoreChange]) -> (Snapshot?, displaced: [Entry]) {
    applied += 1
    var displaced: [Entry] = []
    for change in changes {
      switch change {
      case .store(let value, let key):
        let before = entries[key]
        let earlier = before.flatMap { $0.line ?? $0.earlierLine }
        entries[key] = Entry(value: value, earlierLine: earlier, batch: applied)
        if let before { displaced.append(before) }
      case .delete(let key):
        if let before = entries.removeValue(forKey: key) { displaced.append(before) }
      case .deleteAll(let account):
        for key in entries.keys where key.account == account {
          if let before = entries.removeValue(forKey: key) { displaced.append(before) }
        }
      }
    }
    isWanted = true
    return (writing == nil ? begin() : nil, displaced)
  }

  /// Notes who waits for what was applied so far.
  ///
  /// - Parameter waiter: Who waits.
  /// - Returns: Whether all is durable already, so that nobody has to wait; and what to write.
  mutating func wait(
    _ waiter: CheckedContinuation<StorageError?, Never>
  ) -> (isDurable: Bool, Snapshot?) {
    if durable == applied && refused.isEmpty { return (true, nil) }
    waiters.append((applied, waiter))
    guard let writing else {
      isWanted = true
      return (false, begin())
    }
    // A write under way that holds everything is the answer; else another follows it.
    if writing < applied { isWanted = true }
    return (false, nil)
  }

  /// Notes what a write came to.
  mutating func end(_ outcome: Outcome, of snapshot: Snapshot) -> Step {
    var step = Step()
    for (key, line) in outcome.lines where entries[key]?.batch == snapshot.entries[key]?.batch {
      entries[key]?.line = line
      entries[key]?.earlierLine = nil
    }
    for (key, error) in outcome.refused {
      let batch = snapshot.entries[key]?.batch ?? 0
      if refused[key]?.batch != batch { step.incidents.append(error) }
      refused[key] = (batch, error)
    }
    // A value that was replaced or deleted since keeps nothing from being durable.
    refused = refused.filter { snapshot.entries[$0.key]?.batch == $0.value.batch }
    if outcome.failure == nil { durable = snapshot.batch }
    let error =
      outcome.failure ?? refused.min { $0.key.description < $1.key.description }?.value.error
    step.answers = waiters.filter { $0.batch <= snapshot.batch }.map { ($0.waiter, error) }
    waiters.removeAll { $0.batch <= snapshot.batch }
    writing = nil
    step.next = isWanted ? begin() : nil
    step.releasesClaim = isClosed && step.next == nil
    return step
  }

  /// Notes that nobody will apply anything any more.
  ///
  /// - Returns: Whether no write is under way, so that the claim on the directory can go.
  mutating func close() -> Bool {
    isClosed = true
    return writing == nil
  }

  private mutating func begin() -> Snapshot {
    isWanted = false
    writing = applied
    return Snapshot(batch: applied, entries: entries)
  }
}
