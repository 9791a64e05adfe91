import AppGraph

/// The player of a session: runs one command after the other on a running graph.
@available(Observing, *)
@MainActor
struct SessionRunner {
  let app: Screen.App
  let timeline: Timeline
  let narrator: GraphNarrator
  let pace: SessionPace

  /// Runs all commands.
  func run(_ session: Session) async throws {
    for line in session.lines {
      timeline.add(.command) {
        $0.command = line.text
        $0.line = line.number
      }
      try await run(line.command)
      // The screens show what the command has changed before the next one begins.
      await app.environment.clock.finishTurn()
    }
  }

  private func run(_ command: SessionCommand) async throws {
    switch command {
    case .activate(let account): await activate(account)
    case .post(let text): try await post(text)
    case .signOut(let account): await signOut(account)
    case .fail(let endpoint, let account):
      app.environment.network.planOutage(of: endpoint, for: account)
      outcome("planned", "the next start of \(endpoint.rawValue) for \(account.name) will fail")
    case .wait(let milliseconds):
      try await pace.running {
        try await app.environment.clock.pause(for: .milliseconds(milliseconds))
      }
    case .status: status()
    }
  }

  private func activate(_ account: DemoAccount) async {
    let began = app.environment.clock.now
    let request = app.request(account)
    await pace.settle(app)
    let ending = await request.result
    let took = began.duration(to: app.environment.clock.now).milliseconds
    switch ending {
    case .success(.activated): outcome("activated", "activated after \(took) ms", took)
    case .success(.unchanged): outcome("unchanged", "\(account.name) is active already", took)
    case .success(.superseded(let other)):
      let name = other.map(narrator.name) ?? "nobody"
      outcome("superseded", "a newer request for \(name) took over", took)
    case .failure(let error): failed(account, error, took)
    }
  }

  private func failed(_ account: DemoAccount, _ error: any Error, _ took: Int64) {
    let failure = FailureText(error, name: narrator.name)
    if app.active != nil {
      app.states[Toasts.self].texts.append("\(account.name) is not reachable")
    }
    timeline.add(.outcome) {
      $0.account = account.name
      $0.result = "failed"
      $0.reason = failure.reason
      $0.took = took
      $0.text = "\(account.name) is not active: \(failure.text)"
    }
  }

  private func post(_ text: String) async throws {
    guard app.active != nil else {
      return outcome("refused", "no account is active; switch to one first")
    }
    let lease = app.lease
    do {
      let status = try await pace.running { try await app.environment.outbox.send(text) }
      try lease.commit { app.states[Feed.self].posts.insert(status, at: 0) }
      outcome("posted", "\(status.account.username) posted \(Quoted(text, limit: 40))")
    } catch let refusal as Outbox.Refusal {
      app.states[Drafts.self].texts.append(text)
      outcome("refused", "\(refusal); the text is kept as a draft")
    } catch let error as LeaseError {
      outcome("refused", "\(error)")
    }
  }

  private func signOut(_ account: DemoAccount) async {
    let isActive = app.active == account.id
    // The hook revokes the token of the active account; of another one it has yet to be done.
    let isKnown = app.accounts.remove(
      account.id,
      keepsRemotePart: account.isAuthenticated && !isActive
    )
    await pace.settle(app)
    guard isKnown else {
      return outcome("refused", "\(account.name) is signed out already")
    }
    app.states[PushTokens.self].renew()
    let active = app.active.map { "\(narrator.name($0)) is active" } ?? "no account is active"
    outcome("signedOut", "\(account.name) is signed out; \(active)")
  }

  private func status() {
    let status = app.status
    timeline.add(.status) {
      $0.phase = status.phase.rawValue + (status.isDegraded ? " (degraded)" : "")
      $0.active = status.active.map(narrator.name)
      $0.states = StateSummary(app).texts
    }
  }

  private func outcome(_ result: String, _ text: String, _ took: Int64? = nil) {
    timeline.add(.outcome) {
      $0.result = result
      $0.text = text
      $0.took = took
    }
  }
}
