extension AppDependencyGraph {
  /// Delivers something into an account once that is active, activating it if need be.
  ///
  /// The route is bound to its account when it is accepted. It is delivered once, in order, right after
  /// the activation; if that is superseded or fails, or the account is removed, it is dropped.
  ///
  /// - Parameters:
  ///   - name: The name of the route in events.
  ///   - id: The account; left out, the route goes to the account that is active or on its way.
  ///   - deliver: Shows the content; gets the lease of the generation.
  /// - Returns: A task that ends with what became of the route.
  @discardableResult
  public func route(
    _ name: String,
    to id: ID? = nil,
    deliver: @escaping @MainActor (Lease) -> Void
  ) -> Task<RouteOutcome, Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: RouteOutcome.self)
    let route = runtime.routes.add(name, deliver: deliver) { outcome in
      continuation.yield(outcome)
      continuation.finish()
    }
    let number = id.map { runtime.directory.number(of: $0) ?? AccountDirectory.unknown }
    runtime.engine.submit { $0.machine.route(route, to: number) }
    return Task { @MainActor in
      for await outcome in stream { return outcome }
      return .dropped(.closed)
    }
  }

  /// Delivers something into an account that somebody chooses first.
  ///
  /// For a link that names no account where several could serve it. Nothing is switched before there is
  /// a choice; then the route goes on like any other to that account.
  ///
  /// - Parameters:
  ///   - name: The name of the route in events.
  ///   - choose: Asks for an account, such as by a sheet with the list; none drops the route.
  ///   - deliver: Shows the content; gets the lease of the generation.
  /// - Returns: A task that ends with what became of the route; cancelling it cancels the choice.
  @discardableResult
  public func route(
    _ name: String,
    choosing choose: @escaping @MainActor ([Account]) async -> ID?,
    deliver: @escaping @MainActor (Lease) -> Void
  ) -> Task<RouteOutcome, Never> {
    Task { @MainActor in
      guard let id = await choose(accounts.list), !Task.isCancelled else {
        return drop(name, .noAccount)
      }
      return await route(name, to: id, deliver: deliver).value
    }
  }

  /// Delivers something into an account that may have to sign in first.
  ///
  /// For a link that names an account which is not in the list. It is kept until the flow ends, and is
  /// delivered only if that account has signed in; whoever is active stays so until then. For a listed
  /// account the flow does not run.
  ///
  /// - Parameters:
  ///   - name: The name of the route in events.
  ///   - id: The account.
  ///   - flow: Signs in, as in ``AccountManager/signIn(as:_:)``.
  ///   - deliver: Shows the content; gets the lease of the generation.
  /// - Returns: A task that ends with what became of the route; cancelling it cancels the flow.
  @discardableResult
  public func route(
    _ name: String,
    to id: ID,
    signingIn flow:
      @escaping @MainActor () async throws -> (account: Account, credential: Account.Credential),
    deliver: @escaping @MainActor (Lease) -> Void
  ) -> Task<RouteOutcome, Never> {
    if accounts.isKnown(id) { return route(name, to: id, deliver: deliver) }
    return Task { @MainActor in
      do {
        try await accounts.signIn(as: id, flow)
      } catch {
        return drop(name, .unknownAccount)
      }
      return await route(name, to: id, deliver: deliver).value
    }
  }

  /// Drops a route that never reached the engine.
  private func drop(_ name: String, _ reason: RouteOutcome.DropReason) -> RouteOutcome {
    runtime.emit(
      .routeDropped(name: name, reason: reason.rawValue),
      generation: runtime.machine.generation
    )
    return .dropped(reason)
  }
}
