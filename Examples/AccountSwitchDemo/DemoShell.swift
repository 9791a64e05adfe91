import AppGraph

/// The app without its screens: assembles the graph, plays a session, and closes the graph.
@available(Observing, *)
@MainActor
struct DemoShell {
  let accounts: [AccountContent]
  let clock: PacedClock
  let timeline: Timeline

  private func demoGraph(
    _ tokens: AccountCredentials<DemoAccount> = AccountCredentials(),
    _ issuer: TokenIssuer = TokenIssuer()
  ) -> DemoGraph {
    let journal = Journal { [timeline] source, text in
      timeline.add(.note) {
        $0.observer = source
        $0.text = text
      }
    }
    return DemoGraph(
      clock: clock,
      accounts: accounts,
      tokens: tokens,
      issuer: issuer,
      journal: journal
    )
  }

  /// Prints the plan of the graph; nothing is started.
  func printPlan() throws {
    PlanListing(plan: try demoGraph().graph.plan(strict: true)).print(to: timeline)
  }

  /// Plays a session from an app that starts to one that has closed.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - storage: What the last run has left, and where this one keeps what it does.
  /// - Throws: ``DataError`` or `StorageError` before anything runs, if what the last run has left cannot
  ///   be used; what the graph throws if it cannot be assembled.
  func play(_ session: Session, _ storage: DemoStorage) async throws {
    let kept = try await KeptAccounts(in: storage, of: accounts.map(\.account))
    tell(kept.list)
    let narrator = narrator
    let pace = SessionPace(clock: clock)
    let app = try await assemble(kept, storage, narrator, pace)
    pace.stop()
    let screens = screens(of: app)
    screens.open()
    let runner = SessionRunner(
      app: app,
      storage: storage,
      timeline: timeline,
      narrator: narrator,
      pace: pace
    )
    do {
      try await runner.resume()
      try await runner.run(session)
    } catch {
      await pace.close(app)
      throw error
    }
    timeline.add(.end)
    await pace.close(app)
    // Answers that nobody waits for any more come in before they are counted.
    try await pace.running { try await clock.pause(for: Client.slowestAnswer) }
    summarise(app)
    withExtendedLifetime(screens) {}
  }

  private var narrator: GraphNarrator {
    let names = accounts.map { ($0.account.id, $0.name) }
    return GraphNarrator(timeline: timeline, names: Dictionary(names) { first, _ in first })
  }

  private func assemble(
    _ kept: KeptAccounts,
    _ storage: DemoStorage,
    _ narrator: GraphNarrator,
    _ pace: SessionPace
  ) async throws -> Screen.App {
    let options = GraphOptions(
      clock: clock,
      isStrict: true,
      isDurable: storage.isDurable,
      reporter: { narrator.tell($0) },
      observer: { event in
        narrator.tell(event)
        pace.see(event)
      }
    )
    let tokens = AccountCredentials<DemoAccount>(in: storage.credentials)
    let issuer = TokenIssuer()
    kept.prepare(tokens, issuer)
    return try await AppDependencyGraph(
      demoGraph(tokens, issuer).graph,
      storedIn: storage.accounts,
      firstAccounts: kept.list,
      anonymous: kept.list.first { !$0.isAuthenticated },
      credentials: tokens,
      options: options
    )
  }

  private func screens(of app: Screen.App) -> AppScreens {
    AppScreens(of: app) { name, text in
      timeline.add(.observed) {
        $0.observer = name
        $0.text = text
      }
    }
  }

  private func tell(_ list: [DemoAccount]) {
    let texts = list.map { account in
      let kind = account.isAuthenticated ? "signed in" : "anonymous"
      return "\(account.name) (\(kind) at \(account.host))"
    }
    let others = accounts.map(\.account).filter { !list.contains($0) }.map(\.name)
    let rest = others.isEmpty ? "" : "; not in the list: \(others.joined(separator: ", "))"
    let listed = texts.isEmpty ? "none" : texts.joined(separator: ", ")
    timeline.add(.accounts) { $0.text = listed + rest }
  }

  private func summarise(_ app: Screen.App) {
    let (refused, leaks) = (app.refusedWrites, app.leaks.count)
    timeline.add(.summary) {
      $0.refusedWrites = refused
      $0.leaks = leaks
      $0.text = "late writes refused: \(refused), services of past generations alive: \(leaks)"
    }
  }
}
