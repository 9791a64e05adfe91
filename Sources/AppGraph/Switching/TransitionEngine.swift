/// The thin layer around the transition machine that performs its actions.
///
/// It makes instances, calls hooks, keeps tasks and timers, and feeds what comes of them back. One
/// engine runs the services of one lifetime: those of the app, or those of the active account.
@MainActor
final class TransitionEngine {
  typealias Service = TransitionMachine.Service
  typealias Account = TransitionMachine.Account

  let part: Plan.Part
  let accountSlot: EnvironmentSlot?
  let limits: GraphLimits
  let spawner: TaskSpawner
  let ledger: LeaseLedger
  let hooks: [PlannedHook]
  // Safe: on the main actor, and the machine calls nobody: no access to it can meet another one.
  @exclusivity(unchecked) var machine: TransitionMachine
  let audience: EventAudience
  /// The engine of the account's services, where this one runs those of the app: they belong to no
  /// generation, and events name the one of the account.
  let accountEngine: TransitionEngine?
  /// The host while a turn runs, which may read it a hundred times: a weak reference costs more.
  private var turnHost: (any TransitionHost)?
  private weak var owner: (any TransitionHost)?

  /// What was made for the account whose services are present.
  // Safe: on the main actor, and every access is one load or one store.
  @exclusivity(unchecked) var present: GenerationInstances
  /// What was made for the target, while the account before it is being left.
  // Safe: the same.
  @exclusivity(unchecked) var pending: GenerationInstances?
  /// What was made for a request that has not been decided yet.
  var constructed: GenerationInstances?
  /// What is being made and loaded ahead for a staged request.
  var staged: StagedLoad?
  /// Whether the first stop waits for starts that were cancelled, as far as those end at once.
  var isLettingStartsEnd = false
  /// Per rewired service: how many pointings were given up and have not ended, and who waits for that.
  var abandonedApplies: [Service: Int] = [:]
  var abandonedApplyWaiters: [Service: [OperationContinuation<Void>]] = [:]
  /// The claims of observers on the present generation.
  var holds: [WeakTeardownHold] = []
  /// The optional services that have failed in this generation: a later start of one is a retry.
  // Safe: on the main actor, and every access is one step.
  @exclusivity(unchecked) var retried: Set<Service> = []
  /// Per service: its start or stop in flight.
  var runs: [ServiceRun?]
  /// What failed in the present transition, in order.
  var failures: [StartFailure] = []
  var retired = RetiredObjects()
  /// The names of the services in events, each made once.
  // Safe: on the main actor, and every access is one step.
  @exclusivity(unchecked) var names: [String?]
  /// When the start or stop before ended, while nothing of the app but observers has run since.
  // Safe: the same.
  @exclusivity(unchecked) var lastEnd: Duration?
  /// Whether the host waits for services to settle.
  var tellsWhenServicesSettle = false

  private var inbox: [@MainActor (TransitionEngine) -> Void] = []
  /// Whether a turn is running, whose end tells the host.
  private(set) var isRunning = false
  private var settledWaiters: [OperationContinuation<Void>] = []

  init(
    part: Plan.Part,
    accountSlot: EnvironmentSlot?,
    hooks: [PlannedHook],
    limits: GraphLimits,
    spawner: TaskSpawner,
    ledger: LeaseLedger,
    audience: EventAudience,
    accountEngine: TransitionEngine? = nil
  ) {
    self.part = part
    self.accountSlot = accountSlot
    self.hooks = hooks
    self.limits = limits
    self.spawner = spawner
    self.ledger = ledger
    self.audience = audience
    self.accountEngine = accountEngine
    machine = TransitionMachine(part.topology)
    runs = Array(repeating: nil, count: part.services.count)
    names = Array(repeating: nil, count: part.services.count)
    present = GenerationInstances(
      account: nil,
      accountName: nil,
      gate: LeaseGate(ledger, generation: 0, isOpen: false),
      count: part.services.count,
      parent: .empty
    )
  }

  var host: (any TransitionHost)? {
    get { turnHost ?? owner }
    set { owner = newValue }
  }

  // MARK: Turns

  /// Takes an event: at once, or after the turn that is running, whose code made it.
  func submit(_ event: @escaping @MainActor (TransitionEngine) -> Void) {
    guard !isRunning else { return inbox.append(event) }
    isRunning = true
    turnHost = owner
    lastEnd = nil
    spawner.inline {
      event(self)
      drain()
      while !inbox.isEmpty {
        let events = inbox
        inbox.removeAll()
        for event in events {
          event(self)
          drain()
        }
      }
    }
    isRunning = false
    turnHost = nil
    host?.turnEnded()
    resumeSettled()
  }

