import AppGraph
import AppGraphTesting
import Testing

/// What an app can tell a stream, and what it is told.
@Suite @MainActor
struct StreamSupervisorTests {
  private let bench = StreamBench()

  private func stream() async throws -> (
    AppDependencyGraph<ProbeAccount>, StreamSupervisor<String, String>
  ) {
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    return (app, app.environment.stream)
  }

  @Test func `A connection that the server closes is opened again after a wait`() async throws {
    let (_, stream) = try await stream()
    bench.connections[0].drop()
    await bench.advance(to: 9_999)
    #expect(stream.state == .waiting(.seconds(10)))
    await bench.advance(to: 10_000)
    #expect(bench.attempts == ["0 alice", "10000 alice"])
    #expect(bench.connections[0].closeCount == 1)
  }

  @Test func `A foreground event cuts a wait short, and duplicates do nothing`() async throws {
    bench.answers = [.fails]
    let (_, stream) = try await stream()
    await bench.advance(to: 3_000)
    for _ in 1...3 { stream.resume() }
    await bench.advance(to: 60_000)
    #expect(bench.attempts == ["0 alice", "3000 alice"])
    #expect(bench.probe.clock.sleeperCount == 0)
  }

  @Test func `A suspended stream is closed and tries nothing until it is resumed`() async throws {
    let (_, stream) = try await stream()
    stream.suspend()
    stream.suspend()
    await bench.advance(to: 60_000)
    #expect(bench.connections[0].closeCount == 1)
    stream.resume()
    await bench.advance(to: 120_000)
    #expect(bench.attempts == ["0 alice", "60000 alice"])
    #expect(
      bench.states == [
        "0 connecting alice", "0 connected alice", "0 suspended alice", "60000 connecting alice",
        "60000 connected alice",
      ]
    )
  }

  @Test func `A foreground event does not undo a refusal`() async throws {
    bench.answers = [.refuses]
    let (_, stream) = try await stream()
    stream.resume()
    stream.suspend()
    stream.resume()
    await bench.advance(to: 60_000)
    #expect(bench.attempts == ["0 alice"])
    #expect(bench.refusals == ["0 alice"])
  }

  @Test func `An open connection can be refused too`() async throws {
    let (_, stream) = try await stream()
    bench.connections[0].drop(CredentialRefusal("expired"))
    await bench.advance(to: 60_000)
    #expect(stream.state == .refused(CredentialRefusal("expired")))
    #expect(bench.refusals == ["0 alice"])
    bench.answers = [.refuses]
    stream.credentialDidChange()
    await bench.advance(to: 120_000)
    // The new credential was refused as well, and that is told once too.
    #expect(bench.attempts == ["0 alice", "60000 alice"])
    #expect(bench.refusals == ["0 alice", "60000 alice"])
  }

  @Test func `A refusal of a credential that has been replaced is not told`() async throws {
    let (_, stream) = try await stream()
    stream.credentialDidChange()
    await bench.advance(to: 1_000)
    #expect(bench.attempts.count == 1)
    bench.connections[0].drop(CredentialRefusal())
    await bench.advance(to: 2_000)
    #expect(bench.attempts == ["0 alice", "1000 alice"])
    #expect(bench.refusals.isEmpty)
  }

  @Test func `Channels are changed once a turn through the connection`() async throws {
    bench.canUpdate = true
    let (_, stream) = try await stream()
    stream.channels.insert("a")
    stream.channels.insert("b")
    stream.channels.remove("home")
    await bench.advance(to: 1)
    #expect(bench.connections[0].updates == [["a", "b"]])
    stream.channels = ["b", "a"]
    await bench.advance(to: 2)
    #expect(bench.connections[0].updates.count == 1)
    #expect(bench.channels == [["home"]])
  }

  @Test func `Channels that change during an update are sent after it`() async throws {
    bench.canUpdate = true
    let (_, stream) = try await stream()
    let connection = bench.connections[0]
    connection.holdsUpdates = true
    for channel in ["a", "b", "c"] {
      stream.channels = [channel]
      await bench.advance(to: 1)
    }
    #expect(connection.updates == [["a"]])
    connection.heldUpdates[0].resume()
    await bench.advance(to: 2)
    #expect(connection.updates == [["a"], ["c"]])
    connection.heldUpdates[1].resume()
    await bench.advance(to: 3)
    #expect(connection.updates.count == 2)
    #expect(stream.state == .connected)
  }

  @Test func `Channels are changed by another connection if there is no other way`() async throws {
    let (_, stream) = try await stream()
    await bench.advance(to: 5)
    stream.channels = ["a"]
    stream.channels = ["b"]
    await bench.advance(to: 10)
    stream.channels = ["c"]
    stream.channels = ["b"]
    await bench.advance(to: 20)
    #expect(bench.attempts == ["0 alice", "5 alice"])
    #expect(bench.channels == [["home"], ["b"]])
    #expect(bench.connections.map(\.closeCount) == [1, 0])
  }

  @Test func `An update that fails is a lost connection`() async throws {
    bench.canUpdate = true
    let (_, stream) = try await stream()
    bench.connections[0].updateError = ProbeFailure()
    stream.channels = ["a"]
    await bench.advance(to: 10_000)
    #expect(bench.attempts == ["0 alice", "10000 alice"])
    #expect(bench.channels.last == ["a"])
    #expect(bench.connections[0].closeCount == 1)
  }

  @Test func `A closure of the app may call back and switch accounts`() async throws {
    bench.answers = [.refuses]
    var calls = 0
    let app = try await bench.run(bench.plainGraph())
    await bench.probe.clock.runUntilIdle()
    app.request(.alice)
    let stream = app.environment.stream
    stream.onRefusal { _, lease in
      calls += 1
      stream.credentialDidChange()
      app.request(.bob)
      #expect(!lease.isLive)
    }
    await bench.advance(to: 60_000)
    #expect(calls == 1)
    #expect(bench.attempts == ["0 alice", "0 bob"])
    #expect(stream.state == .stopped)
  }

  @Test func `A stopped stream can be started again, and a stale lease starts nothing`()
    async throws
  {
    let supervisor = bench.supervisor(for: "app")
    var stale: Lease?
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.stream) { supervisor }
        .rewired(by: \.probeAccount) { stream, lease, _ in
          if let stale { stream.start(under: stale) }
          stale = lease
          stream.start(under: lease)
        } release: {
          await $0.stop()
        }
    }
    let app = try await bench.run(graph, activating: .alice)
    app.request(.bob)
    await bench.advance(to: 60_000)
    #expect(bench.attempts == ["0 app", "0 app"])
    #expect(bench.connections.map(\.closeCount) == [1, 0])
    await app.close()
    #expect(supervisor.state == .stopped)
  }
}
