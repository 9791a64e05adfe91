/// The scopes that jobs use: one for each account and set of services that are wanted at the same time.
@MainActor
final class ScopeBoard {
  private var scopes: [AccountScope] = []
  /// The scopes that are over, as long as something of them is still alive.
  private var retired: [AccountScope] = []
  private var settledWaiters: [OperationContinuation<Void>] = []

  /// The scope of an account that has some services, and all that they are made from.
  ///
  /// One that has more of them is shared too.
  func scope(
    of account: TransitionMachine.Account,
    _ services: [Int],
    in runtime: GraphRuntime
  ) -> AccountScope {
    let members = runtime.plan.account.closure(of: services)
    let shared = scopes.first {
      $0.account == account && Set($0.members).isSuperset(of: members)
    }
    if let shared { return shared }
    let scope = AccountScope(runtime, account: account, members: members)
    scopes.append(scope)
    return scope
  }

  func turnEnded(_ scope: AccountScope) {
    guard scope.isOver else { return }
    scopes.removeAll { $0 === scope }
    if !scope.engine.leaks().isEmpty { retired.append(scope) }
    guard scopes.isEmpty else { return }
    let waiters = settledWaiters
    settledWaiters.removeAll()
    for waiter in waiters { waiter.resume(returning: ()) }
  }

  /// Waits until no scope is left.
  func settled(_ counter: (any OperationCounting)?) async {
    guard !scopes.isEmpty else { return }
    await OperationContinuation.wait(counter) { settledWaiters.append($0) }
  }

  func leaks() -> [Leak] {
    retired.removeAll { $0.engine.leaks().isEmpty }
    return (scopes + retired).flatMap { $0.engine.leaks() }
  }
}
