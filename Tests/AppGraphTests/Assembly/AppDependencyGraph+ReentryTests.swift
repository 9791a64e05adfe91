import AppGraph
import AppGraphTesting
import Testing

private final class Screen {
  var text = "blank"
}

// Requests that the graph's own code makes.
@Suite @MainActor struct AppDependencyGraphReentryTests {
  private let log = Log()
  private let box = GraphBox()
  private let clock = VirtualClock()

  /// The services whose code asks, and when.
  private func graph(
    onStart start: @escaping @MainActor (Part) async throws -> Void = { _ in },
    onStop stop: @escaping @MainActor (Part) async throws -> Void = { _ in }
  ) -> DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) { [log] in
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStart { part, _ async throws in
          log.write("start \(part.owner)")
          try await start(part)
        }
        .onStop { part async throws in
          log.write("stop \(part.owner)")
          try await stop(part)
        }
    }
  }

  private func run(
    _ graph: DependencyGraph<Member>,
    observer: (@MainActor @Sendable (GraphEvent) -> Void)? = nil
  ) async throws -> AppDependencyGraph<Member> {
    let options = GraphOptions(clock: clock, reporter: { _ in }, observer: observer)
    let app = try await AppDependencyGraph(graph, options: options)
    box.app = app
    return app
  }

  /// Awaits a request from code that a transition waits for, and writes what it is told.
  private func await(_ member: Member) async throws {
    do {
      _ = try await box.app?.activate(member)
      log.write("no error")
    } catch {
      log.write(error.reason.rawValue)
    }
  }

  @Test func `A start that awaits a request is refused, and the request stands`() async throws {
    let app = try await run(
      graph(onStart: { if $0.owner == "alice" { try await self.await(.bob) } })
    )
    let outcome = try await app.activate(.alice)
    #expect(outcome == .superseded(by: "bob"))
    await app.settled()
    #expect(app.active == "bob")
    await app.close()
    #expect(
      log.lines == ["start alice", "reentrant", "stop alice", "start bob", "stop bob"]
    )
  }

  @Test func `A start may ask without waiting`() async throws {
    let app = try await run(
      graph(onStart: { if $0.owner == "alice" { self.box.app?.request(.bob) } })
    )
    let outcome = try await app.activate(.alice)
    #expect(outcome == .superseded(by: "bob"))
    await app.settled()
    #expect(app.active == "bob")
    #expect(log.lines == ["start alice", "stop alice", "start bob"])
    await app.close()
  }

  @Test func `A stop that awaits a request is refused, and the request stands`() async throws {
    let app = try await run(
      graph(onStop: { if $0.owner == "alice" { try await self.await(.carol) } })
    )
    try await app.activate(.alice)
    let outcome = try await app.activate(.bob)
    #expect(outcome == .superseded(by: "carol"))
    await app.settled()
    #expect(app.active == "carol")
    await app.close()
    #expect(
      log.lines == ["start alice", "stop alice", "reentrant", "start carol", "stop carol"]
    )
  }

  @Test func `A stop of the last teardown asks in vain`() async throws {
    let app = try await run(graph(onStop: { _ in self.box.app?.request(.bob) }))
    try await app.activate(.alice)
    await app.close()
    #expect(app.active == nil)
    #expect(app.phase == .idle)
    #expect(log.lines == ["start alice", "stop alice"])
  }

  @Test func `A synchronous start and stop ask after their turn`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) { [box, log] in
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStart { part, _ in
          log.write("start \(part.owner)")
          if part.owner == "alice" { box.app?.request(.bob) }
        }
        .onStop { part in
          log.write("stop \(part.owner)")
          if part.owner == "alice" { box.app?.request(.carol) }
        }
    }
    let app = try await run(graph)
    _ = try await app.activate(.alice)
    await app.settled()
    #expect(app.active == "carol")
    #expect(log.lines.prefix(2) == ["start alice", "stop alice"])
    #expect(log.lines.last == "start carol")
    await app.close()
    #expect(log.lines.count { $0.hasPrefix("start") } == log.lines.count { $0.hasPrefix("stop") })
  }

  @Test func `A state that asks while it is reset is answered after the fence`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) { [box, log] in
      SharedState(Screen.self) { Screen() }
        .onAccountChange { _ in
          log.write("reset for \(box.app?.status.target ?? "-")")
          if box.app?.status.target == "bob" { box.app?.request(.carol) }
        }
        .madeAtAssembly()
    }
    let app = try await run(graph)
    try await app.activate(.alice)
    let outcome = try await app.activate(.bob)
    await app.settled()
    #expect(app.active == "carol")
    // Nothing has to be stopped or started here, so the fence ends with an active account.
    #expect(outcome == .activated || outcome == .superseded(by: "carol"))
    #expect(log.lines == ["reset for alice", "reset for bob", "reset for carol"])
    await app.close()
  }

  @Test(arguments: ["fence", "startBegan", "started", "activated"])
  func `An observer asks, and is answered after the turn`(step: String) async throws {
    let asked = Lock(false)
    let app = try await run(graph()) { [box] event in
      let name =
        switch event.kind {
        case .fence: "fence"
        case .activated: "activated"
        case .service(let service): service.step.rawValue
        default: ""
        }
      guard name == step, asked.withLock({ !$0 }) else { return }
      asked.withLock { $0 = true }
      box.app?.request(.bob)
    }
    let outcome = try await app.activate(.alice)
    await app.settled()
    #expect(app.active == "bob")
    #expect(step == "activated" || step == "started" || outcome == .superseded(by: "bob"))
    await app.close()
    #expect(log.lines.count { $0.hasPrefix("start") } == log.lines.count { $0.hasPrefix("stop") })
  }

  @Test func `A start may close the graph, and does not wait for it`() async throws {
    let app = try await run(graph(onStart: { _ in await self.box.app?.close() }))
    _ = try? await app.activate(.alice)
    await app.close()
    #expect(app.phase == .idle)
    #expect(log.lines == ["start alice", "stop alice"])
  }
}
