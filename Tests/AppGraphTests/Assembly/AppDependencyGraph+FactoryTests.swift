import AppGraph
import AppGraphTesting
import Testing

/// What an object that a factory makes captures by itself.
private struct Captured: Sendable {
  @AppEnvironment(\.member) var member
  @AppEnvironment(\.[part: "client"]) var client
}

private enum CapturedKey: AppEnvironmentKey {
  static let defaultValue: Captured? = nil
}

extension AppEnvironmentValues {
  fileprivate var captured: Captured? {
    get { self[CapturedKey.self] }
    set { self[CapturedKey.self] = newValue }
  }
}

@Suite @MainActor struct AppDependencyGraphFactoryTests {
  private let log = Log()
  private let box = GraphBox()
  private let clock = VirtualClock()

  /// A graph whose second service cannot be made for some accounts, and whose first takes a second.
  private func graph(refusing refused: Set<String> = []) -> DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) { [log, clock] in
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStart { part, _ in
          log.write("starting \(part.owner)")
          try await clock.sleep(for: .seconds(1))
          log.write("started \(part.owner)")
        }
        .onStop { log.write("stopped \($0.owner)") }
      Service(
        \.[part: "feed"],
        from: \.[part: "client"],
        fileID: "App/Graph.swift",
        line: 7
      ) { client in
        if refused.contains(client.owner) { throw Refusal(client.owner) }
        return client
      }
    }
  }

  private func run(_ graph: DependencyGraph<Member>) async throws -> AppDependencyGraph<Member> {
    let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
    box.app = app
    return app
  }

  @Test func `A factory of the app that throws ends the assembling`() async {
    let graph = DependencyGraph { [log] in
      Service(\.[count: 1]) { 1 }
        .onStart { _, _ in log.write("start") }
        .onStop { _ in log.write("stop") }
      Service(\.[count: 2], from: \.[count: 1]) { _ in throw Refusal("two") }
    }
    let error = await #expect(throws: ActivationError.self) { try await AppDependencyGraph(graph) }
    #expect(error?.reason == .factoryFailed)
    #expect(error?.causes.map(\.key) == ["CountKey[2]"])
    // All factories run before the first start.
    #expect(log.lines.isEmpty)
  }

  @Test func `A factory that throws leaves the active account untouched`() async throws {
    let app = try await run(graph(refusing: ["bob"]))
    let first = app.request(.alice)
    await clock.advance(by: .seconds(1))
    #expect(try await first.value == .activated)
    let (lease, client, lines) = (app.lease, app.environment[part: "client"], log.take())
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
    #expect(error?.reason == .factoryFailed)
    #expect(
      error?.description
        == "Account 'bob' did not become active: a service could not be made: The factory of "
        + "'PartKey[feed]' threw: Refusal(name: \"bob\") (registered at App/Graph.swift:7). "
        + "'alice' is still active."
    )
    #expect(lines == ["starting alice", "started alice"])
    #expect(log.lines.isEmpty)
    #expect(lease.isLive)
    #expect(app.status.generation == 1)
    #expect(app.environment[part: "client"] === client)
    await app.close()
  }

  @Test func `A factory that throws leaves a request in flight untouched`() async throws {
    let app = try await run(graph(refusing: ["bob"]))
    let first = app.request(.alice)
    await clock.advance(by: .milliseconds(500))
    #expect(app.phase == .starting)
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
    #expect(error?.reason == .factoryFailed)
    #expect(app.status.target == "alice")
    #expect(app.environment[part: "client"].owner == "alice")
    await clock.advance(by: .milliseconds(500))
    #expect(try await first.value == .activated)
    #expect(log.lines == ["starting alice", "started alice"])
    #expect(app.status.generation == 1)
    await app.close()
  }

  @Test func `A factory that throws leaves a way back untouched`() async throws {
    let app = try await run(graph(refusing: ["carol"]))
    let first = app.request(.alice)
    await clock.advance(by: .seconds(1))
    _ = try await first.value
    let second = app.request(.bob)
    await clock.advance(by: .milliseconds(500))
    second.cancel()
    await clock.runUntilIdle()
    #expect(app.status.target == "alice")
    let third = await #expect(throws: ActivationError.self) { try await app.activate(.carol) }
    #expect(third?.reason == .factoryFailed)
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: ActivationError.self) { try await second.value }
    #expect(error?.reason == .cancelled)
    #expect(app.active == "alice")
    await app.close()
  }

  @Test func `A factory that asks for another account is answered after its turn`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) { [box, log] in
      Service(\.[part: "client"], from: \.member) { member in
        log.write("make \(member.id)")
        if member.id == "alice" { box.app?.request(.bob) }
        return Part(owner: member.id)
      }
      .onStart { part, _ in log.write("start \(part.owner)") }
      .onStop { log.write("stop \($0.owner)") }
    }
    let app = try await run(graph)
    _ = try? await app.activate(.alice)
    await app.settled()
    #expect(app.active == "bob")
    #expect(app.environment[part: "client"].owner == "bob")
    #expect(log.lines.filter { $0.hasPrefix("start") }.last == "start bob")
    let starts = log.lines.count { $0.hasPrefix("start") }
    await app.close()
    #expect(log.lines.count { $0.hasPrefix("stop") } == starts)
  }

  @Test func `A factory reads the graph as it stands, through the graph itself`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) { [box, log] in
      Service(\.[part: "app"]) { Part(owner: AppEnvironmentValues.current[part: "client"].owner) }
      Service(\.[part: "client"], from: \.member) { member in
        let present = box.app?.environment
        log.write("\(member.id) sees \(present?.member.id ?? "-")")
        return Part(owner: member.id)
      }
    }
    let app = try await run(graph)
    #expect(app.environment[part: "app"].owner == "the default")
    try await app.activate(.alice)
    try await app.activate(.bob)
    #expect(log.lines == ["alice sees guest of the default", "bob sees alice"])
    await app.close()
  }
}
