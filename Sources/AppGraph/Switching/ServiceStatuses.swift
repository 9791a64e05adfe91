/// What has become of each service, and which may start or stop next: the order rules of a switch.
struct ServiceStatuses: Sendable {
  typealias Service = TransitionMachine.Service
  typealias Status = TransitionMachine.Status

  /// How many services one lifetime may have.
  private static let maximumCount = 1 << 24

  private let topology: Topology
  private(set) var status: [Status]
  /// Per service: how many of those it depends on are not settled in this activation.
  private var waiting: [Int]
  /// Per service: how many of those that depend on it are present.
  private var blockers: [Int]
  /// Per service: whether it is to stop.
  private var isLeaving: [Bool]
  /// Per service: the place of its start among all completed ones, counted up without end.
  private var completion: [Int]
  private var completions = 0
  private var startable = IndexHeap()
  /// The services that may stop, as negated `completion * maximumCount + service`: the latest first.
  private var stoppable = IndexHeap()
  private var presentCount = 0
  private var leavingCount = 0
  /// How many services are wanted in this activation but not settled.
  private var unsettledCount = 0
  /// The services to be started again once all that leave have left.
  private var restarting: [Service] = []

  init(_ topology: Topology) {
    self.topology = topology
    let count = topology.count
    status = Array(repeating: .off, count: count)
    waiting = Array(repeating: 0, count: count)
    blockers = Array(repeating: 0, count: count)
    isLeaving = Array(repeating: false, count: count)
    completion = Array(repeating: 0, count: count)
  }

  /// How many optional services have failed.
  private(set) var degradedCount = 0

  var isAnyPresent: Bool { presentCount > 0 }
  /// Whether every wanted service has started, was skipped or is degraded.
  var isComplete: Bool { unsettledCount == 0 && restarting.isEmpty }
  /// Whether nothing is starting, stopping or waiting to.
  var isSettled: Bool { isComplete && leavingCount == 0 }

  // MARK: Starting

  /// Wants every service, after all have been reset.
  mutating func want() {
    unsettledCount = topology.count
    for service in status.indices {
      waiting[service] = topology.dependencies.degree(service)
      if waiting[service] == 0 { startable.push(service) }
    }
  }

  /// Takes the first service in declaration order whose dependencies are all settled.
  mutating func nextStart() -> Service? {
    if leavingCount == 0 && !restarting.isEmpty { wantRestarting() }
    return startable.pop()
  }

  /// Begins a start.
  ///
  /// - Returns: False if the service is skipped instead, as an anonymous account has it skipped or
  ///   something it depends on.
  mutating func beginStart(_ service: Service, isAnonymous: Bool) -> Bool {
    let isGated =
      isAnonymous && topology.requiresAuthentication[service]
      || topology.dependencies.edges(of: service).contains {
        status[topology.dependencies.target($0)] == .gated
      }
    guard !isGated else {
      status[service] = .gated
      settle(service)
      return false
    }
    status[service] = .starting
    presentCount += 1
    for edge in topology.dependencies.edges(of: service) {
      blockers[topology.dependencies.target(edge)] += 1
    }
    return true
  }

  /// Completes a start.
  ///
  /// - Returns: Whether it had been asked to end; then it is to be stopped like any other.
  mutating func completeStart(_ service: Service) -> Bool {
    let isLate = status[service] == .cancelling
    completions += 1
    completion[service] = completions
    status[service] = .running
    if isLate { mayStop(service) } else { settle(service) }
    return isLate
  }

  /// Ends a start that did not complete.
  mutating func endStart(_ service: Service) {
    if status[service] == .cancelling {
      isLeaving[service] = false
      leavingCount -= 1
    }
    end(service, as: .off)
  }

  /// Ends the start of an optional service that failed.
  mutating func degrade(_ service: Service) {
    end(service, as: .degraded)
    degradedCount += 1
    settle(service)
  }

  private mutating func settle(_ service: Service) {
    unsettledCount -= 1
    for edge in topology.dependents.edges(of: service) {
      let dependent = topology.dependents.target(edge)
      waiting[dependent] -= 1
      if waiting[dependent] == 0 && status[dependent] == .off { startable.push(dependent) }
    }
  }

  // MARK: Stopping

  /// Leaves all that is present.
  ///
  /// - Returns: The services whose starts are to be cancelled, in declaration order.
  mutating func leave() -> [Service] {
    var cancelled: [Service] = []
    startable.removeAll()
    restarting.removeAll()
    unsettledCount = 0
    degradedCount = 0
    for service in status.indices {
      switch status[service] {
      case .starting:
        status[service] = .cancelling
        cancelled.append(service)
        isLeaving[service] = true
        leavingCount += 1
      case .running where !isLeaving[service]:
        isLeaving[service] = true
        leavingCount += 1
        mayStop(service)
      case .running, .stopping, .cancelling, .off:
        break
      case .gated, .degraded:
        status[service] = .off
      }
    }
    return cancelled
  }

  private mutating func mayStop(_ service: Service) {
    if status[service] == .running && isLeaving[service] && blockers[service] == 0 {
      stoppable.push(-(completion[service] * Self.maximumCount + service))
    }
  }

  /// Takes, of the services that may stop, the one whose start completed last, and begins its stop.
  mutating func nextStop() -> Service? {
    guard let key = stoppable.pop() else { return nil }
    let service = -key % Self.maximumCount
    status[service] = .stopping
    return service
  }

  mutating func endStop(_ service: Service) {
    isLeaving[service] = false
    leavingCount -= 1
    end(service, as: .off)
  }

  private mutating func end(_ service: Service, as newStatus: Status) {
    status[service] = newStatus
    presentCount -= 1
    for edge in topology.dependencies.edges(of: service) {
      let dependency = topology.dependencies.target(edge)
      blockers[dependency] -= 1
      mayStop(dependency)
    }
  }

  /// Forgets what was skipped or degraded, when nothing is present.
  mutating func reset() {
    degradedCount = 0
    for service in status.indices { status[service] = .off }
  }

  // MARK: Starting again

  /// Wants the failed optional services again.
  mutating func retryDegraded() {
    let retried = status.indices.filter { status[$0] == .degraded }
    degradedCount = 0
    for service in retried {
      status[service] = .off
      unsettledCount += 1
      // Nobody waits for it: what depends on it has settled without it.
      for edge in topology.dependents.edges(of: service) {
        waiting[topology.dependents.target(edge)] += 1
      }
    }
    for service in retried where waiting[service] == 0 { startable.push(service) }
  }

  /// Leaves what depends on a service, however far away, to start it again afterwards.
  mutating func restartDependents(of service: Service) {
    var found = Set(restarting)
    var queue = [service]
    while let next = queue.popLast() {
      for dependent in topology.dependents.targets(of: next) where status[dependent] != .starting {
        guard found.insert(dependent).inserted else { continue }
        restarting.append(dependent)
        queue.append(dependent)
        if status[dependent] == .running {
          isLeaving[dependent] = true
          leavingCount += 1
        }
      }
    }
    for dependent in restarting { mayStop(dependent) }
  }

  private mutating func wantRestarting() {
    let members = Set(restarting)
    restarting.removeAll()
    for service in members.sorted() {
      if status[service] == .degraded { degradedCount -= 1 }
      status[service] = .off
      unsettledCount += 1
      waiting[service] = topology.dependencies.targets(of: service).count { members.contains($0) }
      if waiting[service] == 0 { startable.push(service) }
    }
  }
}