  private func drain() {
    while let action = machine.nextAction() { perform(action) }
  }

  private func perform(_ action: TransitionMachine.Action) {
    switch action {
    case .start(let service): return start(service)
    case .stop(let service): return stop(service)
    default: lastEnd = nil
    }
    switch action {
    case .fence(let fence): perform(fence)
    case .cancelStart(let service): cancelStart(service)
    case .stage(let account): stage(account)
    case .endStaging: endStaging()
    case .runHooks(let reason): runHooks(reason)
    case .skip(let service):
      emit(.gated, service)
      serviceSettled()
    case .lateStart(let service): emit(.startedLate, service)
    case .beginActivation(let account): beginActivation(account)
    case .idle:
      replacePresent()
      host?.perform(action)
    default: host?.perform(action)
    }
  }

  // MARK: Requests

  /// Asks for an account, after its services that can be made at once have been made.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - caller: Who asks.
  ///   - isStaged: Whether to load what may overlap before the present account is left.
  ///   - begin: Called when the request's turn has come.
  ///   - refuse: Learns that a factory threw; then the request has no effect.
  func request(
    _ account: Account,
    by caller: TransitionMachine.Request,
    isStaged: Bool = false,
    begin: @escaping @MainActor () -> Void = {},
    refuse: @escaping @MainActor (StartFailure) -> Void
  ) {
    submit { engine in
      begin()
      if engine.machine.constructs(account, isStaged: isStaged) {
        let instances = engine.construct(account, generation: engine.machine.generation + 1)
        if let failure = engine.requiredFailure(of: instances) { return refuse(failure) }
        engine.constructed = instances
        engine.failures.removeAll()
      }
      engine.machine.request(account, by: caller, isStaged: isStaged)
    }
  }

  func requiredFailure(of instances: GenerationInstances) -> StartFailure? {
    let first = instances.failures.keys.filter { !part.services[$0].registration.isOptional }.min()
    return first.map { failure($0, .factory, instances.failures[$0]) }
  }

  func failure(_ service: Service, _ step: StartFailure.Step, _ error: (any Error)?) -> StartFailure
  {
    let registration = part.services[service].registration
    return StartFailure(
      key: registration.key.slot.description,
      place: registration.place,
      step: step,
      underlying: error
    )
  }

  // MARK: Generations

  private func perform(_ fence: TransitionMachine.Fence) {
    present.gate.revoke()
    pending?.gate.revoke()
    let next = constructed ?? construct(machine.target, generation: fence.generation)
    constructed = nil
    host?.endGeneration(fence)
    var dropped = pending
    pending = next
    retire(&dropped)
    publish(next)
    host?.perform(.fence(fence))
  }

  private func beginActivation(_ account: Account) {
    replacePresent()
    present.gate.open()
    host?.beginActivation(account)
  }

  private func replacePresent() {
    guard let pending else { return }
    var old: GenerationInstances? = present
    retried.removeAll()
    present = pending
    self.pending = nil
    retire(&old)
  }

  /// Drops what was made for a generation that is over, and notes what others hold on to.
  ///
  /// Dependents go first, so that a service that only they have held goes with them. A service that goes
  /// needs no weak reference, which costs as much as making the service.
  private func retire(_ instances: inout GenerationInstances?) {
    guard let generation = instances?.generation else { return }
    // Work that has not ended may hold on to the whole generation.
    let isHeld = !isKnownUniquelyReferenced(&instances)
    var boxes = (isHeld ? instances?.boxes : instances?.takeBoxes()) ?? []
    instances = nil
    for service in part.order.reversed() {
      guard var box = boxes[service] else { continue }
      boxes[service] = nil
      let planned = part.services[service]
      let traits = planned.registration.valueTraits
      if planned.objectType != nil, isKnownUniquelyReferenced(&box), ValueBox.isAlone(with: box) {
        continue
      }
      if let object = traits.object(in: box) {
        retired.insert(object, key: planned.slot, generation: generation)
      }
    }
  }

  func serviceSettled() {
    if tellsWhenServicesSettle { host?.serviceSettled() }
  }

  func publish(_ instances: GenerationInstances) {
    if let table = instances.publish() { host?.publish(table) }
  }

  // MARK: Settled

  var isSettled: Bool { machine.isSettled && !isRunning && inbox.isEmpty }

  /// Waits until nothing is under way.
  func settled() async {
    guard !isSettled else { return }
    await OperationContinuation.wait(spawner.clock.counter) { settledWaiters.append($0) }
  }

  private func resumeSettled() {
    guard !settledWaiters.isEmpty, isSettled else { return }
    let waiters = settledWaiters
    settledWaiters.removeAll()
    for waiter in waiters { waiter.resume(returning: ()) }
  }
}
