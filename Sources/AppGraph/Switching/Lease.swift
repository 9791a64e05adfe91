/// Proof that work belongs to a generation.
///
/// Writes go through it and are refused when it is stale.
///
/// The engine hands a lease to every start, fill and lifecycle task. It becomes stale in the fence that
/// ends its generation, or when its service stops.
public struct Lease: Sendable {
  let gate: LeaseGate
  /// The start that the lease was made for; none if it is that of the whole generation.
  private let start: LeaseGate.Start?

  init(gate: LeaseGate, start: LeaseGate.Start? = nil) {
    self.gate = gate
    self.start = start
  }

  /// The number of the generation that the work belongs to.
  public var generation: UInt64 { gate.generation }

  /// Whether writes are accepted: the generation is the present one and is starting or active.
  public var isLive: Bool { gate.isLive(start) }

  var isOfActiveAccount: Bool { gate.ledger.isOfActiveAccount }

  /// Writes to live state, if the lease is live.
  ///
  /// Check and write are one step of the main actor: no fence can come between them. A failure or an
  /// empty result of old work is a write too; commit it the same way.
  ///
  /// - Parameter write: Writes the result; runs at once or not at all.
  /// - Returns: What `write` returns.
  /// - Throws: ``LeaseError/stale(generation:)`` if the generation has ended,
  ///   ``LeaseError/ofJob`` if the lease is of a service that a job uses, both without running `write`;
  ///   else what `write` throws.
  @MainActor
  @discardableResult
  public func commit<Result>(_ write: @MainActor () throws -> Result) throws -> Result {
    guard isOfActiveAccount else { throw LeaseError.ofJob }
    guard isLive else {
      gate.ledger.noteRefusal()
      throw LeaseError.stale(generation: generation)
    }
    return try write()
  }

  /// Starts work that is cancelled when the lease becomes stale.
  ///
  /// The transition does not wait for it. Under a lease that is stale already nothing runs.
  ///
  /// - Parameter body: The work; it gets this lease.
  /// - Returns: The task.
  @MainActor
  @discardableResult
  public func task(_ body: @escaping @MainActor (Lease) async -> Void) -> Task<Void, Never> {
    guard isLive else { return Task {} }
    return gate.run(under: start) { ended in
      gate.ledger.spawner.spawn {
        await body(self)
        ended()
      }
    }
    .task
  }

  /// Starts work that waits for neither the clock nor the graph, cancelled with the lease.
  ///
  /// Whoever calls it has seen that the lease is live.
  @MainActor
  func uncountedTask(_ body: @escaping @MainActor () async -> Void) -> GraphTask {
    gate.run(under: start) { ended in
      gate.ledger.spawner.spawnUncounted {
        await body()
        ended()
      }
    }
  }
}

/// Why a lease refused a write.
public enum LeaseError: Error, Hashable, Sendable {
  /// The generation of the lease has ended, or has not begun to start.
  case stale(generation: UInt64)
  /// The lease is of a service that was started for a job, whose account need not be the active one.
  case ofJob
}

// MARK: - CustomStringConvertible

extension LeaseError: CustomStringConvertible {
  /// The refusal as one sentence.
  public var description: String {
    switch self {
    case .stale(let generation):
      "The write was refused: generation \(generation) does not accept writes, because it is over or "
        + "has not begun to start. Late work of an account ends like this; drop the result."
    case .ofJob:
      "The write was refused: the service works for a job, and only work of the active account writes "
        + "live state. Store what belongs to the job's account in the graph's records."
    }
  }
}
