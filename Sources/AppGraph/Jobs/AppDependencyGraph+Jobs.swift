extension AppDependencyGraph {
  /// Runs work for one account, whatever account is active, to its end.
  ///
  /// The work gets services of its account: started for it if need be, shared with other jobs of the
  /// account that want them at the same time, apart from those of the active account, and stopped when the
  /// last such job has ended. Ambient reads in the work see them too. A switch does not disturb a job;
  /// removing its account cancels it.
  ///
  ///     app.job("upload", for: bob.id, from: \.client) { account, client in
  ///       try await client.upload(photo)
  ///     }
  ///
  /// The services cannot write live state: their leases throw ``LeaseError/ofJob``. A rewired service
  /// stays with the active account, a ``StreamSupervisor`` stays closed, and a service that is optional and
  /// failed, or skipped for an anonymous account, is the default instance. If another service does not
  /// start, the job fails with a ``JobStartError``. A start or stop of a service must not wait for a job
  /// of the same account.
  ///
  /// - Parameters:
  ///   - name: The name of the job in events.
  ///   - id: The account.
  ///   - dependency: The keys whose values `work` gets.
  ///   - work: The work; gets the account.
  /// - Returns: A task that ends with what became of the job; cancelling it has no effect on the job.
  @discardableResult
  public func job<each Dependency: Sendable>(
    _ name: String,
    for id: ID,
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    work: @escaping @MainActor (Account, repeat each Dependency) async throws -> Void
  ) -> Task<JobOutcome, Never> {
    if runtime.isClosing { return Task { .cancelled } }
    guard let number = accounts.number(of: id), let account = accounts[id] else {
      runtime.emit(.jobRefused(name: name), generation: runtime.machine.generation)
      return Task { .unknownAccount }
    }
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges: [EnvironmentDependency] = []
    for reading in repeat each readings { edges.append(reading.dependency) }
    let scope = runtime.scopes.scope(
      of: number,
      runtime.plan.accountServices(edges),
      in: runtime
    )
    return begin(name, number, in: scope) { table in
      try await work(account, repeat (each readings).value(in: table))
    }
  }

  private func begin(
    _ name: String,
    _ number: TransitionMachine.Account,
    in scope: AccountScope,
    work: @escaping @MainActor (EnvironmentTable) async throws -> Void
  ) -> Task<JobOutcome, Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: JobOutcome.self)
    let label = runtime.directory[number].name
    runtime.emit(.jobBegan(name: name, account: label), generation: runtime.machine.generation)
    scope.enter()
    runtime.jobs.begin(name, account: number, spawner: runtime.spawner) {
      try await scope.ready()
      try await scope.spawner.carryOn { try await work(scope.engine.environmentTable) }
    } end: { [runtime] outcome in
      if case .cancelled = outcome {
        // The removal that cancels it has told so.
      } else {
        runtime.emit(.jobEnded(name: name, account: label), generation: runtime.machine.generation)
      }
      scope.leave()
      continuation.yield(outcome)
      continuation.finish()
    }
    return Task { @MainActor in
      for await outcome in stream { return outcome }
      return .cancelled
    }
  }
}
