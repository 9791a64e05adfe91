/// What has become of each service, and which may start or stop next: the order rules of a switch.
struct ServiceStatuses: Sendable {
  typealias Service = TransitionMachine.Service
  typealias Status = TransitionMachine.Status

  /// How many services one lifetime may have.
  private static let maximumCount = 1 << 24

  /// Where one service stands.
  private struct Entry {
    var status = Status.off
    /// Whether it is to stop.
    var isLeaving = false
    /// How many of those it depends on are not settled in this activation.
    var waiting = 0
    /// How many of those that depend on it are present.
    var blockers = 0
    /// The place of its start among all completed ones, counted up without end.
    var completion = 0
  }

  private let topology: Topology
  /// One place a service: what belongs together is checked and changed together.
  private var entries: [Entry]
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
    entries = Array(repeating: Entry(), count: topology.count)
  }

  /// How many optional services have failed.
  private(set) var degradedCount = 0

  func status(of service: Service) -> Status { entries[service].status }

  var isAnyPresent: Bool { presentCount > 0 }
  /// Whether every wanted service has started, was skipped or is degraded.
  var isComplete: Bool { unsettledCount == 0 && restarting.isEmpty }
  /// Whether nothing is starting, stopping or waiting to.
  var isSettled: Bool { isComplete && leavingCount == 0 }

  // MARK: Starting

  /// Wants every service, after all have been reset.
  mutating func want() {
    unsettledCount = topology.count
    for service in entries.indices {
      entries[service].waiting = topology.dependencies.degree(service)
      if entries[service].waiting == 0 { startable.push(service) }
    }
  }

  /// Takes the first service in declaration order whose dependencies are all settled.
  mutating func nextStart() -> Service? {
    if leavingCount == 0 && !restarting.isEmpty { wantRestarting() }
    return startable.pop()
  }

  /// Begins a start.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - isRefused: Whether an anonymous account has the service itself skipped.
  /// - Returns: False if the service is skipped instead, itself or because of something it depends on.
  mutating func beginStart(_ service: Service, isRefused: Bool) -> Bool {
    let isGated =
      isRefused
      || topology.dependencies.edges(of: service).contains {
        entries[topology.dependencies.target($0)].status == .gated
      }
    guard !isGated else {
      entries[service].status = .gated
      settle(service)
      return false
    }
    entries[service].status = .starting
    presentCount += 1
    for edge in topology.dependencies.edges(of: service) {
      entries[topology.dependencies.target(edge)].blockers += 1
    }
    return true
  }

  /// Completes a start.
  ///
  /// - Returns: Whether it had been asked to end; then it is to be stopped like any other.
  mutating func completeStart(_ service: Service) -> Bool {
    let isLate = entries[service].status == .cancelling
    completions += 1
    entries[service].completion = completions
    entries[service].status = .running
    if isLate { mayStop(service) } else { settle(service) }
    return isLate
  }

  /// Ends a start that did not complete.
  mutating func endStart(_ service: Service) {
    if entries[service].status == .cancelling {
      entries[service].isLeaving = false
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
      entries[dependent].waiting -= 1
      if entries[dependent].waiting == 0 && entries[dependent].status == .off {
        startable.push(dependent)
      }
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
    for service in entries.indices {
      switch entries[service].status {
      case .starting:
        entries[service].status = .cancelling
        cancelled.append(service)
        entries[service].isLeaving = true
        leavingCount += 1
      case .running where !entries[service].isLeaving:
        entries[service].isLeaving = true
        leavingCount += 1
        mayStop(service)
      case .running, .stopping, .cancelling, .off:
        break
      case .gated, .degraded:
        entries[service].status = .off
      }
    }
    return cancelled
  }

  private mutating func mayStop(_ service: Service) {
    if entries[service].status == .running && entries[service].isLeaving
      && entries[service].blockers == 0
    {
      stoppable.push(-(entries[service].completion * Self.maximumCount + service))
    }
  }

  /// Takes, of the services that may stop, the one whose start completed last, and begins its stop.
  mutating func nextStop() -> Service? {
    guard let key = stoppable.pop() else { return nil }
    let service = -key % Self.maximumCount
    entries[service].status = .stopping
    return service
  }

  mutating func endStop(_ service: Service) {
    entries[service].isLeaving = false
    leavingCount -= 1
    end(service, as: .off)
  }

  private mutating func end(_ service: Service, as newStatus: Status) {
    entries[service].status = newStatus
    presentCount -= 1
    for edge in topology.dependencies.edges(of: service) {
      let dependency = topology.dependencies.target(edge)
      entries[dependency].blockers -= 1
      mayStop(dependency)
    }
  }

  /// Forgets what was skipped or degraded, when nothing is present.
  mutating func reset() {
    degradedCount = 0
    for service in entries.indices { entries[service].status = .off }
  }

  // MARK: Starting again

  /// Wants the failed optional services again.
  mutating func retryDegraded() {
    let retried = entries.indices.filter { entries[$0].status == .degraded }
    degradedCount = 0
    for service in retried {
      entries[service].status = .off
      unsettledCount += 1
      // Nobody waits for it: what depends on it has settled without it.
      for edge in topology.dependents.edges(of: service) {
        entries[topology.dependents.target(edge)].waiting += 1
      }
    }
    for service in retried where entries[service].waiting == 0 { startable.push(service) }
  }

  /// Leaves what depends on a service, however far away, to start it again afterwards.
  mutating func restartDependents(of service: Service) {
    var found = Set(restarting)
    var queue = [service]
    while let next = queue.popLast() {
      for dependent in topology.dependents.targets(of: next)
      where entries[dependent].status != .starting {
        guard found.insert(dependent).inserted else { continue }
        restarting.append(dependent)
        queue.append(dependent)
        if entries[dependent].status == .running {
          entries[dependent].isLeaving = true
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
      if entries[service].status == .degraded { degradedCount -= 1 }
      entries[service].status = .off
      unsettledCount += 1
      entries[service].waiting = topology.dependencies.targets(of: service).count {
        members.contains($0)
      }
      if entries[service].waiting == 0 { startable.push(service) }
    }
  }
}
