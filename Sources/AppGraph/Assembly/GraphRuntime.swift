/// One running graph, without the type of its account.
///
/// It holds two engines, one for the services of the app and one for those of the account, and all that
/// a switch touches besides services: states, the environment, tasks, requests, events.
@MainActor
final class GraphRuntime {
  let plan: Plan
  let options: GraphOptions
  let source = EnvironmentSource()
  let clock: GraphClock
  let ledger: LeaseLedger
  let states: StateRegistry
  let appEngine: TransitionEngine
  let engine: TransitionEngine
  let appHost: AppHost
  let audience: EventAudience
  let routes = RouteQueue()
  let jobs = JobBoard()
  let scopes = ScopeBoard()
  var directory: AccountDirectory
  weak var accountKeeper: (any AccountKeeping)?
  /// Where what survives the process is kept.
  let store: any AccountStore
  /// Whether the app has chosen the store, so that its failures matter.
  let isStoreGiven: Bool
  /// What the present turn has changed, to be stored at its end.
  var changes: [AccountStoreChange] = []
  var isFollowingStore = false
  var isStoreBehind = false
  /// What views observe of phase, generation and accounts.
  let statusSignal = ObservationSignal()
  var requests: [TransitionMachine.Request: PendingRequest] = [:]
  private var requestCount = 0
  let present = PresentEnvironment()
  private(set) var fills: [AccountFill] = []
  private(set) var tasks: [LifecycleTaskRunner] = []
  private var followers: [EnvironmentFollower] = []
  /// Learns, once a turn, that phase, generation, accounts or environment may have changed.
  var turnObserver: @MainActor () -> Void = {}
  private(set) var isClosing = false
  private var closeWaiters: [OperationContinuation<Void>] = []
  private(set) var isClosed = false
  private var isTaskUpdateDue = false

  init(
    plan: Plan,
    options: GraphOptions,
    directory: AccountDirectory,
    store: (any AccountStore)?
  ) {
    self.plan = plan
    self.options = options
    self.directory = directory
    self.store = store ?? MemoryAccountStore()
    isStoreGiven = store != nil
    clock = GraphClock(options.clock)
    states = StateRegistry(plan.states)
    let spawner = TaskSpawner(clock: clock, source: source, graph: ObjectIdentifier(source))
    ledger = LeaseLedger(spawner: spawner)
    appHost = AppHost()
    audience = EventAudience(clock: clock, observer: options.observer)
    engine = TransitionEngine(
      part: plan.account,
      accountSlot: plan.accountSlot,
      hooks: plan.hooks.map {
        PlannedHook(registration: $0, services: plan.readiness($0.dependencies))
      },
      limits: options.limits,
      spawner: spawner,
      ledger: ledger,
      audience: audience
    )
    appEngine = TransitionEngine(
      part: plan.app,
      accountSlot: nil,
      hooks: [],
      limits: options.limits,
      spawner: spawner,
      ledger: ledger,
      audience: audience,
      accountEngine: engine
    )
    appHost.runtime = self
    appEngine.host = appHost
    engine.host = self
    engine.tellsWhenServicesSettle = !states.fills.isEmpty
    fills = states.fills.map {
      AccountFill($0, services: plan.readiness($0.fill.dependencies))
    }
    tasks = plan.tasks.map { LifecycleTaskRunner($0, runtime: self) }
    source.states = states
    connectStorage()
    states.changed = { [weak self] in self?.stateChanged() }
    states.checkMade = { [weak self] in self?.checkMade($0, $1) }
  }

  var spawner: TaskSpawner { ledger.spawner }
  /// Lent instead of copied: a copy counts a reference for each of the machine's arrays.
  var machine: TransitionMachine {
    _read { yield engine.machine }
  }

  /// What the graph is doing.
  var status: RuntimeStatus {
    RuntimeStatus(
      phase: engine.machine.phase,
      generation: engine.machine.generation,
      active: engine.machine.active,
      target: engine.machine.target,
      isDegraded: engine.machine.isDegraded || appEngine.machine.isDegraded
    )
  }

