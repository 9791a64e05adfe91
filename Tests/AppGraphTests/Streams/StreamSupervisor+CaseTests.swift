import AppGraph
import AppGraphTesting
import Testing

/// The cases of streams, with their exact figures, through a graph.
@Suite @MainActor
struct StreamSupervisorCaseTests {
  @Test func `ST-01 Own stop is not a connection failure`() async throws {
    let bench = StreamBench()
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 100)
    #expect(app.active == "alice")
    app.request(.bob)
    await bench.advance(to: 144)
    #expect(app.active == nil)
    await bench.advance(to: 145)
    #expect(app.active == "bob")
    #expect(bench.probe.clock.sleeperCount == 0)
    await bench.advance(to: 600_000)
    #expect(bench.attempts == ["30 alice", "135 bob"])
    #expect(bench.probe.clock.sleeperCount == 0)
    #expect(bench.connections.map(\.closeCount) == [1, 0])
  }

  @Test func `ST-02 Reconnect timer of the old account`() async throws {
    let bench = StreamBench()
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 1_000)
    bench.connections[0].drop(ProbeFailure())
    await bench.advance(to: 4_999)
    #expect(app.environment.stream.state == .waiting(.seconds(10)))
    #expect(bench.probe.clock.sleeperCount == 1)
    await bench.advance(to: 5_000)
    app.request(.bob)
    await bench.advance(to: 5_000)
    // Only the stop waits: the timer is gone with the fence.
    #expect(bench.probe.clock.sleeperCount == 1)
    await bench.advance(to: 5_005)
    // Only the start of info waits.
    #expect(bench.probe.clock.sleeperCount == 1)
    await bench.advance(to: 60_000)
    #expect(bench.attempts == ["30 alice", "5035 bob"])
    #expect(bench.probe.clock.sleeperCount == 0)
  }

  @Test func `ST-03 Anonymous account never opens a stream`() async throws {
    let bench = StreamBench()
    let app = try await bench.run(bench.standardGraph(), activating: .guest)
    await bench.advance(to: 100)
    #expect(app.active == "guest")
    app.environment.stream.resume()
    await bench.advance(to: 200)
    app.environment.stream.suspend()
    await bench.advance(to: 300)
    app.environment.stream.resume()
    await bench.advance(to: 600_000)
    #expect(bench.attempts.isEmpty)
    #expect(bench.probe.clock.sleeperCount == 0)
    #expect(app.environment.stream.state == .stopped)
  }

  @Test func `ST-04 Authentication refused`() async throws {
    let bench = StreamBench()
    bench.answers = [.refuses]
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 599_999)
    #expect(app.active == "alice")
    #expect(bench.attempts == ["30 alice"])
    #expect(bench.refusals == ["30 alice"])
    #expect(app.environment.stream.state == .refused(CredentialRefusal("unauthorized")))
    #expect(app.credentials.needingReauthentication == ["alice"])
    #expect(!bench.probe.journal.contains { $0.contains("stop") })
    await bench.advance(to: 600_000)
    // A new credential of another account is none of this one.
    try app.accounts.add(.bob, credential: "tB2")
    try app.accounts.add(.alice, credential: "tA2")
    app.environment.stream.credentialDidChange()
    await bench.advance(to: 1_200_000)
    #expect(bench.attempts == ["30 alice", "600000 alice"])
    #expect(bench.refusals == ["30 alice"])
    #expect(app.environment.stream.state == .connected)
    #expect(app.credentials.needingReauthentication.isEmpty)
    app.request(.bob)
    await bench.advance(to: 1_300_000)
    #expect(app.active == "bob")
  }

  @Test func `ST-05 Network failure backs off and resets after success`() async throws {
    let bench = StreamBench()
    bench.answers = [.fails, .fails, .fails]
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    await bench.advance(to: 100_000)
    #expect(app.environment.stream.state == .connected)
    bench.connections[0].drop(ProbeFailure())
    await bench.advance(to: 115_000)
    #expect(
      bench.attempts == ["0 alice", "10000 alice", "30000 alice", "70000 alice", "110000 alice"]
    )
    #expect(
      bench.states == [
        "0 connecting alice", "0 waiting for 10.0 seconds alice", "10000 connecting alice",
        "10000 waiting for 20.0 seconds alice", "30000 connecting alice",
        "30000 waiting for 40.0 seconds alice", "70000 connecting alice", "70000 connected alice",
        "100000 waiting for 10.0 seconds alice", "110000 connecting alice",
        "110000 connected alice",
      ]
    )
  }

  @Test func `ST-07 Foreground event in the middle of a switch`() async throws {
    let bench = StreamBench()
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 100)
    let old = app.environment.stream
    app.request(.bob)
    await bench.advance(to: 102)
    // Whoever gets the event: the stream that is stopping, or the one that has not begun.
    old.resume()
    app.environment.stream.resume()
    await bench.advance(to: 1_000)
    #expect(bench.attempts == ["30 alice", "135 bob"])
    #expect(app.active == "bob")
  }

  @Test func `SP-01 Background during activation`() async throws {
    let bench = StreamBench()
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 100)
    app.request(.bob)
    await bench.advance(to: 110)
    app.environment.stream.suspend()
    await bench.advance(to: 134)
    #expect(app.active == nil)
    await bench.advance(to: 135)
    #expect(app.active == "bob")
    #expect(app.environment.stream.state == .suspended)
    await bench.advance(to: 500)
    app.environment.stream.resume()
    app.environment.stream.resume()
    await bench.advance(to: 60_000)
    #expect(bench.attempts == ["30 alice", "500 bob"])
    #expect(bench.probe.clock.sleeperCount == 0)
  }
}
