/// One line of a graph that registers work to be done before an account's services stop.
///
/// The hook runs after the fence and before the first stop, with the services of the old generation
/// still live: the place to deregister from a server. Hooks run concurrently, each to its limit; then the
/// teardown goes on. A newer request does not shorten them.
///
///     TeardownHook(from: \.client) { reason, client in
///       if reason == .removal { await client.revokeToken() }
///     }
@MainActor
public struct TeardownHook {
  var registration: HookRegistration

  /// Registers work to be done before the account's services stop.
  ///
  /// - Parameters:
  ///   - dependency: The keys whose old values `body` gets. If one of these services is not running, the
  ///     hook is skipped.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - body: The work. What it throws is reported and does not end the teardown.
  public init<each Dependency: Sendable>(
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    body: @escaping @MainActor (TeardownReason, repeat each Dependency) async throws -> Void
  ) {
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges: [EnvironmentDependency] = []
    for reading in repeat each readings { edges.append(reading.dependency) }
    registration = HookRegistration(
      dependencies: edges,
      place: SourcePlace(fileID: fileID, line: line),
      body: { reason, table in try await body(reason, repeat (each readings).value(in: table)) }
    )
  }

  /// Limits how long the hook may take.
  ///
  /// - Parameter limit: The longest run; `nil` waits without limit.
  /// - Returns: The registration with its own limit.
  public func limit(_ limit: Duration?) -> Self {
    var copy = self
    copy.registration.limit = .own(limit)
    return copy
  }
}

/// Why an account's services are about to stop.
public enum TeardownReason: Hashable, Sendable {
  /// Another account was requested.
  case switching
  /// The account was removed.
  case removal
  /// The activation failed or its caller cancelled it.
  case rollback
  /// The graph closes.
  case closing
}

/// One teardown hook of a graph as declared.
struct HookRegistration {
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
  let body: @MainActor (TeardownReason, EnvironmentTable) async throws -> Void
  var limit = LimitSetting.inherited
}
