import AppGraph
import AppGraphTesting
import Testing

/// The cases HK-01 and HK-02: what happens between the fence and the first stop.
@Suite @MainActor
struct TeardownHookTests {
  private func graph(
    _ probe: ProbeGraph,
    hookTakes hook: Duration,
    fails: Bool = false
  ) -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      probe.service("info", from: ["api"], start: .milliseconds(30))
      probe.service("stream", from: ["info"], start: .milliseconds(10), stop: .milliseconds(5))
        .requiresAuthentication()
      TeardownHook(from: \.[probe: "api"]) { reason, api in
        guard reason == .removal else { return }
        probe.note("hook begins for \(api.account)")
        try await probe.clock.sleep(for: hook)
        probe.note("hook ends")
        if fails { throw ProbeFailure() }
      }
      .limit(.milliseconds(300))
    }
  }

  private func activeApp(
    _ probe: ProbeGraph,
    _ graph: DependencyGraph<ProbeAccount>
  ) async throws -> AppDependencyGraph<ProbeAccount> {
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(100)
    probe.forgetJournal()
    return app
  }

  @Test func `HK-01 A hook runs with the live client before the first stop`() async throws {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .milliseconds(50)))
    #expect(app.accounts.remove("alice"))
    #expect(app.environment[probe: "api"].account == "bob")
    await probe.advance(1_000)
    #expect(
      probe.journal.prefix(6) == [
        "100 hook begins for alice", "150 hook ends", "150 stop stream alice",
        "155 stop info alice", "155 stop api alice", "155 start api bob",
      ]
    )
    #expect(probe.incidents.isEmpty)
  }

  @Test func `HK-01 A hook that exceeds its limit is reported and the teardown goes on`()
    async throws
  {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .seconds(9)))
    app.accounts.remove("alice")
    await probe.advance(300)
    #expect(probe.journal.prefix(2) == ["100 hook begins for alice", "400 stop stream alice"])
    #expect(probe.incidents.map(\.kind) == [.hookAbandoned])
  }

  @Test func `A hook that throws is reported and the teardown goes on`() async throws {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .milliseconds(20), fails: true))
    app.accounts.remove("alice")
    await probe.advance(20)
    #expect(probe.journal.contains("120 stop stream alice"))
    #expect(probe.incidents.map(\.kind) == [.hookFailed])
  }

  @Test func `A newer request does not shorten a hook`() async throws {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .milliseconds(50)))
    app.accounts.remove("alice")
    await probe.advance(10)
    app.accounts.add(.carol)
    app.request(.carol)
    await probe.advance(40)
    #expect(probe.journal.contains("150 stop stream alice"))
    await probe.advance(100)
    #expect(app.active == "carol")
  }

  @Test func `HK-02 A hold keeps the services until it is released`() async throws {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .zero))
    let hold = app.holdTeardown(limit: .milliseconds(500))
    app.request(.bob)
    await probe.advance(20)
    #expect(probe.journal.isEmpty)
    hold.release()
    hold.release()
    await probe.advance(45)
    #expect(probe.journal.first == "120 stop stream alice")
    #expect(app.active == "bob")
  }

  @Test func `HK-02 A hold that is not released is ignored at its limit`() async throws {
    let probe = ProbeGraph()
    let app = try await activeApp(probe, graph(probe, hookTakes: .zero))
    let hold = app.holdTeardown(limit: .milliseconds(500))
    app.request(.bob)
    await probe.advance(545)
    #expect(probe.journal.first == "600 stop stream alice")
    #expect(app.active == "bob")
    #expect(probe.incidents.map(\.kind) == [.holdAbandoned])
    hold.release()
  }

  @Test func `A hold that is dropped is released, and one without limit is waited for`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) { probe.service("api") }
    let app = try await AppDependencyGraph(
      graph,
      options: probe.options(GraphLimits(hook: .milliseconds(10)))
    )
    try await app.activate(.alice)
    var hold: TeardownHold? = app.holdTeardown(limit: nil)
    app.request(.bob)
    await probe.advance(60_000)
    #expect(app.phase == .stopping)
    #expect(hold?.generation == 1)
    hold = nil
    await probe.advance(1)
    #expect(app.active == "bob")
    #expect(probe.incidents.isEmpty)
  }

  @Test func `Every kind of leaving gives the hook its reason`() async throws {
    let probe = ProbeGraph()
    var reasons: [TeardownReason] = []
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      probe.service("info", from: ["api"], start: .milliseconds(10))
      TeardownHook(from: \.[probe: "api"]) { reason, _ in reasons.append(reason) }
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob, .carol],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(10)
    probe.failures["info"] = 1
    app.request(.bob)
    await probe.advance(30)
    app.accounts.remove("alice")
    await probe.advance(10)
    await app.close()
    #expect(reasons == [.switching, .rollback, .removal, .closing])
  }
}
