import AppGraph
import AppGraphTesting
import Testing

/// Transports that misbehave, and graphs that end a stream in every way.
@Suite @MainActor
struct StreamSupervisorFaultTests {
  private let bench = StreamBench()

  @Test func `A transport that never answers is given up by the stop`() async throws {
    bench.defaultAnswer = .hangs
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    await bench.advance(to: 600_000)
    #expect(app.environment.stream.state == .connecting)
    app.request(.bob)
    await bench.advance(to: 600_001)
    #expect(app.active == "bob")
    #expect(bench.attempts == ["0 alice", "600000 bob"])
    await app.close()
    #expect(bench.probe.clock.sleeperCount == 0)
  }

  @Test func `A connection that arrives after the switch is closed and says nothing`()
    async throws
  {
    bench.answers = [.ignoresCancellation]
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    app.request(.bob)
    await bench.advance(to: 100)
    #expect(app.active == "bob")
    bench.late[0].resume()
    await bench.advance(to: 200)
    bench.connections[1].send("late")
    await bench.advance(to: 600_000)
    #expect(bench.attempts == ["0 alice", "0 bob"])
    #expect(bench.connections.map(\.closeCount) == [0, 1])
    #expect(bench.events.isEmpty)
    #expect(app.leaks.isEmpty)
  }

  @Test func `A connection that arrives during a suspension is closed`() async throws {
    bench.answers = [.ignoresCancellation]
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    app.environment.stream.suspend()
    bench.late[0].resume()
    await bench.advance(to: 1)
    #expect(bench.connections.map(\.closeCount) == [1])
    #expect(app.environment.stream.state == .suspended)
  }

  @Test func `An attempt given up answers late while the next one is connected`() async throws {
    bench.answers = [.ignoresCancellation]
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    app.environment.stream.suspend()
    app.environment.stream.resume()
    await bench.advance(to: 1)
    bench.late[0].resume()
    await bench.advance(to: 2)
    #expect(bench.connections.map(\.closeCount) == [0, 1])
    #expect(app.environment.stream.state == .connected)
    #expect(bench.openCount == 1)
  }

  @Test func `A transport that fails at once is asked once a wait`() async throws {
    bench.defaultAnswer = .fails
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    await bench.advance(to: 600_000)
    // At 0, 10, 30, 70 s, and once a minute from then on.
    #expect(bench.attempts.count == 12)
    #expect(bench.attempts.prefix(6).last == "190000 alice")
    await app.close()
    #expect(bench.probe.clock.sleeperCount == 0)
  }

  @Test func `Events after the stop are refused`() async throws {
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    let stream = app.environment.stream
    bench.connections[0].send("one")
    await bench.advance(to: 1)
    // Sent in the turn of the stop, so that they are there to be read.
    bench.connections[0].send("two")
    await stream.stop()
    await bench.advance(to: 100)
    #expect(bench.events == ["0 one alice 1"])
    #expect(bench.connections[0].closeCount == 1)
    #expect(bench.states.last == "1 stopped alice")
  }

  @Test(arguments: [true, false])
  func `A transport that notices nothing delivers nothing after its stop or its lease`(
    isStopped: Bool
  ) async throws {
    let source = StubbornSource()
    var events: [String] = []
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.stream, from: \.probeAccount) { account in
        StreamSupervisor { _ in
          StreamConnection(StubbornEvents(source: source))
        } receive: { event, _ in
          events.append("\(event) \(account.id)")
        }
      }
      .requiresAuthentication()
      .onStart { $0.start(under: $1) }
    }
    let app = try await bench.run(graph, activating: .alice)
    source.send("one")
    await bench.advance(to: 1)
    if isStopped { await app.environment.stream.stop() } else { app.request(.guest) }
    await bench.advance(to: 2)
    #expect(source.isRead)
    source.send("two")
    await bench.advance(to: 3)
    #expect(events == ["one alice"])
    // The reading has ended with the first event that was refused.
    #expect(!source.isRead)
    #expect(app.leaks.isEmpty)
  }

  @Test func `An event under the lease of the account before is refused`() async throws {
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 100)
    bench.connections[0].send("one")
    await bench.advance(to: 101)
    bench.connections[0].send("two")
    app.request(.bob)
    bench.connections[0].send("three")
    await bench.advance(to: 200)
    bench.connections[1].send("four")
    await bench.advance(to: 300)
    #expect(bench.events == ["100 one alice 1", "200 four bob 2"])
  }

  @Test func `A stream without a stop goes with its generation`() async throws {
    let app = try await bench.run(bench.plainGraph(stops: false), activating: .alice)
    weak let stream = app.environment.stream
    #expect(stream != nil)
    app.request(.bob)
    await bench.advance(to: 1)
    #expect(stream == nil)
    #expect(app.leaks.isEmpty)
    #expect(bench.connections.map(\.closeCount) == [1, 0])
  }

  @Test func `A stream whose start is superseded is closed without a stop`() async throws {
    let app = try await bench.run(bench.standardGraph(), activating: .alice)
    await bench.advance(to: 35)
    #expect(bench.openCount == 1)
    app.request(.bob)
    await bench.advance(to: 1_000)
    #expect(bench.attempts == ["30 alice", "65 bob"])
    #expect(bench.connections.map(\.closeCount) == [1, 0])
    #expect(app.leaks.isEmpty)
  }

  @Test(arguments: [StreamBench.Answer.opens, .fails, .refuses, .hangs])
  func `A thousand quick switches leave nothing behind`(answer: StreamBench.Answer) async throws {
    bench.defaultAnswer = answer
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    for count in 1...1_000 {
      app.request(count.isMultiple(of: 2) ? .alice : .bob)
      await bench.probe.clock.runUntilIdle()
    }
    // A credential that was refused once is not tried again at each return.
    #expect(bench.attempts.count == (answer == .refuses ? 2 : 1_001))
    #expect(bench.openCount <= 1)
    #expect(bench.probe.clock.sleeperCount == (answer == .fails ? 1 : 0))
    #expect(app.leaks.isEmpty)
    await app.close()
    await bench.probe.clock.runUntilIdle()
    #expect(bench.probe.clock.sleeperCount == 0)
    #expect(bench.openCount == 0)
  }

  @Test func `A stop waits until the connections are closed`() async throws {
    bench.closeTakes = .milliseconds(7)
    let app = try await bench.run(bench.plainGraph(), activating: .alice)
    app.environment.stream.suspend()
    await bench.advance(to: 2)
    app.request(.bob)
    await bench.advance(to: 6)
    #expect(app.phase == .stopping)
    await bench.advance(to: 7)
    #expect(bench.attempts == ["0 alice", "7 bob"])
  }
}
