/// The services of one account that jobs use, whatever account is active.
///
/// An engine of its own starts them for the first job, with the order, limits and failures of any other
/// activation, and stops them after the last. They touch no state of the graph: their leases refuse
/// writes, and no teardown hook and no pointing of a rewired service belongs to them.
///
/// A job that needs more than a scope has gets one on top of it, which has only what is missing; so each
/// service of an account is made once, however much its jobs need.
@MainActor
final class AccountScope: TransitionHost {
  typealias Account = TransitionMachine.Account

  let account: Account
  /// The services of the scope and of those below it, as numbers of the plan's account part.
  let members: Set<Int>
  /// Whether the account was signed in when the scope was made.
  let isAuthenticated: Bool
  let engine: TransitionEngine
  let spawner: TaskSpawner
  /// The scope below, which this one keeps as a job would.
  private let base: AccountScope?
  // A start that ignores its cancellation may end when the graph is gone.
  private weak var runtime: GraphRuntime?
  private var jobCount = 0
  private var isHoldingBase = false
  private var requests: [TransitionMachine.Request: PendingRequest] = [:]

  init(_ runtime: GraphRuntime, account: Account, wanted: [Int], above base: AccountScope?) {
    self.runtime = runtime
    self.account = account
    self.base = base
    isAuthenticated = runtime.machine.roster.isAuthenticated(account)
    members = Set(wanted).union(base?.members ?? [])
    // Code of the scope that reads ambiently sees the scope's environment, not the active account's.
    spawner = TaskSpawner(
      clock: runtime.clock,
      source: EnvironmentSource(),
      graph: runtime.spawner.graph
    )
    let missing = wanted.filter { base?.members.contains($0) != true }
    engine = TransitionEngine(
      part: runtime.plan.account.restricted(to: missing),
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

  /// A job, or a scope above, begins to use the scope.
  func enter() {
    jobCount += 1
    if !isHoldingBase {
      isHoldingBase = true
      base?.enter()
    }
  }

  /// A job, or a scope above, no longer uses the scope; after the last one its services stop.
  func leave() {
    jobCount -= 1
    if jobCount == 0 { engine.submit { [account] in _ = $0.machine.remove(account) } }
  }

  /// Waits until the services have started, those of the scope below first.
  func ready() async throws {
    try await base?.ready()
    guard let runtime else { throw CancellationError() }
    let name = runtime.directory[account].name
    let request = PendingRequest(number: runtime.nextRequest(), account: name)
    requests[request.number] = request
    engine.submit { [account, isAuthenticated] in
      _ = $0.machine.add(account, isAuthenticated: isAuthenticated)
    }
    engine.request(account, by: request.number) { [weak self] in
      self?.end(request.number, causes: [$0])
    }
    let ending = await withTaskCancellationHandler {
      await request.wait(spawner.clock.counter)
    } onCancel: {
      spawner.hop { request.abandon() }
    }
    switch ending {
    case nil: throw CancellationError()
    case .success: return
    case .failure(let error): throw JobStartError(account: name, causes: error.causes)
    }
  }

  private func end(_ number: TransitionMachine.Request, causes: [StartFailure]?) {
    guard let request = requests.removeValue(forKey: number) else { return }
    guard let causes else { return request.end(.success(.activated)) }
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

  // MARK: TransitionHost

  var parentTable: EnvironmentTable {
    base?.engine.environmentTable ?? runtime?.appEngine.environmentTable ?? .empty
  }
  func accountBox(_ account: Account) -> AnyObject? { runtime?.directory[account].box }
  func accountName(_ account: Account) -> String? { runtime?.directory[account].name }
  func endGeneration(_ fence: TransitionMachine.Fence) {}
  func beginActivation(_ account: Account) {}
  func serviceSettled() {}

  func publish(_ table: EnvironmentTable) {
    spawner.source.replace(AppEnvironmentValues(table: table))
  }

  func perform(_ action: TransitionMachine.Action) {
    guard case .answer(let request, let answer) = action else { return }
    switch answer {
    case .activated, .unchanged: end(request, causes: nil)
    default: end(request, causes: engine.failures)
    }
  }

  func turnEnded() {
    guard isOver else { return }
    if isHoldingBase {
      isHoldingBase = false
      base?.leave()
    }
    runtime?.scopes.drop(self)
  }

  func emit(_ kind: GraphEvent.Kind, generation: UInt64) {
    guard let runtime else { return }
    runtime.emit(kind, generation: runtime.machine.generation)
  }

  func report(_ incident: GraphIncident) {
    runtime?.report(incident)
  }
}
