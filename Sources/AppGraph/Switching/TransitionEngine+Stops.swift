extension TransitionEngine {
  /// Begins a stop.
  func stop(_ service: Service) {
    emit(.stopBegan, service, at: takeLastEnd())
    let instances = present
    instances.gate.revokeStart(service)
    do {
      guard let step = try stopStep(service, in: instances) else { return stopEnded(service, nil) }
      let limit = part.services[service].registration.stopLimit
      run(service, .stop, limit: limit.resolved(limits.stop)) { _ in
        try await step()
      }
    } catch {
      stopEnded(service, error)
    }
  }

  /// The part of a service's stop that waits; nothing if it is done already.
  private func stopStep(_ service: Service, in instances: GenerationInstances) throws -> HookStep? {
    let planned = part.services[service]
    guard planned.isRewiring else {
      guard let box = instances.boxes[service] else { return nil }
      return try planned.registration.stop?(box)
    }
    guard let box = instances.table.box(for: planned.slot) else { return nil }
    return try planned.registration.rewiring?.release(box)
  }

  /// A stop has ended; `error` says how it failed.
  func stopEnded(_ service: Service, _ error: (any Error)?, run: ServiceRun? = nil) {
    let took = run.map { spawner.clock.now() - $0.began } ?? .zero
    if let error {
      emit(.stopFailed, service, took: took, error: error)
      report(.stopFailed, service, error)
    } else {
      emit(.stopped, service, took: took)
    }
    if machine.phase == .active { forget(service) }
    machine.stopEnded(service)
  }

  /// Drops the instance of a service that is started again within its generation.
  private func forget(_ service: Service) {
    if let box = present.boxes[service],
      let object = part.services[service].registration.valueTraits.object(in: box)
    {
      retired.insert(
        object,
        key: part.services[service].slot,
        generation: present.generation
      )
    }
    present.boxes[service] = nil
  }

  // MARK: Runs

  /// Runs the part of a start or stop that waits, with its limit.
  func run(
    _ service: Service,
    _ kind: ServiceRun.Kind,
    limit: Duration?,
    _ body: @escaping @MainActor (TransitionEngine) async throws -> Void
  ) {
    let run = ServiceRun(kind, began: spawner.clock.now())
    let instances = present
    runs[service] = run
    run.task = spawner.spawn(isAwaited: true) {
      do {
        try await body(self)
        self.ended(run, service, instances, nil)
      } catch {
        self.ended(run, service, instances, error)
      }
    }
    guard let limit else { return }
    run.timer = spawner.spawn(limiting: run.task) {
      guard (try? await self.spawner.clock.sleep(limit)) != nil else { return }
      self.submit { $0.limitReached(run, service) }
    }
  }

  private func ended(
    _ run: ServiceRun,
    _ service: Service,
    _ instances: GenerationInstances,
    _ error: (any Error)?
  ) {
    run.timer?.cancel()
    submit { engine in
      guard !run.isAbandoned else {
        if run.kind == .start && error == nil {
          engine.stopLate(service, instances, run)
        } else if run.kind == .start {
          engine.noteAbandonedApply(service, run, -1)
        }
        return
      }
      engine.runs[service] = nil
      switch run.kind {
      case .start: engine.startEnded(service, error, run: run)
      case .stop: engine.stopEnded(service, error, run: run)
      }
    }
  }

  private func limitReached(_ run: ServiceRun, _ service: Service) {
    guard runs[service] === run else { return }
    runs[service] = nil
    run.isAbandoned = true
    run.task?.cancel()
    let took = spawner.clock.now() - run.began
    switch run.kind {
    case .start:
      noteAbandonedApply(service, run, 1)
      present.gate.revokeStart(service)
      emit(.startTimedOut, service, took: took)
      startFailed(service, failure(service, .limit, nil))
    case .stop:
      emit(.stopTimedOut, service, took: took)
      report(.stopAbandoned, service, nil)
      machine.stopEnded(service)
    }
  }

  /// Stops, outside the order, a service whose start completed after it was given up.
  private func stopLate(
    _ service: Service,
    _ instances: GenerationInstances,
    _ run: ServiceRun
  ) {
    emit(.startedAfterLimit, service)
    report(.startCompletedLate, service, nil)
    spawner.spawn {
      do {
        try await self.stopStep(service, in: instances)?()
      } catch {
        self.report(.stopFailed, service, error)
      }
      self.noteAbandonedApply(service, run, -1)
    }
  }
}
