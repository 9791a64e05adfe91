/// A running graph: the environment, the states, and the account that they follow.
///
/// Make one with
/// ``withAppDependencyGraph(_:activating:accounts:anonymous:credentials:options:operation:)`` where it ends
/// with a closure, or with the initialiser where it lives as long as the app; then ``close()`` ends
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

  /// The accounts: the list, who is active, and who comes and goes.
  public let accounts: AccountManager<Account>

  /// Values that are kept for each account, whatever account is active.
  public let records: AccountRecords<ID>

  let runtime: GraphRuntime
  let statusChanges = Broadcast<GraphStatus<ID>>()
  private var lastStatus: RuntimeStatus?

  /// The credentials of all accounts.
  public var credentials: AccountCredentials<Account> { accounts.credentials }

  /// The validated graph.
  public var plan: Plan { runtime.plan }

  /// The present environment: an immutable snapshot, all of one generation.
  @inlinable public var environment: AppEnvironmentValues { present.values }

  /// Validates a graph, makes and starts its app-lifetime services, and waits until they have started.
  ///
  /// No account is active yet. What is kept for accounts ends with the process.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - accounts: The account list in order. Only listed accounts can be activated. Without a list,
  ///     activating an account adds it, unless it was removed.
  ///   - anonymous: The account to fall back to when no authenticated one is left after a removal; it is
  ///     put at the end of the list if it is not in it.
  ///   - selection: The account that the last run was left with; it is only noted, not activated.
  ///   - credentials: The credentials of the accounts; in memory if left out.
  ///   - options: The clock, the limits and the reporter.
  /// - Throws: ``PlanError`` with all problems of the graph; ``ActivationError`` if a required app
  ///   service did not start, after those that had started were stopped.
  public convenience init(
    _ graph: DependencyGraph<Account>,
    accounts: [Account]? = nil,
    anonymous: Account? = nil,
    selection: ID? = nil,
    credentials: AccountCredentials<Account>? = nil,
    options: GraphOptions = GraphOptions()
  ) async throws {
    let start = AccountsAtStart(accounts: accounts, anonymous: anonymous, selection: selection)
    try await self.init(graph, start, credentials ?? AccountCredentials(), options)
  }

  /// Validates a graph, makes and starts its app-lifetime services, and takes up what an earlier process
  /// has stored.
  ///
  /// The account list, the selection, the stashed states and the values per account live in the store.
  /// No account is active yet; the one to go on with is ``AccountManager/selected``. Only listed accounts
  /// can be activated.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - store: Where what survives the process is kept.
  ///   - firstAccounts: The account list where nothing is stored yet.
  ///   - anonymous: The account to fall back to when no authenticated one is left after a removal; it is
  ///     put at the end of the list if it is not in it.
  ///   - credentials: The credentials of the accounts; in memory if left out.
  ///   - options: The clock, the limits and the reporter.
  /// - Throws: ``PlanError`` with all problems of the graph; what the store throws if the list or the
  ///   selection cannot be read, which stay as they are; ``ActivationError`` if a required app service
  ///   did not start, after those that had started were stopped.
  public convenience init(
    _ graph: DependencyGraph<Account>,
    storedIn store: any AccountStore,
    firstAccounts: [Account] = [],
    anonymous: Account? = nil,
    credentials: AccountCredentials<Account>? = nil,
    options: GraphOptions = GraphOptions()
  ) async throws where Account: Codable, ID: Codable {
    let start = try AccountsAtStart(from: store, first: firstAccounts, anonymous: anonymous)
    try await self.init(graph, start, credentials ?? AccountCredentials(), options)
  }

  init(
    _ graph: DependencyGraph<Account>,
    _ start: AccountsAtStart<Account>,
    _ credentials: AccountCredentials<Account>,
    _ options: GraphOptions
  ) async throws {
    let runtime = GraphRuntime(
      plan: try graph.plan(strict: options.isStrict),
      options: options,
      directory: AccountDirectory(isOpen: start.isOpen),
      store: start.store
    )
    self.runtime = runtime
    present = runtime.present
    states = runtime.states
    let accounts = AccountManager(runtime, credentials: credentials, start: start)
    self.accounts = accounts
    records = AccountRecords(
      in: runtime.store,
      isKnown: { [weak accounts] in accounts?.isKnown($0) ?? false },
      prepare: { [weak runtime] in runtime?.storeDeletions(of: $0) }
    )
    runtime.storeChanges()
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
    runtime.statusSignal.announce()
    if runtime.isClosed { statusChanges.finish() }
  }

  func id(_ number: TransitionMachine.Account) -> ID? {
    runtime.directory[number].id as? ID
  }
}

extension AppDependencyGraph {
  /// Saves the stashed states of the active account now, as the fence would.
  ///
  /// For the moment in which the system may end the process, such as an app going to the background.
  /// Nothing is reset.
  public func saveStates() {
    states.saveAll()
    runtime.storeChanges()
  }

  /// Takes in what earlier runs have saved of a state for an account.
  package func preload<Object: AnyObject>(
    _ content: any Sendable,
    of type: Object.Type,
    named name: String?,
    for id: ID
  ) {
    guard let number = accounts.number(of: id) else { return }
    states.preload(content, of: StateID(type: ObjectIdentifier(type), label: name), for: number)
  }
}
