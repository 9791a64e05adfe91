@testable import AppGraph

/// A machine together with the services that it believes to command, and what it must never do to them.
///
/// It is a value: a search copies it at every branch.
struct MachineDriver {
  enum Event: Hashable {
    case request(Int)
    case requestStaged(Int)
    case cancelNewest
    case remove(Int)
    case add(Int)
    case route(Int?)
    case close
    case startSucceeds(Int)
    case startFails(Int)
    case startIsCancelled(Int)
    case stopEnds(Int)
    case stagingSucceeds
    case stagingFails
    case retry
    case restart(Int)
  }

  private(set) var machine: TransitionMachine
  private(set) var starting: Set<Int> = []
  private(set) var running: Set<Int> = []
  private(set) var stopping: Set<Int> = []
  private(set) var cancelling: Set<Int> = []
  private(set) var answers: [Int: TransitionMachine.Answer] = [:]
  private(set) var activations: [Int] = []
  private(set) var violations: [String] = []
  private(set) var isStaging = false
  private(set) var requestCount = 0
  private(set) var routeCount = 0
  private var endedRoutes: Set<Int> = []
  private var generation: UInt64 = 0
  private var isClosed = false
  private var startsCompleted: [Int]
  private var stopsBegun: [Int]
  private var history: [Event] = []
  /// Accounts whose removal has been asked for and that were not added again.
  private var removed: Set<Int> = []

  init(_ topology: Topology, accounts: [Bool]) {
    machine = TransitionMachine(topology)
    startsCompleted = Array(repeating: 0, count: topology.count)
    stopsBegun = Array(repeating: 0, count: topology.count)
    for (account, isAuthenticated) in accounts.enumerated() {
      _ = machine.add(account, isAuthenticated: isAuthenticated)
    }
  }

  // MARK: Events

  mutating func apply(_ event: Event) {
    history.append(event)
    switch event {
    case .request(let account):
      requestCount += 1
      machine.request(account, by: requestCount)
    case .requestStaged(let account):
      requestCount += 1
      machine.request(account, by: requestCount, isStaged: true)
    case .cancelNewest: machine.cancel(requestCount)
    case .remove(let account):
      removed.insert(account)
      _ = machine.remove(account)
    case .add(let account):
      removed.remove(account)
      _ = machine.add(account, isAuthenticated: true)
    case .route(let account):
      routeCount += 1
      machine.route(routeCount, to: account)
    case .close:
      isClosed = true
      machine.close()
    case .stagingSucceeds:
      isStaging = false
      machine.stagingSucceeded()
    case .stagingFails:
      isStaging = false
      machine.stagingFailed()
    case .retry: machine.retryDegraded()
    case .restart(let service): machine.restartDependents(of: service)
    default: applyEnding(event)
    }
    pump()
  }

  private mutating func applyEnding(_ event: Event) {
    switch event {
    case .startSucceeds(let service):
      starting.remove(service)
      cancelling.remove(service)
      running.insert(service)
      startsCompleted[service] += 1
      machine.startSucceeded(service)
    case .startFails(let service):
      starting.remove(service)
      cancelling.remove(service)
      machine.startFailed(service)
    case .startIsCancelled(let service):
      starting.remove(service)
      cancelling.remove(service)
      machine.startCancelled(service)
    case .stopEnds(let service):
      stopping.remove(service)
      machine.stopEnded(service)
    default: break
    }
  }

  /// The events that can happen now, besides what users do.
  var endings: [Event] {
    var events: [Event] = []
    for service in starting.sorted() {
      events += [.startSucceeds(service), .startFails(service)]
      if cancelling.contains(service) { events.append(.startIsCancelled(service)) }
    }
    events += stopping.sorted().map(Event.stopEnds)
    if isStaging { events += [.stagingSucceeds, .stagingFails] }
    return events
  }

  /// Lets everything end well, in the order of the numbers, until nothing is left to end.
  mutating func settle() {
    var turns = 0
    while let event = endings.first {
      apply(event)
      turns += 1
      guard turns < 10_000 else { return violate("never settles") }
    }
    if !machine.isSettled { violate("nothing is under way, but it is not settled") }
    for request in 1...max(1, requestCount) where request <= requestCount {
      if answers[request] == nil { violate("request \(request) has no answer") }
    }
    for route in 1...max(1, routeCount) where route <= routeCount {
      if !endedRoutes.contains(route) { violate("route \(route) has no end") }
    }
    checkRest()
  }

