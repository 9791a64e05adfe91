extension TransitionEngine {
  /// Begins a start: makes the service if it is not made yet, and calls its start.
  func start(_ service: Service) {
    emit(.startBegan, service, at: takeLastEnd())
    let instances = present
    let lease = instances.gate.lease(ofStart: service)
    let planned = part.services[service]
    if planned.isRewiring {
      apply(planned, service, instances, lease)
    } else if planned.registration.factory.isLoading && instances.boxes[service] == nil {
      run(service, .start, limit: planned.registration.startLimit.resolved(limits.start)) {
        try await $0.load(planned, service, instances, lease)
      }
    } else {
      startMade(planned.registration, service, instances, lease)
    }
  }

  private func startMade(
    _ registration: ServiceRegistration,
    _ service: Service,
    _ instances: GenerationInstances,
    _ lease: Lease
  ) {
    do {
      let box = try madeBox(service, instances)
      publish(instances)
      guard let step = try registration.start?(box, lease) else { return startEnded(service, nil) }
      run(service, .start, limit: registration.startLimit.resolved(limits.start)) { _ in
        try await step()
      }
    } catch {
      startEnded(service, error)
    }
  }

  private func madeBox(_ service: Service, _ instances: GenerationInstances) throws -> AnyObject {
    if let box = instances.boxes[service] { return box }
    let planned = part.services[service]
    do {
      if let error = instances.failures.removeValue(forKey: service) { throw error }
      guard case .making(let make) = planned.registration.factory else {
        preconditionFailure("A loading service is made by load(_:)")
      }
      let registration = planned.registration
      var reader = registration.reader(in: instances.table)
      let box = try checked(make(&reader), planned)
      instances.boxes[service] = box
      instances.insert(box, at: planned.slot)
      return box
    } catch {
      throw failure(service, .factory, error)
    }
  }

  /// Loads a value, makes it visible, and calls the start.
  private func load(
    _ planned: PlannedService,
    _ service: Service,
    _ instances: GenerationInstances,
    _ lease: Lease
  ) async throws {
    let registration = planned.registration
    guard case .loading(let load) = registration.factory else {
      preconditionFailure("A service that is made at once is made by madeBox(_:_:)")
    }
    var reader = registration.reader(in: instances.snapshot())
    let box = try checked(try await load(&reader), planned)
    // A load that was asked to end has begun nothing that needs a stop.
    try Task.checkCancellation()
    instances.boxes[service] = box
    instances.insert(box, at: planned.slot)
    publish(instances)
    if let step = try registration.start?(box, lease) { try await step() }
  }

  /// Points a rewired service at the account; what began is released if it does not complete.
  private func apply(
    _ planned: PlannedService,
    _ service: Service,
    _ instances: GenerationInstances,
    _ lease: Lease
  ) {
    guard let rewiring = planned.registration.rewiring,
      let box = instances.table.box(for: planned.slot)
    else {
      // The service is optional and failed: there is nothing to point.
      return startEnded(service, nil)
    }
    instances.boxes[service] = nil
    run(service, .start, limit: planned.registration.startLimit.resolved(limits.start)) { engine in
      // One object serves every generation: what was given up must have let go of it first.
      await engine.abandonedApplyEnded(service)
      try Task.checkCancellation()
      engine.runs[service]?.holdsObject = true
      do {
        try await rewiring.apply(box, lease, instances.table)?()
      } catch {
        // A task of its own, because this one may be cancelled.
        await Task { @MainActor in try? await rewiring.release(box)?() }.value
        throw error
      }
    }
  }

  /// Waits until a pointing of the same service that was given up at its limit has ended.
  private func abandonedApplyEnded(_ service: Service) async {
    guard abandonedApplies[service, default: 0] > 0 else { return }
    await OperationContinuation.wait(spawner.clock.counter) { waiter in
      abandonedApplyWaiters[service, default: []].append(waiter)
    }
  }

  /// Counts the pointings of a service that were given up and have not ended.
  func noteAbandonedApply(_ service: Service, _ run: ServiceRun, _ change: Int) {
    guard run.holdsObject else { return }
    abandonedApplies[service, default: 0] += change
    if abandonedApplies[service] == 0 { resumeApplyWaiters(service) }
  }

  private func resumeApplyWaiters(_ service: Service) {
    for waiter in abandonedApplyWaiters.removeValue(forKey: service) ?? [] {
      waiter.resume(returning: ())
    }
  }

  /// Asks a start to end.
  ///
  /// A start that honours that ends at once, so the first stop is chosen after it has.
  func cancelStart(_ service: Service) {
    if !isLettingStartsEnd {
      isLettingStartsEnd = true
      machine.holdBegan()
      spawner.spawn {
        await self.spawner.letCancelledWorkEnd()
        self.submit { engine in
          engine.isLettingStartsEnd = false
          engine.machine.holdEnded()
        }
      }
    }
    emit(.startCancelRequested, service)
    runs[service]?.isCancelRequested = true
    resumeApplyWaiters(service)
    runs[service]?.task?.cancel()
  }

  /// A start has ended; `error` says how it failed.
  func startEnded(_ service: Service, _ error: (any Error)?, run: ServiceRun? = nil) {
    let took = run.map { spawner.clock.now() - $0.began } ?? .zero
    guard let error else {
      // A start that was asked to end is told apart by the machine.
      if machine.status(of: service) == .starting { emit(.started, service, took: took) }
      machine.startSucceeded(service)
      if !retried.isEmpty, retried.remove(service) != nil { restartDependentsIfChanged(service) }
      serviceSettled()
      return
    }
    present.gate.revokeStart(service)
    if run?.isCancelRequested == true && error is CancellationError {
      emit(.startCancelled, service, took: took)
      return machine.startCancelled(service)
    }
    let failure = error as? StartFailure ?? failure(service, .start, error)
    emit(.startFailed, service, took: took, error: failure.underlying)
    startFailed(service, failure)
  }

  /// A start has failed: it threw, or exceeded its limit.
  func startFailed(_ service: Service, _ failure: StartFailure) {
    let isLive = machine.status(of: service) == .starting
    if isLive && part.topology.isOptional[service] {
      degrade(service, failure)
    } else if isLive {
      failures.append(failure)
      if machine.callers.isEmpty { report(.startFailed, service, failure) }
    }
    machine.startFailed(service)
    serviceSettled()
  }

  /// After a failed optional service has started at last: passes on its value, if that is new.
  private func restartDependentsIfChanged(_ service: Service) {
    let planned = part.services[service]
    guard !planned.isRewiring, let box = present.boxes[service] else { return }
    let registration = planned.registration
    if registration.valueTraits.areEqual(registration.key.slot.defaultBox, box) { return }
    machine.restartDependents(of: service)
  }

  private func degrade(_ service: Service, _ failure: StartFailure) {
    retried.insert(service)
    emit(.degraded, service, error: failure.underlying)
    report(.optionalServiceFailed, service, failure.underlying ?? failure)
    guard !part.services[service].isRewiring, present.boxes[service] != nil else { return }
    present.boxes[service] = nil
    present.withdraw(part.services[service].slot)
    publish(present)
  }
}
