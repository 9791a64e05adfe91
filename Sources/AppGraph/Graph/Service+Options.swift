extension Service {
  /// Lets the activation go on without this service when it fails.
  ///
  /// The key then holds its default instance and the graph is degraded and says so.
  ///
  /// - Returns: The registration, optional.
  public func optional() -> Self {
    with { $0.isOptional = true }
  }

  /// Skips this service, and all that depend on it, for anonymous accounts.
  ///
  /// - Returns: The registration, gated.
  public func requiresAuthentication() -> Self {
    with { $0.requiresAuthentication = true }
  }

  /// Claims that this service has app lifetime.
  ///
  /// It never makes it so: if the service depends on the account, the claim is a validation problem
  /// that shows the path.
  ///
  /// - Returns: The registration with the claim.
  public func keptAcrossAccounts() -> Self {
    with { $0.isKeptAcrossAccounts = true }
  }

  /// Marks a loading service of the account as safe to load while the old account is still live.
  ///
  /// Only a staged switch makes use of it.
  ///
  /// - Returns: The registration, overlapping.
  public func overlapping() -> Self {
    with { $0.isOverlapping = true }
  }

  /// Takes the place of another registration of the same key, on purpose.
  ///
  /// - Returns: The registration, replacing.
  public func replacing() -> Self {
    with { $0.isReplacing = true }
  }

  /// Limits how long the start of this service may take.
  ///
  /// - Parameter limit: The longest start; `nil` waits without limit.
  /// - Returns: The registration with its own limit.
  public func startLimit(_ limit: Duration?) -> Self {
    with { $0.startLimit = .own(limit) }
  }

  /// Limits how long the stop of this service may take.
  ///
  /// - Parameter limit: The longest stop; `nil` waits without limit.
  /// - Returns: The registration with its own limit.
  public func stopLimit(_ limit: Duration?) -> Self {
    with { $0.stopLimit = .own(limit) }
  }

  /// Points this app-lifetime service at each account that becomes active.
  ///
  /// The service keeps its identity for the life of the graph. In each generation `apply` is its start
  /// and `release` its stop; both are ordered by the keys it names. `release` also runs after an `apply`
  /// that began and failed, was cancelled or ended late, so it must bear being called twice.
  ///
  /// - Parameters:
  ///   - dependency: The keys whose values `apply` gets.
  ///   - apply: Points the service at the account, under the lease of the generation.
  ///   - release: Lets go of the account.
  /// - Returns: The registration, rewired.
  public func rewired<each Dependency: Sendable>(
    by dependency: repeat EnvironmentKeyPath<each Dependency>,
    apply: @escaping @MainActor (Value, Lease, repeat each Dependency) async throws -> Void,
    release: @escaping @MainActor (Value) async -> Void
  ) -> Self {
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges: [EnvironmentDependency] = []
    for reading in repeat each readings { edges.append(reading.dependency) }
    let rewiring = Rewiring(
      dependencies: edges,
      apply: { box, lease, table in
        {
          try await apply(
            Self.value(in: box),
            lease,
            repeat (each readings).value(in: table)
          )
        }
      },
      release: { box in { await release(Self.value(in: box)) } }
    )
    return with { $0.rewiring = rewiring }
  }
}