  // MARK: What must hold

  private mutating func violate(_ text: String) {
    violations.append("\(text); after \(history.suffix(40))")
  }

  private mutating func pump() {
    while let action = machine.nextAction() { perform(action) }
  }

  private mutating func perform(_ action: TransitionMachine.Action) {
    switch action {
    case .fence(let fence): check(fence)
    case .start(let service): checkStart(service)
    case .stop(let service): checkStop(service)
    case .cancelStart(let service):
      if !starting.contains(service) { violate("cancels a start that is not in flight") }
      cancelling.insert(service)
    case .activated(let account): checkActivation(account)
    case .idle: if !isQuiet { violate("idle with services present") }
    case .purge(let account):
      if !isQuiet && machine.occupant == account { violate("purges what is still running") }
    case .beginActivation(let account):
      if !isQuiet { violate("two accounts coexist") }
      if removed.contains(account) { violate("activates a removed account") }
      if isClosed { violate("activates on a closed graph") }
    case .answer(let request, let answer):
      if answers.updateValue(answer, forKey: request) != nil { violate("answers \(request) twice") }
    case .deliverRoute(let route, let account):
      if machine.active != account { violate("delivers a route into another account") }
      end(route)
    case .dropRoute(let route, _): end(route)
    case .stage: isStaging = true
    case .endStaging: isStaging = false
    default: break
    }
  }

  private mutating func end(_ route: Int) {
    if !endedRoutes.insert(route).inserted { violate("ends route \(route) twice") }
  }

  private var isQuiet: Bool { starting.isEmpty && running.isEmpty && stopping.isEmpty }

  private mutating func check(_ fence: TransitionMachine.Fence) {
    if fence.generation <= generation { violate("a generation comes twice") }
    generation = fence.generation
    if let saving = fence.saving, removed.contains(saving) { violate("saves a removed account") }
  }

  private mutating func checkStart(_ service: Int) {
    if starting.contains(service) || running.contains(service) || stopping.contains(service) {
      violate("starts \(service), which is present")
    }
    let isReady = machine.topology.dependencies.targets(of: service).allSatisfy {
      running.contains($0) || machine.status(of: $0) == .degraded
    }
    if !isReady { violate("starts \(service) before what it depends on") }
    if isClosed { violate("starts on a closed graph") }
    if let occupant = machine.occupant, removed.contains(occupant) {
      violate("starts a service of a removed account")
    }
    starting.insert(service)
  }

  private mutating func checkStop(_ service: Int) {
    if !running.contains(service) { violate("stops \(service), which does not run") }
    let isHeld = machine.topology.dependents.targets(of: service).contains {
      running.contains($0) || starting.contains($0) || stopping.contains($0)
    }
    if isHeld { violate("stops \(service) before what depends on it") }
    running.remove(service)
    stopping.insert(service)
    stopsBegun[service] += 1
    if stopsBegun[service] > startsCompleted[service] { violate("stops \(service) too often") }
  }

  private mutating func checkActivation(_ account: Int) {
    activations.append(account)
    if !starting.isEmpty || !stopping.isEmpty { violate("active while something is under way") }
    for service in 0..<machine.topology.count where !running.contains(service) {
      let status = machine.status(of: service)
      if status != .gated && status != .degraded { violate("active without \(service)") }
    }
    if removed.contains(account) { violate("a removed account becomes active") }
  }

  private mutating func checkRest() {
    for service in 0..<machine.topology.count {
      let expected = stopsBegun[service] + (running.contains(service) ? 1 : 0)
      if startsCompleted[service] != expected {
        violate("a completed start of \(service) has no stop")
      }
    }
    switch machine.phase {
    case .active where machine.active == nil: violate("active without an account")
    case .idle where !isQuiet || machine.active != nil: violate("idle, but not empty")
    case .starting, .stopping: violate("comes to rest in \(machine.phase)")
    case .active, .idle: break
    }
    if isClosed && machine.phase != .idle { violate("a closed graph is not idle") }
  }
}
