import Observation

/// One lifecycle task of a running graph: runs, restarts and ends it as its id says.
@MainActor
final class LifecycleTaskRunner {
  private struct Run {
    let generation: UInt64?
    let id: TaskID
    let gate: LeaseGate
  }

  private let registration: TaskRegistration
  private unowned let runtime: GraphRuntime
  private let isAccountBound: Bool
  private let services: [TransitionMachine.Service]
  /// What the task is to run for, if it is to run.
  private var run: Run?
  /// The task of the present run, or of one that was cancelled and has not ended.
  private var task: GraphTask?
  private var isTracking = false
  private var hasEnded = false

  init(_ registration: TaskRegistration, runtime: GraphRuntime) {
    self.registration = registration
    self.runtime = runtime
    services = runtime.plan.accountServices(registration.dependencies)
    isAccountBound =
      runtime.plan.dependsOnAccount(registration.dependencies)
      || registration.requiresAuthentication
  }

  /// Cancels, starts or restarts the task if what it is bound to has changed.
  func update() {
    guard !hasEnded, mayRun else { return stop() }
    let generation = isAccountBound ? runtime.machine.generation : nil
    let id = trackedID()
    if let run, run.generation == generation, run.id == id { return }
    stop()
    start(id, generation)
  }

  func end() {
    hasEnded = true
    stop()
  }

  private var mayRun: Bool {
    guard runtime.appEngine.machine.phase == .active else { return false }
    guard isAccountBound else { return true }
    let machine = runtime.machine
    guard machine.phase == .active, let active = machine.active else { return false }
    if registration.requiresAuthentication && !machine.roster.isAuthenticated(active) {
      return false
    }
    return services.allSatisfy { machine.status(of: $0) != .gated }
  }

  private func stop() {
    guard let run else { return }
    self.run = nil
    run.gate.revoke()
    task?.cancel()
  }

  private func start(_ id: TaskID, _ generation: UInt64?) {
    let parent =
      isAccountBound ? runtime.engine.present.gate : runtime.appEngine.present.gate
    let gate = LeaseGate(
      runtime.ledger,
      generation: runtime.machine.generation,
      parent: parent,
      isOpen: true
    )
    run = Run(generation: generation, id: id, gate: gate)
    if task == nil { begin() }
  }

  /// Runs what is to run, after the run before has ended.
  private func begin() {
    guard let run else { return }
    let table = runtime.environment.table
    task = runtime.spawner.spawn { [registration, weak self] in
      // It may have been cancelled before its first turn.
      let lease = Lease(gate: run.gate)
      if lease.isLive { await registration.body(run.id, lease, table) }
      guard let self else { return }
      task = nil
      // Another run may have been asked for while this one was ending.
      if let next = self.run, next.gate !== run.gate { begin() }
    }
  }

  // MARK: Observing the id

  private func trackedID() -> TaskID {
    guard !isTracking,
      #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    else { return registration.id(runtime.states, runtime.environment.table) }
    isTracking = true
    return withObservationTracking {
      registration.id(runtime.states, runtime.environment.table)
    } onChange: { [weak self, spawner = runtime.spawner] in
      // Called before the write; the update comes in a later turn, once for all writes of this one.
      spawner.hop { self?.changed() }
    }
  }

  private func changed() {
    isTracking = false
    update()
  }
}
