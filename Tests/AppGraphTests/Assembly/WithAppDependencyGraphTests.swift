import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor struct WithAppDependencyGraphTests {
  private let log = Log()

  /// Two services of the app and three of the account, in a chain.
  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) {
      service("a", Service(\.[part: "a"]) { Part(owner: "app") })
      service("b", Service(\.[part: "b"], from: \.[part: "a"]) { $0 })
      service("c", Service(\.[part: "c"], from: \.[part: "b"], \.member) { a, _ in a })
      service("d", Service(\.[part: "d"], from: \.[part: "c"]) { $0 })
      service("e", Service(\.[part: "e"], from: \.[part: "d"]) { $0 })
    }
  }

  private func service(_ name: String, _ service: Service<Part>) -> Service<Part> {
    service
      .onStart { _, _ async throws in
        log.write("+\(name)")
        if name == failing { throw Refusal(name) }
      }
      .onStop { _ async in log.write("-\(name)") }
  }

  private var failing: String? { Self.failing }
  @TaskLocal private static var failing: String?

  private let up = ["+a", "+b", "+c", "+d", "+e"]
  private let down = ["-e", "-d", "-c", "-b", "-a"]

  @Test func `An operation that returns is followed by the whole teardown`() async throws {
    let result = try await withAppDependencyGraph(graph, activating: .alice) { _ in
      log.write("operation")
      return 42
    }
    #expect(result == 42)
    #expect(log.lines == up + ["operation"] + down)
  }

  @Test func `An operation that throws is followed by the whole teardown`() async throws {
    await #expect(throws: Refusal("operation")) {
      try await withAppDependencyGraph(graph, activating: .alice) { _ in
        throw Refusal("operation")
      }
    }
    #expect(log.lines == up + down)
  }

  @Test func `A cancelled operation is followed by the whole teardown`() async throws {
    let clock = VirtualClock()
    let graph = graph
    let (entered, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await withAppDependencyGraph(
        graph,
        activating: .alice,
        options: GraphOptions(clock: clock)
      ) { _ in
        continuation.finish()
        try await clock.sleep(for: .seconds(1_000))
      }
    }
    for await _ in entered {}
    #expect(log.lines == up)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == up + down)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A caller that is cancelled already starts no account, and stops the app`()
    async throws
  {
    let graph = graph
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await withAppDependencyGraph(graph, activating: .alice) { _ in log.write("operation") }
    }
    let error = await #expect(throws: ActivationError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(log.lines == ["+a", "+b", "-b", "-a"])
  }

  @Test(arguments: ["a", "b", "c", "d", "e"]) func `What had started before a failure is stopped`(
    name: String
  ) async throws {
    let error = await #expect(throws: ActivationError.self) {
      try await Self.$failing.withValue(name) {
        try await withAppDependencyGraph(graph, activating: .alice) { _ in
          Issue.record("The operation must not run")
        }
      }
    }
    let count = up.firstIndex(of: "+\(name)") ?? 0
    #expect(log.lines == Array(up.prefix(count + 1)) + Array(down.suffix(count)))
    #expect(error?.reason == .startFailed)
    #expect(error?.causes.map(\.key) == ["PartKey[\(name)]"])
    #expect(error?.causes.first?.underlying as? Refusal == Refusal(name))
  }

  @Test func `An invalid graph is refused before anything is made`() async {
    let invalid = DependencyGraph(rewiredBy: \.member) {
      graph
      part("loop", from: ["loop"], line: 1)
    }
    let error = await #expect(throws: PlanError.self) {
      try await withAppDependencyGraph(invalid, activating: .alice) { _ in }
    }
    #expect(error?.problems.map(\.id) == [.cycle])
    #expect(log.lines.isEmpty)
  }

  @Test func `A graph closed by its operation is closed once`() async throws {
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      await app.close()
      await app.close()
      let error = await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
      #expect(error?.reason == .closed)
    }
    #expect(log.lines == up + down)
  }

  @Test func `A graph closed in the middle of a switch stops what had started, once`() async throws
  {
    let clock = VirtualClock()
    let slow = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "slow"], from: \.member) { Part(owner: $0.id) }
        .onStart { part, _ in
          log.write("starting \(part.owner)")
          try await clock.sleep(for: .seconds(1))
          log.write("started \(part.owner)")
        }
        .onStop { log.write("stopped \($0.owner)") }
      Service(\.[part: "app"]) { Part(owner: "app") }.onStop { log.write("stopped \($0.owner)") }
    }
    let app = try await AppDependencyGraph(slow, options: GraphOptions(clock: clock))
    let first = app.request(.alice)
    await clock.advance(by: .seconds(1))
    #expect(try await first.value == .activated)
    let second = app.request(.bob)
    await clock.advance(by: .milliseconds(500))
    #expect(app.phase == .starting)
    let closing = [Task { await app.close() }, Task { await app.close() }]
    await clock.runUntilIdle()
    for task in closing { await task.value }
    let error = await #expect(throws: ActivationError.self) { try await second.value }
    #expect(error?.reason == .closed)
    #expect(
      log.lines
        == ["starting alice", "started alice", "stopped alice", "starting bob", "stopped app"]
    )
    #expect(app.phase == .idle)
    #expect(app.active == nil)
    #expect(clock.sleeperCount == 0)
  }
}
