import AppGraph
import AppGraphTesting

/// Runs one case against the library on a virtual clock and writes the log that the case requires.
@MainActor
final class ScenarioRunner {
  /// What came of a run.
  struct Outcome: Sendable {
    var log: [String] = []
    var results: [String: String] = [:]
    var final: [String: String] = [:]
  }

  private let scenario: Scenario
  private let clock = VirtualClock()
  private let doubles: ScenarioGraph
  private var log: [String] = []
  private var leases: [UInt64: Lease] = [:]
  private var requests: [String: Task<String, Never>] = [:]
  private var cancellations: [String: () -> Void] = [:]
  private var auth: [String: Bool] = [:]
  private var running: [String] = []
  private weak var app: AppDependencyGraph<ScenarioAccount>?

  init(_ scenario: Scenario) {
    self.scenario = scenario
    doubles = ScenarioGraph(scenario.setup, clock: clock)
  }

  func run() async throws -> Outcome {
    let setup = scenario.setup
    let accounts = setup.accounts.map { ScenarioAccount(id: $0.id, isAuthenticated: $0.auth) }
    for account in setup.accounts { auth[account.id] = account.auth }
    let app = try await AppDependencyGraph(
      doubles.graph,
      accounts: accounts,
      anonymous: accounts.first { $0.id == setup.config?.anonymous },
      selection: setup.persisted,
      options: GraphOptions(
        clock: clock,
        limits: doubles.limits,
        reporter: { _ in },
        observer: { self.write($0) }
      )
    )
    self.app = app
    for account in setup.accounts {
      if let token = account.token { try app.credentials.store(token, for: account.id) }
      for (key, value) in setup.stashed?[account.id] ?? [:] {
        app.preload(value, of: TextState.self, named: key, for: account.id)
      }
    }
    for event in scenario.events {
      await clock.advance(to: VirtualClock.Instant(offset: .milliseconds(event.t)))
      perform(event, app)
      await clock.runUntilIdle()
    }
    // Long enough for everything that ends at all.
    await clock.advance(by: .seconds(100_000))
    var outcome = Outcome(log: log)
    for (name, task) in requests { outcome.results[name] = await task.value }
    outcome.final = finalState(app)
    return outcome
  }

  private func finalState(_ app: AppDependencyGraph<ScenarioAccount>) -> [String: String] {
    var final = [
      "phase": app.phase.rawValue,
      "active": app.active ?? "-",
      "generation": "\(app.status.generation)",
      "persistedSelection": app.accounts.selected?.id ?? "-",
      "running": running.joined(separator: " "),
      "outbox": app.accounts.outbox.map { "logout(\($0.account))" }.joined(separator: " "),
    ]
    for state in scenario.setup.states ?? [] {
      final["state \(state.key)"] = app.states[TextState.self, named: state.key].text
    }
    for account in app.accounts.list {
      if let token = try? app.credentials.credential(for: account.id) {
        final["token \(account.id)"] = token
      }
    }
    return final
  }

  // MARK: Events

  private func perform(_ event: Scenario.Event, _ app: AppDependencyGraph<ScenarioAccount>) {
    let account = event.account ?? ""
    switch event.op {
    case "switch": request(account, event.req, app)
    case "cancel": cancellations[event.req ?? ""]?()
    case "remove":
      let wasKnown = app.accounts.remove(account, keepsRemotePart: event.remoteLogout == "fail")
      answer(event.req, wasKnown ? "removed" : "unknownAccount")
    case "add": add(event, app)
    case "commit": commit(event)
    case "store", "rotate": store(event, app)
    case "route": route(event, app)
    case "job": job(event, app)
    case "expect":
      let states = (event.states ?? []).map {
        "\($0)=\(app.states[TextState.self, named: $0].text)"
      }
      let status = app.status
      write(
        "observe \(states.joined(separator: ",")) phase=\(status.phase.rawValue) "
          + "active=\(status.active ?? "None")"
      )
    case "persisted": write("persistedSelection=\(app.accounts.selected?.id ?? "None")")
    default: write("unknown op \(event.op)")
    }
  }

  private func account(_ id: String) -> ScenarioAccount {
    ScenarioAccount(id: id, isAuthenticated: auth[id] ?? true)
  }

  private func request(
    _ id: String,
    _ name: String?,
    _ app: AppDependencyGraph<ScenarioAccount>
  ) {
    let request = app.request(account(id))
    guard let name else { return }
    cancellations[name] = { request.cancel() }
    requests[name] = Task { Self.result(await request.result) }
  }

  private static func result(
    _ result: Result<ActivationOutcome<String>, any Error>
  ) -> String {
    switch result {
    case .success(.activated): "activated"
    case .success(.unchanged): "unchanged"
    case .success(.superseded): "superseded"
    case .failure(let error as ActivationError): text(error)
    case .failure(let error): "\(error)"
    }
  }

  private static func text(_ error: ActivationError) -> String {
    let isFailure = [.startFailed, .limitExceeded, .factoryFailed].contains(error.reason)
    let reason = isFailure ? "failed" : error.reason.rawValue
    return switch error.rest {
    case .rolledBack(let account): "\(reason)(rolledBack:\(account))"
    case .rollbackFailed: "\(reason)(rollbackFailed)"
    case .rollbackSuperseded: "\(reason)(rollbackSuperseded)"
    case .idle, .stillActive, .fallback, .requestGoesOn: reason
    }
  }

  private func answer(_ name: String?, _ text: String) {
    if let name { requests[name] = Task { text } }
  }

