import AppGraph

/// The commands that let accounts work, and the network fail.
@available(Observing, *)
extension SessionRunner {
  /// Writes a post from the active account; one that is refused is kept as a draft.
  func post(_ text: String) async throws -> CommandOutcome {
    guard app.active != nil else {
      return CommandOutcome("refused", "no account is active; switch to one first")
    }
    let lease = app.lease
    do {
      let status = try await pace.running { try await app.environment.outbox.send(text) }
      try lease.commit { app.states[Feed.self].posts.insert(status, at: 0) }
      let name = status.account.username
      return CommandOutcome("posted", "\(name) posted \(Quoted(text, limit: 40))")
    } catch let refusal as Outbox.Refusal {
      app.states[Drafts.self].texts.append(text)
      return CommandOutcome("refused", "\(refusal); the text is kept as a draft")
    } catch let error as LeaseError {
      return CommandOutcome("refused", "\(error)")
    }
  }

  /// Begins work for an account, which goes on whatever account is active.
  func job(_ account: DemoAccount) -> CommandOutcome {
    app.job("backup", for: account.id, from: \.client) { account, client in
      let token = (try? client.token()).map { ", with \($0)" } ?? ""
      note(
        "job",
        "reads the posts of \(account.name) by the client of \(client.account.name)\(token)"
      )
      let posts = try await client.backup()
      try app.records.store(posts.map(\.id), as: "backup", for: account.id)
      let active = app.active.map(narrator.name) ?? "nobody"
      note("job", "posts of \(account.name) kept: \(posts.count); active meanwhile: \(active)")
    }
    guard app.accounts[account.id] != nil else {
      return CommandOutcome("refused", "\(account.name) is not in the list; add it first")
    }
    return CommandOutcome("begun", "the backup of \(account.name) goes on beside the session")
  }

  /// Lets the connection of the active account be lost.
  func dropConnection() async -> CommandOutcome {
    guard let id = app.active, let account = app.accounts[id] else {
      return CommandOutcome("refused", "no account is active; switch to one first")
    }
    guard account.isAuthenticated else {
      return CommandOutcome("refused", "\(account.name) is anonymous and has no connection")
    }
    let watcher = app.environment.watcher
    guard let delay = await watcher.loseConnection() else {
      let text = "\(account.name) has no open connection (\(watcher.state)); wait first"
      return CommandOutcome("refused", text)
    }
    // Weakly: the account may be left before.
    await pace.expectEnd(of: delay) { [weak watcher] in watcher?.isWaiting ?? false }
    return CommandOutcome("dropped", "the connection of \(account.name) is lost")
  }

  /// Lets the next start of a service fail.
  func fail(_ endpoint: Endpoint, _ account: DemoAccount) -> CommandOutcome {
    network.planOutage(of: endpoint, for: account)
    let text = "the next start of \(endpoint.rawValue) for \(account.name) will fail"
    return CommandOutcome("planned", text)
  }

  /// Waits; the time is used for the sign-outs that are left, as far as it suffices.
  func wait(_ milliseconds: Int) async throws {
    try await pace.running {
      let signOuts = Task { await emptyOutbox() }
      try await clock.pause(for: .milliseconds(milliseconds))
      signOuts.cancel()
      await signOuts.value
    }
  }
}
