/// A teardown hook, and the services of the account that must be running for it.
struct PlannedHook {
  let registration: HookRegistration
  let services: [TransitionMachine.Service]
}

extension TransitionEngine {
  /// Runs the teardown hooks whose services are running, and waits for the holds of the generation; each
  /// holds back the first stop.
  func runHooks(_ reason: TeardownReason) {
    for hook in hooks where hook.services.allSatisfy({ machine.status(of: $0) == .running }) {
      run(hook.registration, reason)
    }
    for token in holds.compactMap(\.held) { wait(for: token) }
    holds.removeAll()
  }

  /// Takes a hold on the present generation.
  func hold(limit: LimitSetting, place: SourcePlace) -> TeardownHold {
    let token = TeardownHold(generation: machine.generation, limit: limit, place: place)
    holds.removeAll { $0.held == nil }
    if machine.acceptsWrites { holds.append(WeakTeardownHold(hold: token)) }
    return token
  }

  private func run(_ hook: HookRegistration, _ reason: TeardownReason) {
    let table = present.table
    let generation = present.generation
    let once = holdBack(telling: true)
    let task = spawner.spawn(isAwaited: true) { [weak self] in
      do {
        try await hook.body(reason, table)
      } catch  where !once.isDone {
        self?.report(.hookFailed, "TeardownHook", hook.place, generation, error)
      } catch {
        // It was abandoned, which has been reported.
      }
      once.finish()
    }
    once.task = task
    limit(once, to: hook.limit) { engine in
      engine.report(.hookAbandoned, "TeardownHook", hook.place, generation, nil)
      task.cancel()
    }
  }

  private func wait(for token: TeardownHold) {
    let once = holdBack(telling: false)
    token.once = once
    limit(once, to: token.limit) { [place = token.place, generation = token.generation] engine in
      engine.report(.holdAbandoned, "TeardownHold", place, generation, nil)
    }
  }

  /// Holds back the first stop until the result is finished.
  private func holdBack(telling isTold: Bool) -> Once {
    machine.holdBegan()
    if isTold { audience.tell(.hookBegan, generation: machine.generation) }
    return Once { [weak self] in
      self?.submit { engine in
        if isTold { engine.audience.tell(.hookEnded, generation: engine.machine.generation) }
        engine.machine.holdEnded()
      }
    }
  }

  private func limit(
    _ once: Once,
    to setting: LimitSetting,
    expired: @escaping @MainActor (TransitionEngine) -> Void
  ) {
    guard let limit = setting.resolved(limits.hook) else { return }
    once.timer = spawner.spawn(limiting: once.task) { [weak self] in
      guard let self, (try? await self.spawner.clock.sleep(limit)) != nil, !once.isDone else {
        return
      }
      expired(self)
      once.finish()
    }
  }

  private func report(
    _ kind: GraphIncident.Kind,
    _ key: String,
    _ place: SourcePlace,
    _ generation: UInt64,
    _ cause: (any Error)?
  ) {
    host?.report(
      GraphIncident(kind: kind, key: key, place: place, generation: generation, cause: cause)
    )
  }
}
