/// The scopes that jobs use: for each account one, and more on top of it for jobs that need more.
@MainActor
final class ScopeBoard {
  private var scopes: [AccountScope] = []
  /// The scopes that are over, as long as something of them is still alive.
  private var retired: [AccountScope] = []
  private var settledWaiters: [OperationContinuation<Void>] = []

  /// The scope of an account that has some services, and all that they are made from.
  func scope(
    of account: TransitionMachine.Account,
    _ services: [Int],
    in runtime: GraphRuntime
  ) -> AccountScope {
    let wanted = runtime.plan.account.closure(of: services)
    // Somebody who has signed in meanwhile has other services.
    let isAuthenticated = runtime.machine.roster.isAuthenticated(account)
    let present = scopes.filter {
      $0.account == account && $0.isAuthenticated == isAuthenticated
    }
    if let shared = present.first(where: { $0.members.isSuperset(of: wanted) }) { return shared }
    let scope = AccountScope(runtime, account: account, wanted: wanted, above: present.last)
    scopes.append(scope)
    return scope
  }

  /// Forgets a scope that is over.
  func drop(_ scope: AccountScope) {
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
