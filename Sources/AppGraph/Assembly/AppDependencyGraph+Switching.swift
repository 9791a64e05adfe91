extension AppDependencyGraph {
  /// Makes an account the active one, and waits until it is.
  ///
  /// In the turn of the call the services that can be made at once are made; then the fence ends the
  /// generation; then the services of the account before are stopped, and those of this one started.
  /// A newer request supersedes this one. If the calling task is cancelled, the account before comes
  /// back and the call fails once it is active again.
  ///
  /// - Parameters:
  ///   - account: The account to activate.
  ///   - policy: Whether the account before is left first, or stays live while services load.
  /// - Returns: How the request ended; `.superseded` if a newer request replaced it.
  /// - Throws: ``ActivationError`` with the cause and the account that is active now. Called from a start,
  ///   a stop or a hook, which the switch itself waits for, the reason is `reentrant`: the request is
  ///   taken, but must not be awaited there.
  /// - Complexity: O(*s* + *e*), where *s* is the number of account services and *e* of their edges.
  @discardableResult
  public func activate(
    _ account: Account,
    policy: ActivationPolicy = .breakBeforeMake
  ) async throws(ActivationError) -> ActivationOutcome<ID> {
    if Task.isCancelled && runtime.callingOperation == nil {
      let request = PendingRequest(number: 0, account: String(describing: account.id))
      throw runtime.error(.cancelled, .stillActive(runtime.activeID), request)
    }
    let request = pendingRequest(account, policy)
    return await outcome(try await runtime.answer(of: request))
  }

  /// Asks for an account to be active, without waiting: for buttons, observers and the graph's own code.
  ///
  /// It is decided in this turn whether the account before is left. Called from code of the graph that
  /// is running in a turn (a factory, a synchronous start, a state's reset), it is decided right after
  /// that turn.
  ///
  /// - Parameters:
  ///   - account: The account to activate.
  ///   - policy: Whether the account before is left first, or stays live while services load.
  /// - Returns: A task that ends like ``activate(_:policy:)``; cancelling it cancels the request.
  @discardableResult
  public func request(
    _ account: Account,
    policy: ActivationPolicy = .breakBeforeMake
  ) -> Task<ActivationOutcome<ID>, any Error> {
    let request = pendingRequest(account, policy)
    let counter = runtime.clock.counter
    let id = counter?.operationBegan(limiting: nil)
    // The task belongs to the caller, not to the operation of the graph that may be running.
    return AmbientContext.$current.withValue(AmbientContext.current?.withoutOperation) {
      Task { @MainActor in
        let ending = try await self.runtime.answer(of: request) {
          if let id { counter?.operationEnded(id) }
        }
        return await self.outcome(ending)
      }
    }
  }

  private func pendingRequest(_ account: Account, _ policy: ActivationPolicy) -> PendingRequest {
    let number = accounts.number(for: account)
    return runtime.request(
      number,
      name: number.map { runtime.directory[$0].name } ?? String(describing: account.id),
      isStaged: policy == .staged
    )
  }

  private func outcome(_ ending: TransitionEnding) async -> ActivationOutcome<ID> {
    switch ending {
    case .activated:
      if runtime.options.isDurable { await runtime.synced() }
      return .activated
    case .unchanged: return .unchanged
    case .superseded(let number): return .superseded(by: number.flatMap(id))
    }
  }

  /// Starts the failed optional services of the account again, under the same generation.
  ///
  /// If one starts now and its value differs from the default instance that its key held, what depends on
  /// it is stopped and started again with the new value; nothing else is touched. Values are compared by
  /// `Equatable`, else by reference, else they count as different. ``settled()`` waits for the end.
  ///
  /// - Returns: Whether there was anything to retry.
  @discardableResult
  public func retryDegraded() -> Bool {
    let isDegraded = runtime.machine.isDegraded && runtime.machine.phase == .active
    runtime.engine.submit { $0.machine.retryDegraded() }
    return isDegraded
  }

  /// Waits until no switch is under way.
  ///
  /// Called from a start, a stop or a hook, which the switch itself waits for, it returns at once.
  public func settled() async {
    guard runtime.callingOperation?.isAwaited != true else { return }
    await runtime.engine.settled()
  }

  /// Switches to nothing, stops the app's services, and ends every sequence.
  ///
  /// Closing twice is closing once.
  ///
  /// Requests in flight get `closed`; states are saved; every stop is awaited, to its limit. Called from
  /// a start, a stop or a hook it does not wait.
  public func close() async {
    await runtime.close()
  }

  /// Lets ambient reads outside of any graph's code fall back to this graph.
  ///
  /// - Throws: ``InstallationError`` if another graph is installed, or this one is closed.
  public func install() throws(InstallationError) {
    guard !runtime.isClosing else { throw .closed }
    guard runtime.source.install() else { throw .otherInstalled }
  }
}