  /// Whether the running code is an operation of this graph.
  var callingOperation: GraphOperation? {
    guard let operation = AmbientContext.current?.operation, operation.graph == spawner.graph else {
      return nil
    }
    return operation
  }

  // MARK: Assembling and closing

  /// Makes and starts the services of the app.
  func assemble() async throws {
    let request = PendingRequest(number: nextRequest(), account: "")
    appHost.request = request
    _ = appEngine.machine.add(AppHost.account, isAuthenticated: true)
    spawner.inline { states.makeEager() }
    appEngine.request(
      AppHost.account,
      by: request.number,
      refuse: { [weak self] in self?.appHost.fail([$0]) }
    )
    let ending = await request.wait(clock.counter)
    if case .failure(let error)? = ending {
      await appEngine.settled()
      throw error
    }
    updateTasks()
  }

  /// Switches to nothing, stops the services of the app, and ends every sequence.
  func close() async {
    if !isClosing {
      isClosing = true
      engine.submit { $0.machine.close() }
      cancelJobs(of: nil)
      closeRoutes()
      spawner.spawn { await self.performClose() }
    }
    // An operation that the teardown waits for must not wait for the teardown.
    guard !isClosed, callingOperation?.isAwaited != true else { return }
    await OperationContinuation.wait(clock.counter) { closeWaiters.append($0) }
  }

  private func performClose() async {
    await engine.settled()
    await scopes.settled(clock.counter)
    for task in tasks { task.end() }
    appEngine.submit { $0.machine.close() }
    await appEngine.settled()
    if isStoreGiven { await synced() }
    isClosed = true
    accountKeeper?.graphHasClosed()
    emit(.closed, generation: machine.generation)
    source.uninstall()
    for follower in followers { follower.see(nil) }
    followers.removeAll()
    audience.sequences.finish()
    turnObserver()
    for waiter in closeWaiters { waiter.resume(returning: ()) }
    closeWaiters.removeAll()
  }

  func nextRequest() -> TransitionMachine.Request {
    requestCount += 1
    return requestCount
  }

  // MARK: Environment

  var environment: AppEnvironmentValues { present.values }

  func setEnvironment(_ table: EnvironmentTable) {
    present.values = AppEnvironmentValues(table: table)
    source.replace(environment)
    followers.removeAll { !$0.isNeeded() }
    for follower in followers { follower.see(table) }
  }

  /// Calls a closure with every environment that becomes visible, and with none when the graph closes.
  func follow(
    _ see: @escaping @MainActor (EnvironmentTable?) -> Void,
    while isNeeded: @escaping @MainActor () -> Bool
  ) {
    followers.append(EnvironmentFollower(see: see, isNeeded: isNeeded))
  }

  // MARK: Lifecycle tasks

  /// A state has changed, or is about to: the tasks are updated after this turn, once.
  private func stateChanged() {
    guard !isTaskUpdateDue, !tasks.isEmpty else { return }
    isTaskUpdateDue = true
    spawner.spawn { [weak self] in
      self?.isTaskUpdateDue = false
      self?.updateTasks()
    }
  }

  /// Reports a state that could stand under a key of the graph, where only the object shows it.
  private func checkMade(_ object: AnyObject, _ state: StateRegistration) {
    for service in plan.app.services + plan.account.services where !service.isRewiring {
      guard service.registration.valueTraits.holds(object) else { continue }
      report(
        GraphIncident(
          kind: .stateIsService,
          key: state.name,
          place: state.place,
          generation: machine.generation,
          cause: PlanError(problems: [
            .stateIsService(state.name, service.slot.description, state.place)
          ])
        )
      )
    }
  }

  func updateTasks() {
    for task in tasks { task.update() }
  }
}

/// Whoever is to see every environment that becomes visible.
struct EnvironmentFollower {
  let see: @MainActor (EnvironmentTable?) -> Void
  let isNeeded: @MainActor () -> Bool
}
