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

  let runtime: GraphRuntime
  let statusChanges = Broadcast<GraphStatus<ID>>()
  let observation = ObservationSignal()
  private var lastStatus: GraphStatus<ID>?

  /// What is kept for each account whatever account is active.
  public let records: AccountRecords<ID>

  /// The validated graph.
  public var plan: Plan { runtime.plan }

  /// The observable states, by type.
  public var states: StateRegistry { runtime.states }

  /// The present environment: an immutable snapshot, all of one generation.
  public var environment: AppEnvironmentValues { runtime.environment }

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
    runtime.turnObserver = { [weak self] in self?.turnEnded() }
    lastStatus = status
    try await runtime.assemble()
  }

  private func turnEnded() {
    let status = currentStatus
    guard status != lastStatus || runtime.isClosed else { return }
    lastStatus = status
    observation.announce(self, \.status)
    statusChanges.send(status)
    if runtime.isClosed { statusChanges.finish() }
  }
}

// MARK: - Switching

extension AppDependencyGraph {
  /// Makes an account the active one, and waits until it is.
  ///
  /// In the turn of the call the services that can be made at once are made; then the fence ends the
  /// generation; then the services of the account before are stopped, and those of this one started.
  /// A newer request supersedes this one. If the calling task is cancelled, the account before comes
  /// back and the call fails once it is active again.
  ///
  /// - Parameter account: The account to activate.
  /// - Returns: How the request ended; `.superseded` if a newer request replaced it.
  /// - Throws: ``ActivationError`` with the cause and the account that is active now.
  /// - Complexity: O(*s* + *e*), where *s* is the number of account services and *e* of their edges.
  @discardableResult
  public func activate(_ account: Account) async throws -> ActivationOutcome<ID> {
    if Task.isCancelled && runtime.callingOperation == nil {
      let request = PendingRequest(number: 0, account: String(describing: account.id))
      throw runtime.error(.cancelled, .stillActive(runtime.activeID), request)
    }
    let request = runtime.request(number(for: account), name: String(describing: account.id))
    return outcome(try await runtime.answer(of: request))
  }

  /// Asks for an account to be active, without waiting: for buttons, observers and the graph's own code.
  ///
  /// It is decided in this turn whether the account before is left. Called from code of the graph that
  /// is running in a turn (a factory, a synchronous start, a state's reset), it is decided right after
  /// that turn.
  ///
  /// - Parameter account: The account to activate.
  /// - Returns: A task that ends like ``activate(_:)``; cancelling it cancels the request.
  @discardableResult
  public func request(_ account: Account) -> Task<ActivationOutcome<ID>, any Error> {
    let request = runtime.request(number(for: account), name: String(describing: account.id))
    let counter = runtime.clock.counter
    let id = counter?.operationBegan(isLimit: false)
    // The task belongs to the caller, not to the operation of the graph that may be running.
    return AmbientContext.$current.withValue(AmbientContext.current?.withoutOperation) {
      Task { @MainActor in
        let ending = try await self.runtime.answer(of: request) {
          if let id { counter?.operationEnded(id) }
        }
        return self.outcome(ending)
      }
    }
  }

  private func outcome(_ ending: TransitionEnding) -> ActivationOutcome<ID> {
    switch ending {
    case .activated: .activated
    case .unchanged: .unchanged
    case .superseded(let number): .superseded(by: number.flatMap(id))
    }
  }

  /// Waits until no switch is under way.
  ///
  /// Called from a start, a stop or a hook, which the switch itself waits for, it returns at once.
  public func settled() async {
    guard runtime.callingOperation?.isAwaited != true else { return }
    await runtime.engine.settled()
  }

  /// Switches to nothing, stops the app's services, and ends every sequence.
  ///
  /// Closing twice is closing once.
  ///
  /// Requests in flight get `closed`; states are saved; every stop is awaited, to its limit. Called from
  /// a start, a stop or a hook it does not wait.
  public func close() async {
    await runtime.close()
  }

  /// Lets ambient reads outside of any graph's code fall back to this graph.
  ///
  /// - Throws: ``InstallationError`` if another graph is installed; close that one first.
  public func install() throws(InstallationError) {
    guard runtime.source.install() else { throw InstallationError() }
  }
}

/// The error of installing a graph while another one is installed.
public struct InstallationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    "Another graph is installed already. Close it first, or pass this one on explicitly."
  }
}

// MARK: - Status

extension AppDependencyGraph {
  /// What the graph is doing: one consistent view.
  ///
  /// Observable where the system has Observation.
  public var status: GraphStatus<ID> {
    observation.access(self, \.status)
    return currentStatus
  }

  /// What is under way.
  public var phase: TransitionPhase { status.phase }

  /// The identity of the account that is active with all its services.
  public var active: ID? { status.active }

  private var currentStatus: GraphStatus<ID> {
    let machine = runtime.machine
    return GraphStatus(
      phase: machine.phase,
      generation: machine.generation,
      active: machine.active.flatMap(id),
      target: machine.target.flatMap(id),
      isDegraded: machine.isDegraded || runtime.appEngine.machine.isDegraded
    )
  }

  /// The status, now and after each turn in which it changed; a slow reader gets the newest only.
  ///
  /// Whoever reads states and environment on receiving one sees a single generation. Ends with `close`.
  public var changes: AsyncStream<GraphStatus<ID>> {
    statusChanges.stream(buffering: .bufferingNewest(1), startingWith: currentStatus)
  }

  /// Everything that happens from now on, in order.
  ///
  /// Ends with `close`.
  public var events: AsyncStream<GraphEvent> {
    runtime.events.stream()
  }

  /// The services of past generations that something still holds on to.
  ///
  /// Meaningful once the graph is ``settled()``. Only services whose values are objects can be told.
  public var leaks: [Leak] {
    runtime.engine.leaks()
  }

  /// How many writes were refused because their lease was stale.
  public var refusedWrites: Int { runtime.ledger.refusedWrites }
}

// MARK: - Outliving a generation

extension AppDependencyGraph {
  /// The lease of the present generation.
  public var lease: Lease { Lease(gate: runtime.engine.visibleGate) }

  /// A handle to the present generation's value of a key, for code that outlives the generation.
  ///
  /// - Parameter key: The key.
  /// - Returns: The handle; it never holds on to the value.
  public func handle<Value: Sendable>(_ key: EnvironmentKeyPath<Value>) -> Handle<Value> {
    Handle(key, runtime: runtime)
  }

  /// The present value of a key, then one for each visible change of it.
  ///
  /// A slow reader gets the newest only. Ends with `close`.
  ///
  /// - Parameter key: The key.
  /// - Returns: The sequence.
  public func values<Value: Sendable>(of key: EnvironmentKeyPath<Value>) -> AsyncStream<Value> {
    let reading = EnvironmentKeyReading(key)
    let broadcast = Broadcast<Value>()
    var last = reading.box(in: runtime.environment.table)
    let stream = broadcast.stream(
      buffering: .bufferingNewest(1),
      startingWith: reading.value(in: runtime.environment.table)
    )
    guard !runtime.isClosed else {
      broadcast.finish()
      return stream
    }
    runtime.follow { table in
      guard let table else { return broadcast.finish() }
      let box = reading.box(in: table)
      guard box !== last else { return }
      last = box
      broadcast.send(reading.value(in: table))
    } while: {
      broadcast.isObserved
    }
    return stream
  }
}
