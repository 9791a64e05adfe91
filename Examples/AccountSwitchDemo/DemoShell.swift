import AppGraph

/// The app without its screens: assembles the graph, plays a session, and closes the graph.
@available(Observing, *)
@MainActor
struct DemoShell {
  let accounts: [AccountContent]
  let clock: PacedClock
  let timeline: Timeline

  private var demoGraph: DemoGraph {
    let journal = Journal { [timeline] source, text in
      timeline.add(.note) {
        $0.observer = source
        $0.text = text
      }
    }
    return DemoGraph(clock: clock, accounts: accounts, journal: journal)
  }

  /// Prints the plan of the graph; nothing is started.
  func printPlan() throws {
    PlanListing(plan: try demoGraph.graph.plan(strict: true)).print(to: timeline)
  }

  /// Plays a session from an app that starts to one that has closed.
  func play(_ session: Session) async throws {
    tellAccounts()
    let narrator = narrator
    let pace = SessionPace(clock: clock)
    let app = try await assemble(narrator, pace)
    pace.stop()
    let screens = screens(of: app)
    screens.open()
    let runner = SessionRunner(app: app, timeline: timeline, narrator: narrator, pace: pace)
    do {
      try await runner.run(session)
    } catch {
      pace.start()
      await app.close()
      throw error
    }
    timeline.add(.end)
    pace.start()
    await app.close()
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
    _ narrator: GraphNarrator,
    _ pace: SessionPace
  ) async throws -> Screen.App {
    let options = GraphOptions(
      clock: clock,
      isStrict: true,
      reporter: { narrator.tell($0) },
      observer: { event in
        narrator.tell(event)
        pace.see(event)
      }
    )
    return try await AppDependencyGraph(
      demoGraph.graph,
      accounts: accounts.map(\.account),
      anonymous: accounts.map(\.account).first { !$0.isAuthenticated },
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

  private func tellAccounts() {
    let texts = accounts.map { content in
      let account = content.account
      let kind = account.isAuthenticated ? "signed in" : "anonymous"
      return "\(account.name) (\(kind) at \(account.host))"
    }
    timeline.add(.accounts) { $0.text = texts.joined(separator: ", ") }
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
