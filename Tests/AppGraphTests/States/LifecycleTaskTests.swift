import AppGraph
import AppGraphTesting
import Observation
import Testing

@Suite @MainActor
struct LifecycleTaskTests {
  /// Runs until it is cancelled, and tells.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  private func run(_ id: String, _ probe: ProbeGraph) async {
    probe.note("begin \(id)")
    try? await probe.clock.sleep(for: .seconds(1_000))
    probe.note("end \(id)")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  private func graph(_ probe: ProbeGraph) -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(ObservedText.self) { ObservedText() }.keptAcrossAccounts()
      LifecycleTask(id: { $0[ObservedText.self].text }) { id, _ in await self.run(id, probe) }
    }
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `It runs from assembly to closing, and restarts when its id changes`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(graph(probe), options: probe.options())
    await probe.advance(10)
    app.states[ObservedText.self].text = "a"
    await probe.advance(10)
    await app.close()
    await probe.advance(10)
    #expect(probe.journal == ["0 begin ", "10 end ", "10 begin a", "20 end a"])
    #expect(probe.clock.sleeperCount == 0)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `An equal id does not restart it, and several changes in one turn restart it once`()
    async throws
  {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(graph(probe), options: probe.options())
    await probe.advance(0)
    let state = app.states[ObservedText.self]
    state.text = ""
    await probe.advance(1)
    #expect(probe.journal == ["0 begin "])
    state.text = "a"
    state.text = "b"
    state.text = "c"
    await probe.advance(1)
    #expect(probe.journal == ["0 begin ", "1 end ", "1 begin c"])
    state.text = "d"
    state.text = "c"
    await probe.advance(1)
    #expect(probe.journal.count == 3)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A state without Observation drives it through its own subscription`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(PlainTokens.self) { PlainTokens() }
        .keptAcrossAccounts()
        .observed { tokens, changed in tokens.willChange = changed }
      LifecycleTask(id: { $0[PlainTokens.self].tokens }) { tokens, _ in
        probe.note("register \(tokens)")
      }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    await probe.advance(1)
    app.states[PlainTokens.self].tokens = ["a"]
    app.states[PlainTokens.self].tokens = ["a", "b"]
    await probe.advance(1)
    app.states[PlainTokens.self].tokens = ["a", "b"]
    await probe.advance(1)
    #expect(probe.journal == ["0 register []", "1 register [\"a\", \"b\"]"])
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `With an account key it is bound to the generation and to an active account`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client", start: .milliseconds(5))
      LifecycleTask(id: { _ in 0 }, from: \.[probe: "client"]) { _, lease, client in
        await self.run("\(client.account) g\(lease.generation)", probe)
      }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    await probe.advance(1)
    app.request(.alice)
    await probe.advance(10)
    app.request(.alice)
    await probe.advance(10)
    app.request(.bob)
    await probe.advance(10)
    await app.close()
    // Closing cancels the task and does not wait for it.
    await probe.advance(0)
    #expect(
      probe.journal.filter { !$0.contains("start") && !$0.contains("stop") } == [
        "6 begin alice g1", "21 end alice g1", "26 begin bob g2", "31 end bob g2",
      ]
    )
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A gated one does not run for an anonymous account`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("stream").requiresAuthentication()
      LifecycleTask(id: { _ in 0 }, from: \.[probe: "stream"]) { _, _, _ in probe.note("by key") }
      LifecycleTask(id: { _ in 0 }) { _, _ in probe.note("by mark") }.requiresAuthentication()
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.guest)
    await probe.advance(1)
    #expect(probe.journal.isEmpty)
    app.request(.alice)
    await probe.advance(1)
    #expect(probe.journal.suffix(2) == ["1 by key", "1 by mark"])
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `It can be bound to a value of the environment`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.host, from: \.probeAccount) { $0.id == "carol" ? "b.example" : "a.example" }
      LifecycleTask(observing: \.host) { host, _ in probe.note(host) }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    for account in [ProbeAccount.alice, .carol] {
      app.request(account)
      await probe.advance(1)
    }
    #expect(probe.journal == ["0 a.example", "1 b.example"])
  }
}

private enum HostKey: AppEnvironmentKey {
  static let defaultValue = ""
}

extension AppEnvironmentValues {
  fileprivate var host: String {
    get { self[HostKey.self] }
    set { self[HostKey.self] = newValue }
  }
}
