/// All decisions about switching accounts, as a pure value.
///
/// Each event is a mutating function; ``nextAction()`` then says, one at a time, what to do until it has
/// nothing more to say. The caller performs an action and feeds back what came of it, at once or later.
/// Actions are handed out singly because a start or stop may complete while it is being performed, and
/// then decides what comes next.
///
/// The machine knows no task, no clock and no actor. Services, accounts, requests and routes are
/// numbers; services are numbered in declaration order.
struct TransitionMachine: Sendable {
  typealias Service = Int
  typealias Account = Int
  typealias Request = Int
  typealias Route = Int

  /// What has become of one service in the present activation.
  enum Status: UInt8, Hashable, Sendable {
    case off
    case starting
    /// Its start was cancelled but has not ended.
    case cancelling
    case running
    case stopping
    /// Skipped for an anonymous account.
    case gated
    /// Optional, and failed.
    case degraded

    /// Whether anything of the service is still under way.
    var isPresent: Bool {
      switch self {
      case .starting, .cancelling, .running, .stopping: true
      case .off, .gated, .degraded: false
      }
    }
  }

  let topology: Topology

  private(set) var phase = TransitionPhase.idle
  /// The number of the present activation period.
  var generation: UInt64 = 0
  /// The account to be active; none on the way to idle.
  var target: Account?
  /// The account whose services are present.
  var occupant: Account?
  /// The account that was completely active, until its teardown has ended.
  var active: Account?
  /// The last account that was completely active before the present transition.
  var previous: Account?
  /// Those who wait for the present transition.
  var callers: [Request] = []
  /// Why the present transition is a rollback, if it is one.
  var rollback: RollbackCause?
  var routes: [(route: Route, account: Account)] = []
  var roster = AccountRoster()
  var purges: [Account] = []
  /// The account whose overlapping services are being loaded while the present one stays live.
  var staging: Staging?
  private(set) var isClosed = false

  private var services: ServiceStatuses
  /// How many hooks and tokens hold back the first stop.
  private var holds = 0
  private var actions: [Action] = []
  private var nextActionIndex = 0

  init(_ topology: Topology) {
    self.topology = topology
    services = ServiceStatuses(topology)
  }

  /// Why a rollback is under way; its callers learn it at the end.
  enum RollbackCause: Hashable, Sendable {
    case failed
    case cancelled

    func answer(_ rest: Answer.Rest) -> Answer {
      switch self {
      case .failed: .failed(rest)
      case .cancelled: .cancelled(rest)
      }
    }
  }

  /// Whether an optional service has failed.
  var isDegraded: Bool { services.degradedCount > 0 }

  func status(of service: Service) -> Status { services.status(of: service) }

  /// Whether nothing is under way: the graph is active or idle, and says nothing more by itself.
  var isSettled: Bool {
    (phase == .active || phase == .idle) && services.isSettled && staging == nil
      && nextActionIndex == actions.count
  }

  /// Whether a write under the present generation is accepted.
  var acceptsWrites: Bool { phase == .starting || phase == .active }

  // MARK: Saying what to do

  /// Takes the next thing to do, if there is one before the next event.
  mutating func nextAction() -> Action? {
    while true {
      if nextActionIndex < actions.count {
        defer { nextActionIndex += 1 }
        return actions[nextActionIndex]
      }
      actions.removeAll(keepingCapacity: true)
      nextActionIndex = 0
      if let action = nextServiceAction() { return action }
      if actions.isEmpty { return nil }
    }
  }

  private mutating func nextServiceAction() -> Action? {
    if holds == 0, let service = services.nextStop() { return .stop(service) }
    switch phase {
    case .stopping:
      if holds == 0 && !services.isAnyPresent { endLeaving() }
      return nil
    case .starting:
      return nextStart(orElse: { $0.becomeActive() })
    case .active:
      return nextStart(orElse: { _ in })
    case .idle:
      return nil
    }
  }

  private mutating func nextStart(orElse complete: (inout Self) -> Void) -> Action? {
    if let service = services.nextStart() {
      // Looking the account up costs more than beginning the start.
      let isRefused = topology.requiresAuthentication[service] && isOccupantAnonymous
      let begins = services.beginStart(service, isRefused: isRefused)
      return begins ? .start(service) : .skip(service)
    }
    if services.isComplete { complete(&self) }
    return nil
  }

