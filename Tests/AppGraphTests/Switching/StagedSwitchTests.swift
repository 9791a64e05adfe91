import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct StagedSwitchTests {
  private func app(
    _ probe: ProbeGraph,
    loadFails: @escaping @MainActor (String) -> Bool = { _ in false },
    slow: Set<String> = [],
    limits: GraphLimits = .unlimited
  ) async throws -> AppDependencyGraph<ProbeAccount> {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client", stop: .milliseconds(5))
      probe.observed(
        Service(
          \.[probe: "instance"],
          from: \.[probe: "client"],
          loading: { client in
            probe.note("load instance \(client.account)")
            try await probe.clock.sleep(for: .milliseconds(slow.contains(client.account) ? 60 : 30))
            if loadFails(client.account) { throw ProbeFailure(name: "load") }
            return Probe("instance", account: client.account)
          }
        )
        .overlapping(),
        "instance",
        start: .zero,
        stop: .zero
      )
      probe.service("stream", from: ["instance"], start: .milliseconds(10))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options(limits))
    app.request(.alice)
    await probe.advance(100)
    #expect(app.active == "alice")
    probe.forgetJournal()
    return app
  }

  @Test func `Overlapping services load while the old account stays live`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    let request = app.request(.bob, policy: .staged)
    await probe.advance(29)
    #expect(app.phase == .active)
    #expect(app.active == "alice")
    #expect(app.status.generation == 1)
    #expect(app.environment[probe: "instance"].account == "alice")
    #expect(app.lease.isLive)
    await probe.advance(16)
    #expect(app.active == "bob")
    #expect(try await request.value == .activated)
    #expect(
      probe.journal == [
        "100 load instance bob", "130 stop stream alice", "130 stop instance alice",
        "130 stop client alice", "135 start client bob", "135 start instance bob",
        "135 start stream bob",
      ]
    )
    #expect(app.environment[probe: "instance"].account == "bob")
  }

  @Test func `A load that throws leaves the old account without a fence`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe, loadFails: { $0 == "bob" })
    let lease = app.lease
    let request = app.request(.bob, policy: .staged)
    await probe.advance(100)
    let error = await #expect(throws: ActivationError.self) { try await request.value }
    #expect(error?.reason == .startFailed)
    guard case .stillActive(let id)? = error?.rest else {
      Issue.record("rests in \(String(describing: error?.rest))")
      return
    }
    #expect(id as? String == "alice")
    #expect(app.status.generation == 1)
    #expect(lease.isLive)
    #expect(probe.journal == ["100 load instance bob"])
  }

  @Test func `A load that exceeds its limit leaves the old account without a fence`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe, slow: ["bob"], limits: GraphLimits(start: .milliseconds(40)))
    let request = app.request(.bob, policy: .staged)
    await probe.advance(40)
    let error = await #expect(throws: ActivationError.self) { try await request.value }
    #expect(error?.reason == .limitExceeded)
    #expect(app.status.generation == 1)
    #expect(app.active == "alice")
  }

  @Test func `Asking for the old account ends the staging`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    let staged = app.request(.bob, policy: .staged)
    await probe.advance(10)
    let back = app.request(.alice)
    await probe.advance(100)
    #expect(try await back.value == .unchanged)
    #expect(try await staged.value == .superseded(by: "alice"))
    #expect(app.status.generation == 1)
    #expect(app.active == "alice")
    #expect(probe.journal == ["100 load instance bob"])
    #expect(probe.clock.sleeperCount == 0)
  }

  @Test func `A request for a third account supersedes the staging`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    let staged = app.request(.bob, policy: .staged)
    await probe.advance(10)
    let other = app.request(.carol)
    await probe.advance(100)
    #expect(try await staged.value == .superseded(by: "carol"))
    #expect(try await other.value == .activated)
    #expect(!probe.journal.contains { $0.hasSuffix("start client bob") })
  }

  @Test func `Cancelling the only staged caller changes nothing`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    let staged = app.request(.bob, policy: .staged)
    await probe.advance(10)
    staged.cancel()
    await probe.advance(100)
    let error = await #expect(throws: ActivationError.self) { try await staged.value }
    #expect(error?.reason == .cancelled)
    #expect(app.status.generation == 1)
    #expect(app.active == "alice")
  }

  @Test func `Removing the staged account ends the staging`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    app.accounts.add(.bob)
    let staged = app.request(.bob, policy: .staged)
    await probe.advance(10)
    app.accounts.remove("bob")
    await probe.advance(100)
    let error = await #expect(throws: ActivationError.self) { try await staged.value }
    #expect(error?.reason == .accountRemoved)
    #expect(app.active == "alice")
  }

  @Test func `Closing ends the staging`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    let staged = app.request(.bob, policy: .staged)
    await probe.advance(10)
    let closing = Task { await app.close() }
    await probe.advance(100)
    await closing.value
    let error = await #expect(throws: ActivationError.self) { try await staged.value }
    #expect(error?.reason == .closed)
  }

  @Test func `With nothing active a staged request is an ordinary one`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) { probe.service("client") }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    #expect(try await app.activate(.alice, policy: .staged) == .activated)
  }
}
