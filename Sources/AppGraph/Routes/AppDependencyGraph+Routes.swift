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
    let (route, outcome) = pendingRoute(name, deliver)
    submit(route, to: id)
    return outcome
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
    let accounts = accounts.list
    return route(name, deliver, orDrop: .noAccount) { await choose(accounts) }
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
    return route(name, deliver, orDrop: .unknownAccount) { [weak accounts] in
      (try? await accounts?.signIn(as: id, flow))?.id
    }
  }

  /// A route whose account is found out by work that may take its time.
  ///
  /// Neither the work nor the outcome keeps the graph: a closed graph drops the route at once.
  private func route(
    _ name: String,
    _ deliver: @escaping @MainActor (Lease) -> Void,
    orDrop reason: RouteOutcome.DropReason,
    find: @escaping @MainActor () async -> ID?
  ) -> Task<RouteOutcome, Never> {
    let (route, outcome) = pendingRoute(name, deliver)
    let choice = Task { @MainActor [weak self] in
      let id = await find()
      guard let self, runtime.routes.isOpen(route) else { return }
      guard let id, !Task.isCancelled else { return drop(route, reason) }
      runtime.routes.endChoice(for: route)
      submit(route, to: id)
    }
    runtime.routes.await(choice, for: route)
    if runtime.isClosing { runtime.closeRoutes() }
    return outcome
  }

  private func pendingRoute(
    _ name: String,
    _ deliver: @escaping @MainActor (Lease) -> Void
  ) -> (TransitionMachine.Route, Task<RouteOutcome, Never>) {
    let (stream, continuation) = AsyncStream.makeStream(of: RouteOutcome.self)
    let route = runtime.routes.add(name, deliver: deliver) { outcome in
      continuation.yield(outcome)
      continuation.finish()
    }
    let outcome = Task { @MainActor [weak runtime] in
      await withTaskCancellationHandler {
        // A task of its own, so that whoever cancels still learns what became of the route.
        await Task {
          for await outcome in stream { return outcome }
          return RouteOutcome.dropped(.closed)
        }
        .value
      } onCancel: {
        Task { @MainActor in runtime?.routes.cancelChoice(for: route) }
      }
    }
    return (route, outcome)
  }

  private func submit(_ route: TransitionMachine.Route, to id: ID?) {
    let number = id.map { accounts.number(of: $0) ?? AccountDirectory.unknown }
    runtime.engine.submit { $0.machine.route(route, to: number) }
  }

  private func drop(_ route: TransitionMachine.Route, _ reason: RouteOutcome.DropReason) {
    runtime.emit(
      .routeDropped(name: runtime.routes.name(route), reason: reason.rawValue),
      generation: runtime.machine.generation
    )
    runtime.routes.drop(route, reason)
  }
}

extension GraphRuntime {
  /// Drops the routes whose account was never found out.
  func closeRoutes() {
    routes.close { name in
      emit(
        .routeDropped(name: name, reason: RouteOutcome.DropReason.closed.rawValue),
        generation: machine.generation
      )
    }
  }
}