  private var isOccupantAnonymous: Bool { occupant.map { !roster.isAuthenticated($0) } ?? false }

  mutating func act(_ action: Action) {
    actions.append(action)
  }

  // MARK: Moving on

  /// Ends the generation, and leaves what is present.
  mutating func fence(_ reason: Fence.Reason) {
    endStaging(.superseded(by: target))
    let isLeaving = acceptsWrites
    // Nothing is saved for whoever is removed, also if it was added anew in the meantime.
    let isSaved = occupant.map { roster.isKnown($0) && reason != .removal(of: $0) } ?? false
    let saving = isLeaving && isSaved ? occupant : nil
    generation += 1
    act(.fence(Fence(reason: reason, generation: generation, saving: saving)))
    phase = .stopping
    for service in services.leave() { act(.cancelStart(service)) }
    if isLeaving { act(.runHooks(reason.teardownReason)) }
  }

  /// All that was present has ended: purges, then activates the target or comes to rest.
  private mutating func endLeaving() {
    active = nil
    occupant = nil
    for account in purges { act(.purge(account)) }
    purges.removeAll()
    services.reset()
    guard let target else {
      phase = .idle
      previous = nil
      act(.idle)
      if isClosed { act(.closed) }
      return
    }
    phase = .starting
    occupant = target
    services.want()
    act(.beginActivation(target))
  }

  private mutating func becomeActive() {
    guard let account = target else { return }
    phase = .active
    active = account
    previous = account
    roster.noteActive(account)
    if roster.selection != account {
      roster.selection = account
      act(.select(account))
    }
    act(.activated(account))
    let answer = rollback?.answer(.rolledBack(to: account)) ?? .activated
    rollback = nil
    answerCallers(answer)
    for (route, account) in routes { act(.deliverRoute(route, account)) }
    routes.removeAll()
  }

  mutating func answerCallers(_ answer: Answer) {
    for caller in callers { act(.answer(caller, answer)) }
    callers.removeAll()
  }

  mutating func dropRoutes(_ reason: DropReason, where isDropped: (Account) -> Bool = { _ in true })
  {
    for (route, account) in routes where isDropped(account) { act(.dropRoute(route, reason)) }
    routes.removeAll { isDropped($0.account) }
  }

  // MARK: What comes of starts and stops

  /// A start has completed.
  mutating func startSucceeded(_ service: Service) {
    if services.completeStart(service) { act(.lateStart(service)) }
  }

  /// A start that was asked to has ended by cancellation.
  mutating func startCancelled(_ service: Service) {
    services.endStart(service)
  }

  /// A start has thrown, or was given up at its limit.
  mutating func startFailed(_ service: Service) {
    guard services.status(of: service) == .starting else { return services.endStart(service) }
    if topology.isOptional[service] { return services.degrade(service) }
    services.endStart(service)
    giveUp(.failed)
  }

  /// A stop has ended, well or badly, or was abandoned at its limit.
  mutating func stopEnded(_ service: Service) {
    services.endStop(service)
  }

  /// Abandons the present activation: back to the previous account, or to idle.
  mutating func giveUp(_ cause: RollbackCause) {
    if cause == .failed { dropRoutes(.activationFailed) }
    if let rollback {
      answerCallers(rollback.answer(.rollbackFailed))
      self.rollback = nil
      target = nil
      fence(.rollbackFailed)
    } else if let previous {
      rollback = cause
      target = previous
      fence(.rollback(to: previous))
    } else {
      answerCallers(cause.answer(.idle))
      target = nil
      fence(.noPrevious)
    }
  }

  // MARK: Holding back the first stop

  /// A hook or token holds back the stops.
  mutating func holdBegan() { holds += 1 }

  /// A hook has ended, or a token was released.
  mutating func holdEnded() { holds -= 1 }

  // MARK: Starting again within a generation

  /// Starts failed optional services again, under the same generation.
  mutating func retryDegraded() {
    if phase == .active { services.retryDegraded() }
  }

  /// Stops and starts again all that depends on a service whose value has changed.
  mutating func restartDependents(of service: Service) {
    services.restartDependents(of: service)
  }

  // MARK: Closing

  /// Switches to nothing, for good.
  mutating func close() {
    guard !isClosed else { return }
    isClosed = true
    endStaging(.closed)
    dropRoutes(.closed)
    answerCallers(.closed)
    rollback = nil
    target = nil
    fence(.closing)
  }
}
