/// The services of one account that jobs use, whatever account is active.
///
/// An engine of its own starts them for the first job, with the order, limits and failures of any other
/// activation, and stops them after the last. They touch no state of the graph: their leases refuse
/// writes, and no teardown hook and no pointing of a rewired service belongs to them.
@MainActor
final class AccountScope: TransitionHost {
  typealias Account = TransitionMachine.Account

  let account: Account
  /// The services, as numbers of the plan's account part.
  let members: [Int]
  let engine: TransitionEngine
  let spawner: TaskSpawner
  private unowned let runtime: GraphRuntime
  private var jobCount = 0
  private var requests: [TransitionMachine.Request: PendingRequest] = [:]

  init(_ runtime: GraphRuntime, account: Account, members: [Int]) {
    self.runtime = runtime
    self.account = account
    self.members = members
    // Code of the scope that reads ambiently sees the scope's environment, not the active account's.
    spawner = TaskSpawner(
      clock: runtime.clock,
      source: EnvironmentSource(),
      graph: runtime.spawner.graph
    )
    engine = TransitionEngine(
      part: runtime.plan.account.restricted(to: members),
      accountSlot: runtime.plan.accountSlot,
      hooks: [],
      limits: runtime.options.limits,
      spawner: spawner,
      ledger: LeaseLedger(spawner: spawner, isOfActiveAccount: false),
      audience: runtime.audience,
      accountEngine: runtime.engine
    )
    engine.host = self
  }

  /// Whether no job uses the scope and nothing of it is under way.
  var isOver: Bool { jobCount == 0 && engine.isSettled }

  /// A job begins to use the scope.
  func enter() {
    jobCount += 1
  }

  /// A job no longer uses the scope; after the last one its services stop.
  func leave() {
    jobCount -= 1
    if jobCount == 0 { engine.submit { [account] in _ = $0.machine.remove(account) } }
  }

  /// Waits until the services have started.
  func ready() async throws {
    let request = PendingRequest(
      number: runtime.nextRequest(),
      account: runtime.directory[account].name
    )
    requests[request.number] = request
    let isAuthenticated = runtime.machine.roster.isAuthenticated(account)
    engine.submit { [account] in
      _ = $0.machine.add(account, isAuthenticated: isAuthenticated)
    }
    engine.request(account, by: request.number) { [weak self] in
      self?.end(request.number, .failure([$0]))
    }
    let ending = await withTaskCancellationHandler {
      await request.wait(runtime.clock.counter)
    } onCancel: {
      spawner.hop { request.abandon() }
    }
    guard let ending else { throw CancellationError() }
    _ = try ending.get()
  }

  private enum Answer {
    case success
    case failure([StartFailure])
  }

  private func end(_ number: TransitionMachine.Request, _ answer: Answer) {
    guard let request = requests.removeValue(forKey: number) else { return }
    switch answer {
    case .success: request.end(.success(.activated))
    case .failure(let causes):
      request.end(
        .failure(
          ActivationError(
            reason: causes.first?.reason ?? .closed,
            rest: .idle,
            account: request.account,
            causes: causes
          )
        )
      )
    }
  }

  // MARK: TransitionHost

  var parentTable: EnvironmentTable { runtime.appEngine.environmentTable }
  func accountBox(_ account: Account) -> AnyObject? { runtime.directory[account].box }
  func accountName(_ account: Account) -> String? { runtime.directory[account].name }
  func endGeneration(_ fence: TransitionMachine.Fence) {}
  func beginActivation(_ account: Account) {}
  func serviceSettled() {}

  func publish(_ table: EnvironmentTable) {
    spawner.source.replace(AppEnvironmentValues(table: table))
  }

  func perform(_ action: TransitionMachine.Action) {
    guard case .answer(let request, let answer) = action else { return }
    switch answer {
    case .activated, .unchanged: end(request, .success)
    default: end(request, .failure(engine.failures))
    }
  }

  func turnEnded() {
    runtime.scopes.turnEnded(self)
  }

  func emit(_ kind: GraphEvent.Kind, generation: UInt64) {
    runtime.emit(kind, generation: runtime.machine.generation)
  }

  func report(_ incident: GraphIncident) {
    runtime.report(incident)
  }
}
