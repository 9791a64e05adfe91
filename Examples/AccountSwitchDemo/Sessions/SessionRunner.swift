import AppGraph

/// The player of a session: runs one command after the other on a running graph.
@available(Observing, *)
@MainActor
struct SessionRunner {
  let app: Screen.App
  let storage: DemoStorage
  let timeline: Timeline
  let narrator: GraphNarrator
  let pace: SessionPace

  var network: Network { app.environment.network }
  var clock: PacedClock { app.environment.clock }

  /// Goes on where the last run ended: with its account, and with the sign-outs that it left.
  ///
  /// - Throws: What keeps the store from being written.
  func resume() async throws {
    if let account = app.accounts.selected {
      note("app", "resumes \(account.name)")
      let outcome = await activate(account)
      if outcome.result == "failed" { note("app", outcome.text) }
    }
    await pace.running { await emptyOutbox() }
    try await keep()
  }

  /// Runs all commands.
  ///
  /// - Parameter session: The commands.
  /// - Throws: What keeps the store from being written; the outcome of that command is not told.
  func run(_ session: Session) async throws {
    for line in session.lines {
      timeline.add(.command) {
        $0.command = line.text
        $0.line = line.number
      }
      let outcome = try await run(line.command)
      // Before it is told: whoever kills the program from now on finds what the outcome says.
      try await keep()
      if let outcome { tell(outcome) }
      // The screens show what the command has changed before the next one begins.
      await clock.finishTurn()
    }
  }

  private func run(_ command: SessionCommand) async throws -> CommandOutcome? {
    switch command {
    case .activate(let account): return await activate(account)
    case .post(let text): return try await post(text)
    case .signOut(let account): return await signOut(account)
    case .add(let account): return await add(account)
    case .remove(let account): return await remove(account)
    case .rotate(let account): return rotate(account)
    case .notify(let account): return await notify(account)
    case .job(let account): return job(account)
    case .dropConnection: return await dropConnection()
    case .fail(let endpoint, let account): return fail(endpoint, account)
    case .wait(let milliseconds): try await wait(milliseconds)
    case .status: status()
    case .kill: Crash.now()
    }
    return nil
  }

  /// Makes durable what the session has done.
  private func keep() async throws {
    // All that follows from the command runs first: the medium takes its time, and never the same.
    await clock.finishTurn()
    guard storage.isDurable else { return }
    app.saveStates()
    try await storage.accounts.sync()
  }

  private func tell(_ outcome: CommandOutcome) {
    timeline.add(.outcome) {
      $0.result = outcome.result
      $0.text = outcome.text
      $0.account = outcome.account
      $0.reason = outcome.reason
      $0.took = outcome.took
    }
  }

  /// Notes what the app does beside the graph.
  func note(_ source: String, _ text: String) {
    app.environment.journal.note(source, text)
  }

  private func status() {
    let status = app.status
    timeline.add(.status) {
      $0.phase = status.phase.rawValue + (status.isDegraded ? " (degraded)" : "")
      $0.active = status.active.map(narrator.name)
      $0.states = StateSummary(app).texts
    }
  }
}
