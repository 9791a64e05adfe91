/// A teardown hook, and the services of the account that must be running for it.
struct PlannedHook {
  let registration: HookRegistration
  let services: [TransitionMachine.Service]
}

extension TransitionEngine {
  /// Runs the teardown hooks whose services are running; each holds back the first stop.
  func runHooks(_ reason: TeardownReason) {
    for hook in hooks where hook.services.allSatisfy({ machine.status(of: $0) == .running }) {
      run(hook.registration, reason)
    }
  }

  private func run(_ hook: HookRegistration, _ reason: TeardownReason) {
    let table = present.table
    let generation = present.generation
    machine.holdBegan()
    host?.emit(.hookBegan, generation: machine.generation)
    let once = Once { [weak self] in
      self?.submit { engine in
        engine.host?.emit(.hookEnded, generation: engine.machine.generation)
        engine.machine.holdEnded()
      }
    }
    let task = spawner.spawn(isAwaited: true) { [weak self] in
      do {
        try await hook.body(reason, table)
      } catch  where !once.isDone {
        self?.report(.hookFailed, hook, generation, error)
      } catch {
        // It was abandoned, which has been reported.
      }
      once.finish()
    }
    guard let limit = hook.limit.resolved(limits.hook) else { return }
    once.timer = spawner.spawn(isLimit: true) { [weak self] in
      guard let self, (try? await self.spawner.clock.sleep(limit)) != nil, !once.isDone else {
        return
      }
      self.report(.hookAbandoned, hook, generation, nil)
      once.finish()
      task.cancel()
    }
  }

  private func report(
    _ kind: GraphIncident.Kind,
    _ hook: HookRegistration,
    _ generation: UInt64,
    _ cause: (any Error)?
  ) {
    host?.report(
      GraphIncident(
        kind: kind,
        key: "TeardownHook",
        place: hook.place,
        generation: generation,
        cause: cause
      )
    )
  }
}
