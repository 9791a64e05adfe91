extension TransitionEngine {
  /// Begins to make and load ahead for an account.
  func stage(_ account: Account) {
    let staged = StagedLoad(
      instances(for: account, generation: machine.generation + 1),
      isFinal: Array(repeating: false, count: part.services.count)
    )
    self.staged = staged
    failures.removeAll()
    host?.perform(.stage(account))
    advance(staged)
  }

  func endStaging() {
    staged?.cancel()
    staged = nil
    host?.perform(.endStaging)
  }

  /// Makes what can be made, loads what can be loaded, and leaves the present account when neither is
  /// left to do.
  private func advance(_ staged: StagedLoad) {
    make(in: staged.instances, isFinal: &staged.isFinal)
    if let failure = requiredFailure(of: staged.instances) { return fail(staged, failure) }
    for service in part.order { beginLoad(service, staged) }
    guard staged.loads.isEmpty else { return }
    self.staged = nil
    staged.instances.gate.renumber(machine.generation + 1)
    constructed = staged.instances
    machine.stagingSucceeded()
  }

  private func beginLoad(_ service: Service, _ staged: StagedLoad) {
    let registration = part.services[service].registration
    guard case .loading(let load) = registration.factory, registration.isOverlapping,
      !part.services[service].isRewiring, isReachable(service, staged),
      staged.attempted.insert(service).inserted
    else { return }
    let run = ServiceRun(.start, began: spawner.clock.now())
    let table = staged.instances.snapshot()
    let task = spawner.spawn(isAwaited: true) {
      do {
        var reader = registration.reader(in: table)
        let box = try await load(&reader)
        self.loaded(service, .success(box), staged, run)
      } catch {
        self.loaded(service, .failure(error), staged, run)
      }
    }
    staged.loads[service] = task
    guard let limit = registration.startLimit.resolved(limits.start) else { return }
    run.timer = spawner.spawn(limiting: task) {
      guard (try? await self.spawner.clock.sleep(limit)) != nil else { return }
      run.isAbandoned = true
      task.cancel()
      self.submit { $0.loadEnded(service, .failure($0.failure(service, .limit, nil)), staged) }
    }
  }

  private func isReachable(_ service: Service, _ staged: StagedLoad) -> Bool {
    let isAnonymous = staged.instances.account.map { !machine.roster.isAuthenticated($0) } ?? true
    guard !(isAnonymous && part.topology.requiresAuthentication[service]) else { return false }
    return hasFinalDependencies(service, &staged.isFinal)
  }

  private func loaded(
    _ service: Service,
    _ result: Result<AnyObject, any Error>,
    _ staged: StagedLoad,
    _ run: ServiceRun
  ) {
    run.timer?.cancel()
    guard !run.isAbandoned else { return }
    submit { $0.loadEnded(service, result, staged) }
  }

  private func loadEnded(
    _ service: Service,
    _ result: Result<AnyObject, any Error>,
    _ staged: StagedLoad
  ) {
    guard self.staged === staged else { return }
    staged.loads[service] = nil
    let registration = part.services[service].registration
    switch result {
    case .success(let box):
      staged.instances.boxes[service] = box
      staged.instances.insert(box, at: part.services[service].slot)
      staged.isFinal[service] = !registration.isOptional || registration.start == nil
    case .failure(let error) where !registration.isOptional:
      return fail(staged, error as? StartFailure ?? failure(service, .start, error))
    case .failure:
      // An optional service gets its ordinary chance when the account is activated.
      break
    }
    advance(staged)
  }

  private func fail(_ staged: StagedLoad, _ failure: StartFailure) {
    failures = [failure]
    machine.stagingFailed()
  }
}
