/// A running graph: the environment, the states, and the account that they follow.
///
/// Make one with ``withAppDependencyGraph(_:activating:accounts:anonymous:options:operation:)`` where it
/// ends with a closure, or with the initialiser where it lives as long as the app; then ``close()`` ends
/// it. Several graphs in one process do not touch each other.
///
///     let app = try await AppDependencyGraph(graph)
///     try await app.activate(alice)
///     app.environment.client
///     app.states[CurrentAccount.self]
///
/// Without a `close` nothing is torn down: releasing the graph alone stops no service.
@MainActor
public final class AppDependencyGraph<Account: GraphAccount> {
  /// The identity of an account.
  public typealias ID = Account.ID

  /// First, so that a reader in another module finds it at a fixed place.
  @usableFromInline let present: PresentEnvironment

  /// The observable states, by type.
  public let states: StateRegistry

  let runtime: GraphRuntime
  let statusChanges = Broadcast<GraphStatus<ID>>()
  let observation = ObservationSignal()
  private var lastStatus: RuntimeStatus?
  /// Made once: in a generic type each mention of a key path makes a new one.
  private let statusPath: KeyPath<AppDependencyGraph, GraphStatus<ID>> = \.status

  /// What is kept for each account whatever account is active.
  public let records: AccountRecords<ID>

  /// The validated graph.
  public var plan: Plan { runtime.plan }

  /// The present environment: an immutable snapshot, all of one generation.
  @inlinable public var environment: AppEnvironmentValues { present.values }

  /// Validates a graph, makes and starts its app-lifetime services, and waits until they have started.
  ///
  /// No account is active yet.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - accounts: The account list in order. Only listed accounts can be activated. Without a list,
  ///     activating an account adds it, unless it was removed.
  ///   - anonymous: The account to fall back to when no authenticated one is left after a removal.
  ///   - selection: The account that the last run was left with; it is only noted, not activated.
  ///   - options: The clock, the limits and the reporter.
  /// - Throws: ``PlanError`` with all problems of the graph; ``ActivationError`` if a required app
  ///   service did not start, after those that had started were stopped.
  public init(
    _ graph: DependencyGraph<Account>,
    accounts: [Account]? = nil,
    anonymous: Account? = nil,
    selection: ID? = nil,
    options: GraphOptions = GraphOptions()
  ) async throws {
    let plan = try graph.plan(strict: options.isStrict)
    runtime = GraphRuntime(
      plan: plan,
      options: options,
      directory: AccountDirectory(isOpen: accounts == nil)
    )
    present = runtime.present
    states = runtime.states
    records = AccountRecords { [runtime] id in
      runtime.directory.number(of: id).map { runtime.machine.roster.isKnown($0) } ?? false
    }
    runtime.recordKeeper = RecordKeeper(
      credential: { [runtime, records] number in
        (runtime.directory[number].id as? ID).flatMap { records.credential(for: $0) }
      },
      purge: { [runtime, records] number in
        if let id = runtime.directory[number].id as? ID { records.purge(id) }
      }
    )
    for account in accounts ?? [] { store(account) }
    if let anonymous {
      let number = runtime.directory.store(anonymous)
      runtime.engine.machine.roster.anonymous = number
      if accounts == nil { store(anonymous) }
    }
    runtime.engine.machine.roster.selection = selection.flatMap { runtime.directory.number(of: $0) }
    lastStatus = runtime.status
    runtime.turnObserver = { [weak self] in self?.turnEnded() }
    try await runtime.assemble()
  }

  private func turnEnded() {
    // Compared by the numbers of the accounts: their identities are found only if somebody listens.
    let status = runtime.status
    guard status != lastStatus || runtime.isClosed else { return }
    lastStatus = status
    if statusChanges.isObserved { statusChanges.send(currentStatus) }
    observation.announce(self, statusPath)
    if runtime.isClosed { statusChanges.finish() }
  }
}
