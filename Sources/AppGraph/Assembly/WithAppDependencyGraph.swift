/// Runs a closure with a running graph in which an account is active.
///
/// The graph is validated, its app services are started, and the account is activated; then the closure
/// runs. When it returns, throws or is cancelled, everything is torn down in reverse order before this
/// function ends. Ambient reads (``AppEnvironment``) in the closure see this graph.
///
///     try await withAppDependencyGraph(graph, activating: alice) { app in
///       try await app.activate(bob)
///     }
///
/// - Parameters:
///   - graph: The graph.
///   - account: The account to activate first; none to begin signed out, or for a graph without accounts.
///   - accounts: The account list in order; without one, activating an account adds it.
///   - anonymous: The account to fall back to when no authenticated one is left after a removal.
///   - credentials: The credentials of the accounts; in memory if left out.
///   - options: The clock, the limits and the reporter.
///   - operation: The closure.
/// - Returns: What `operation` returns.
/// - Throws: ``PlanError`` with all problems of the graph, ``ActivationError`` if an app service or the
///   first account did not start, else what `operation` throws.
@MainActor
public func withAppDependencyGraph<Account: GraphAccount, Result>(
  _ graph: DependencyGraph<Account>,
  activating account: Account? = nil,
  accounts: [Account]? = nil,
  anonymous: Account? = nil,
  credentials: AccountCredentials<Account>? = nil,
  options: GraphOptions = GraphOptions(),
  operation: @MainActor (AppDependencyGraph<Account>) async throws -> Result
) async throws -> Result {
  let app = try await AppDependencyGraph(
    graph,
    accounts: accounts,
    anonymous: anonymous,
    credentials: credentials,
    options: options
  )
  return try await app.closing {
    if let account { try await app.activate(account) }
    return try await operation(app)
  }
}

/// Runs a closure with a running graph that takes up what an earlier process has stored.
///
/// No account is active when the closure begins; the one to go on with is ``AccountManager/selected``.
///
///     try await withAppDependencyGraph(graph, storedIn: store) { app in
///       if let account = app.accounts.selected { try await app.activate(account) }
///     }
///
/// - Parameters:
///   - graph: The graph.
///   - store: Where what survives the process is kept.
///   - firstAccounts: The account list where nothing is stored yet.
///   - anonymous: The account to fall back to when no authenticated one is left after a removal.
///   - credentials: The credentials of the accounts; in memory if left out.
///   - options: The clock, the limits and the reporter.
///   - operation: The closure.
/// - Returns: What `operation` returns.
/// - Throws: ``PlanError`` with all problems of the graph; what the store throws if the list or the
///   selection cannot be read; ``ActivationError`` if an app service did not start; else what `operation`
///   throws.
@MainActor
public func withAppDependencyGraph<Account: GraphAccount & Codable, Result>(
  _ graph: DependencyGraph<Account>,
  storedIn store: any AccountStore,
  firstAccounts: [Account] = [],
  anonymous: Account? = nil,
  credentials: AccountCredentials<Account>? = nil,
  options: GraphOptions = GraphOptions(),
  operation: @MainActor (AppDependencyGraph<Account>) async throws -> Result
) async throws -> Result where Account.ID: Codable {
  let app = try await AppDependencyGraph(
    graph,
    storedIn: store,
    firstAccounts: firstAccounts,
    anonymous: anonymous,
    credentials: credentials,
    options: options
  )
  return try await app.closing { try await operation(app) }
}

extension AppDependencyGraph {
  /// Runs a closure in the context of the graph, and closes the graph however it ends.
  fileprivate func closing<Result>(
    _ operation: @MainActor () async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await AmbientContext.$current.withValue(
        runtime.spawner.operationContext,
        operation: operation
      )
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }
}
