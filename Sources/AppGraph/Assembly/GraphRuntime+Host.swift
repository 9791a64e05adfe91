extension GraphRuntime: TransitionHost {
  var parentTable: EnvironmentTable { appEngine.environmentTable }

  func accountBox(_ account: TransitionMachine.Account) -> AnyObject? { directory[account].box }
  func accountName(_ account: TransitionMachine.Account) -> String? { directory[account].name }

  func endGeneration(_ fence: TransitionMachine.Fence) {
    states.leave(saving: fence.saving)
    for fill in fills { fill.isBegun = false }
  }

  func beginActivation(_ account: TransitionMachine.Account) {
    states.enter(account)
    serviceSettled()
  }

  func publish(_ table: EnvironmentTable) {
    setEnvironment(table)
  }

  func perform(_ action: TransitionMachine.Action) {
    switch action {
    case .fence(let fence):
      emit(.fence(reason(fence.reason)), generation: fence.generation)
      updateTasks()
    case .activated(let account):
      emit(.activated(account: directory[account].name), generation: machine.generation)
    case .idle: emit(.idle, generation: machine.generation)
    case .select(let account):
      if let change = accountKeeper?.changeToSelect(account) { changes.append(change) }
      emit(.selected(account: account.map { directory[$0].name }), generation: machine.generation)
    case .stage(let account):
      emit(.stagingBegan(account: directory[account].name), generation: machine.generation)
    case .endStaging: emit(.stagingAbandoned, generation: machine.generation)
    case .purge(let account): purge(account)
    case .answer(let request, let answer): end(request, answer)
    case .queueRoute(let route, let account):
      emit(
        .routeQueued(name: routes.name(route), account: directory[account].name),
        generation: machine.generation
      )
    case .deliverRoute(let route, let account):
      emit(
        .routeDelivered(name: routes.name(route), account: directory[account].name),
        generation: machine.generation
      )
      routes.deliver(route, Lease(gate: engine.present.gate))
    case .dropRoute(let route, let reason):
      emit(
        .routeDropped(name: routes.name(route), reason: reason.rawValue),
        generation: machine.generation
      )
      routes.drop(route, reason)
    case .cancelJobs(let account):
      cancelJobs(of: account)
    case .keepRemotePart(let account):
      accountKeeper?.keepRemotePart(account)
      emit(.signOutPostponed(account: directory[account].name), generation: machine.generation)
    default: break
    }
  }

  /// Cancels the jobs of an account, or all.
  func cancelJobs(of account: TransitionMachine.Account?) {
    jobs.cancel(account) { job, account in
      emit(
        .jobCancelled(name: job, account: directory[account].name),
        generation: machine.generation
      )
    }
  }

  private func purge(_ account: TransitionMachine.Account) {
    states.purge(account)
    if !machine.roster.isKnown(account) {
      directory.forget(account)
      accountKeeper?.purge(account)
      changes.append(.deleteAll(account: directory[account].name))
    }
    emit(.accountPurged(account: directory[account].name), generation: machine.generation)
  }

  private func reason(_ reason: TransitionMachine.Fence.Reason) -> FenceReason {
    switch reason {
    case .switching(let account): .switching(to: directory[account].name)
    case .rollback(let account): .rollback(to: directory[account].name)
    case .noPrevious: .noPrevious
    case .rollbackFailed: .rollbackFailed
    case .removal(let account): .removal(of: directory[account].name)
    case .closing: .closing
    }
  }

  /// Begins the fills whose services have all started.
  func serviceSettled() {
    for fill in fills where !fill.isBegun {
      let statuses = fill.services.map { machine.status(of: $0) }
      guard statuses.allSatisfy({ $0 == .running || $0 == .degraded }) else { continue }
      fill.begin(engine.present, self)
    }
  }

  func turnEnded() {
    updateTasks()
    storeChanges()
    turnObserver()
  }

  /// Tells observers of an event that happens now.
  func emit(_ kind: GraphEvent.Kind, generation: UInt64) {
    audience.tell(kind, generation: generation)
  }

  func report(_ incident: GraphIncident) {
    options.reporter(incident)
  }
}
