import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct LimitTests {
  @Test func `A start that takes exactly its limit is in time`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("a", start: .milliseconds(100))
    }
    let limits = GraphLimits(start: .milliseconds(100))
    let app = try await AppDependencyGraph(graph, options: probe.options(limits))
    app.request(.alice)
    await probe.advance(100)
    #expect(app.active == "alice")
  }

  @Test func `In time is also a start of several waits that ends exactly at its limit`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "a"], from: \.probeAccount) { Probe("a", account: $0.id) }
        .onStart { _, _ in
          try await probe.clock.sleep(for: .milliseconds(60))
          try await probe.clock.sleep(for: .milliseconds(40))
        }
    }
    let limits = GraphLimits(start: .milliseconds(100))
    let app = try await AppDependencyGraph(graph, options: probe.options(limits))
    app.request(.alice)
    await probe.advance(100)
    #expect(app.active == "alice")
  }

  @Test func `A start that exceeds its limit fails, and its late end is stopped at once`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "a"], from: \.probeAccount) { Probe("a", account: $0.id) }
        .onStart { probeValue, _ in
          // A task of its own does not see the cancellation.
          await Task { try? await probe.clock.sleep(for: .milliseconds(300)) }.value
          probe.note("started \(probeValue.account)")
        }
        .onStop { probe.note("stop \($0.account)") }
        .startLimit(.milliseconds(100))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    let request = app.request(.alice)
    await probe.advance(100)
    #expect(app.phase == .idle)
    let error = await #expect(throws: ActivationError.self) { try await request.value }
    #expect(error?.reason == .limitExceeded)
    #expect(
      error?.description.contains("The start of 'ProbeKey[a]' exceeded its limit; raise it with")
        == true
    )
    await probe.advance(200)
    #expect(probe.journal == ["300 started alice", "300 stop alice"])
    #expect(probe.incidents.map(\.kind) == [.startCompletedLate])
  }

  @Test func `A stop that hangs is abandoned at its limit and reported by name`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("a", stop: .seconds(1_000)).stopLimit(.milliseconds(50))
      probe.service("b", from: ["a"], stop: .seconds(1_000))
    }
    let limits = GraphLimits(stop: .milliseconds(20))
    let app = try await AppDependencyGraph(graph, options: probe.options(limits))
    app.request(.alice)
    await probe.advance(0)
    app.request(.bob)
    await probe.advance(69)
    #expect(app.phase == .stopping)
    await probe.advance(1)
    #expect(app.active == "bob")
    #expect(probe.incidents.map(\.kind) == [.stopAbandoned, .stopAbandoned])
    #expect(probe.incidents.map(\.key) == ["ProbeKey[b]", "ProbeKey[a]"])
  }

  @Test func `Without limits nothing is ever given up`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("a", start: .seconds(100_000))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options(.unlimited))
    app.request(.alice)
    await probe.advance(99_999_000)
    #expect(app.phase == .starting)
    await probe.advance(1_000)
    #expect(app.phase == .active)
  }

  @Test func `The default limits are thirty, five and two seconds`() {
    #expect(GraphLimits() == GraphLimits(start: .seconds(30), stop: .seconds(5), hook: .seconds(2)))
  }
}