  private func add(_ event: Scenario.Event, _ app: AppDependencyGraph<ScenarioAccount>) {
    guard let id = event.account else { return }
    if let isAuthenticated = event.auth { auth[id] = isAuthenticated }
    let isNew = app.accounts.add(account(id))
    if let token = event.token { try? app.credentials.store(token, for: id) }
    answer(event.req, isNew ? "added" : "merged")
  }

  private func commit(_ event: Scenario.Event) {
    let state = event.state ?? ""
    let value = event.value ?? "-"
    let ticket = UInt64(event.ticket?.dropFirst() ?? "") ?? 0
    var result = "stale"
    if let lease = leases[ticket], let app {
      let isWritten: Void? = try? lease.commit {
        app.states[TextState.self, named: state].text = value
      }
      if isWritten != nil { result = "ok" }
    }
    write("commit(\(state),g\(ticket),\(value))=\(result)")
  }

  private func store(_ event: Scenario.Event, _ app: AppDependencyGraph<ScenarioAccount>) {
    let id = event.account ?? ""
    do {
      if event.op == "store" {
        try app.records.store(event.value ?? "", as: event.key ?? "", for: id)
      } else {
        try app.credentials.store(event.token ?? "", for: id)
      }
      write("\(event.op)(\(id),\(event.key ?? event.token ?? ""))=ok")
    } catch {
      write("\(event.op)(\(id),\(event.key ?? event.token ?? ""))=tombstoned")
    }
  }

  private func route(_ event: Scenario.Event, _ app: AppDependencyGraph<ScenarioAccount>) {
    let name = event.id ?? ""
    let outcome = app.route(name, to: event.account) { [weak self] lease in
      self?.write("deliver(\(name),\(app.active ?? ""),g\(lease.generation))")
    }
    requests[name] = Task {
      switch await outcome.value {
      case .delivered: "delivered"
      case .dropped(.unknownAccount): "unknownAccount"
      case .dropped: "dropped"
      }
    }
  }

  private func job(_ event: Scenario.Event, _ app: AppDependencyGraph<ScenarioAccount>) {
    let name = event.id ?? ""
    let id = event.account ?? ""
    let outcome = app.job(name, for: id) { [clock] _ in
      try await clock.sleep(for: .milliseconds(event.ms ?? 0))
    }
    requests[name] = Task {
      switch await outcome.value {
      case .done: "done as \(id)"
      case .cancelled: "cancelled"
      case .failed(let error): "\(error)"
      case .unknownAccount: "unknownAccount"
      }
    }
  }

  // MARK: The log

  private func write(_ line: String) {
    log.append("\(clock.now.offset.wholeMilliseconds) \(line)")
  }

  private func write(_ event: GraphEvent) {
    switch event.kind {
    case .fence(let reason):
      if let lease = app?.lease { leases[lease.generation] = lease }
      write("fence g\(event.generation - 1)->g\(event.generation) \(text(reason))")
    case .service(let service): write(service)
    case .activated(let account): write("active(\(account),g\(event.generation))")
    case .idle: write("idle")
    case .refused(let account, let reason) where reason == "unknownAccount":
      write("reject switch(\(account)) \(reason)")
    case .accountAdded(let account): write("added(\(account))")
    case .accountMerged(let account): write("merged(\(account))")
    case .accountPurged(let account): write("purge(\(account))")
    case .signOutPostponed(let account): write("outbox logout(\(account))")
    case .routeQueued(let name, let account): write("queued(\(name),\(account))")
    case .routeDropped(let name, let reason): write("dropped(\(name)) \(reason)")
    case .jobBegan(let name, let account): write("job.begin(\(name),\(account))")
    case .jobEnded(let name, let account): write("job.end(\(name),\(account))")
    case .jobCancelled(let name, let account): write("job.cancel(\(name),\(account))")
    case .jobRefused(let name): write("job.reject(\(name)) unknownAccount")
    case .requested, .answered, .refused, .hookBegan, .hookEnded, .stagingBegan, .stagingAbandoned,
      .closed, .selected,
      .accountRemoved, .routeDelivered:
      break
    }
  }

  private func text(_ reason: FenceReason) -> String {
    switch reason {
    case .switching(let account): "switch(\(account))"
    case .rollback(let account): "rollback(\(account))"
    case .noPrevious: "noPrevious"
    case .rollbackFailed: "rollbackFailed"
    case .removal(let account): "remove(\(account))"
    case .closing: "close"
    }
  }

  private func write(_ event: ServiceEvent) {
    let account = event.account ?? ""
    // `ServiceDoubleKey[api]` is `api` in the log.
    let key = String(event.key.dropFirst("ServiceDoubleKey[".count).dropLast())
    let name = "\(key),\(account)"
    switch event.step {
    case .startBegan: write("start(\(name),g\(event.generation))")
    case .started: running.append("\(key):\(account)")
    case .startFailed: write("startFailed(\(name))")
    case .startTimedOut: write("startFailed(\(name)) timeout")
    case .startCancelRequested:
      let verb = doubles.honoursCancel(key, account) ? "cancelled" : "cancel requested"
      write("\(verb) start(\(name))")
    case .startedLate: write("late started(\(name))")
    case .gated: write("gated(\(name))")
    case .stopBegan:
      running.removeAll { $0 == "\(key):\(account)" }
      write("stop(\(name))")
    case .stopFailed: write("stopFailed(\(name))")
    case .stopTimedOut: write("stopTimedOut(\(name))")
    case .startCancelled, .startedAfterLimit, .degraded, .stopped: break
    }
  }
}
