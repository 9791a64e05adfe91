import AppGraph
import AppGraphTesting
import Observation
import Testing

private struct Captured: Sendable {
  @AppEnvironment(\.member) var member
  @AppEnvironment(\.[part: "client"]) var client
}

private enum CapturedKey: AppEnvironmentKey {
  static let defaultValue: Captured? = nil
}

private protocol Store: Sendable {}

@Observable private final class ObservableStore: Store, @unchecked Sendable {
  var text = ""
}

private struct NoStore: Store {}

private enum StoreKey: AppEnvironmentKey {
  static let defaultValue: any Store = NoStore()
}

private final class Screen {}

extension AppEnvironmentValues {
  fileprivate var captured: Captured? {
    get { self[CapturedKey.self] }
    set { self[CapturedKey.self] = newValue }
  }
  fileprivate var store: any Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

@Suite @MainActor struct AppDependencyGraphTurnTests {
  private let log = Log()
  private let box = GraphBox()
  private let clock = VirtualClock()

  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
    }
  }

  @Test func `An object made in a factory never captures the account that is left`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
      Service(\.captured, from: \.[part: "client"]) { _ in Captured() }
    }
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      try await app.activate(.bob)
      #expect(app.environment.captured?.member.id != "alice")
      #expect(app.environment.captured?.client.owner != "alice")
    }
  }

  @Test func `The sequence of changes ends with the newest, also if an observer asks`() async throws
  {
    let app = try await AppDependencyGraph(graph)
    box.app = app
    var changes = app.changes.makeAsyncIterator()
    withObservationTracking {
      _ = app.status
    } onChange: {
      MainActor.assumeIsolated { _ = box.app?.request(.bob) }
    }
    _ = try await app.activate(.alice)
    await app.settled()
    #expect(app.active == "bob")
    let newest = await changes.next()
    #expect(newest?.active == "bob")
    await app.close()
  }

  @Test func `A request that an observer makes of a request is the newer one`() async throws {
    let asked = Lock(false)
    let options = GraphOptions(observer: { [box] event in
      guard case .requested = event.kind, asked.withLock({ !$0 }) else { return }
      asked.withLock { $0 = true }
      box.app?.request(.bob)
    })
    let app = try await AppDependencyGraph(graph, options: options)
    box.app = app
    _ = try await app.activate(.alice)
    await app.settled()
    #expect(app.active == "bob")
    await app.close()
  }

  @Test func `A caller in flight gets closed when a start closes the graph`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStart { _, lease async in
          await box.app?.close()
          log.write("live: \(lease.isLive)")
        }
    }
    let app = try await AppDependencyGraph(graph)
    box.app = app
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.alice) }
    #expect(error?.reason == .closed)
    #expect(log.lines == ["live: false"])
    await app.close()
  }

  @Test func `A handle to a part of an account value is stale after a switch`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    let handle = app.handle(\.member.nickname)
    try await app.activate(.bob)
    #expect(throws: HandleError.self) { try handle() }
    await app.close()
  }

  @Test func `An observable behind a protocol is found when it is made`() async throws {
    let graph = DependencyGraph { Service(\.store) { ObservableStore() } }
    await #expect(throws: (any Error).self) { try await AppDependencyGraph(graph) }
  }

  @Test func `A closed graph cannot be installed`() async throws {
    await #expect(processExitsWith: .success) { try await installClosed() }
  }

  @Test func `A gated task or pointing in a graph without account is a problem`() async throws {
    let task = DependencyGraph {
      LifecycleTask(id: { _ in 0 }) { _, _ in }.requiresAuthentication()
    }
    #expect(problems(of: task) != [])
    let pointing = DependencyGraph {
      Service(\.[count: 1]) { 1 }.requiresAuthentication()
        .rewired(by: \.[count: 2], apply: { _, _, _ in }, release: { _ in })
    }
    #expect(problems(of: pointing) != [])
  }

  @Test func `A fill from a rewired service runs after it points at the account`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "push"]) { Part(owner: "app") }
        .rewired(
          by: \.member,
          apply: { _, _, member in
            try await clock.sleep(for: .seconds(1))
            log.write("apply \(member.id)")
          },
          release: { _ in }
        )
      SharedState(Screen.self) { Screen() }.keptAcrossAccounts()
        .filled(from: \.[part: "push"]) { _, _, _ in log.write("fill") }
    }
    let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
    let task = app.request(.alice)
    await clock.advance(by: .seconds(2))
    _ = try await task.value
    #expect(log.lines == ["apply alice", "fill"])
    await app.close()
  }

  @Test func `A whole snapshot can be the override`() async throws {
    let first = try await AppDependencyGraph(graph)
    try await first.activate(.alice)
    let second = try await AppDependencyGraph(graph)
    try await second.activate(.bob)
    let snapshot = second.environment
    withAppEnvironment {
      $0 = snapshot
    } operation: {
      #expect(AppEnvironmentValues.current.member.id == "bob")
    }
    await first.close()
    await second.close()
  }

  @Test func `A request right after close was called is closed`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    let closing = Task { @MainActor in await app.close() }
    await Task.yield()
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
    #expect(error?.reason == .closed)
    await closing.value
  }

  @Test func `A write of the default as override hides the graph`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    var copy = app.environment
    copy[part: "client"] = PartKey.defaultValue
    #expect(copy[part: "client"] === PartKey.defaultValue)
    #expect(copy.member.id == "alice")
    await app.close()
  }

  @Test func `Overrides of the caller do not reach what the graph goes on to do`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStop { _ in log.write(AppEnvironmentValues.current[count: 3].description) }
    }
    let app = try await AppDependencyGraph(graph)
    try await withAppEnvironment {
      $0[count: 3] = 33
    } operation: {
      try await app.activate(.alice)
      _ = app.request(.bob)
    }
    await app.settled()
    await app.close()
    #expect(log.lines == ["33", "-1"])
  }

  @Test func `A throwing loading in a switch rolls back`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(
        \.[part: "client"],
        from: \.member,
        loading: {
          if $0.id == "bob" { throw Refusal("bob") }
          return Part(owner: $0.id)
        }
      )
    }
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
    #expect(error?.reason == .startFailed)
    #expect(app.active == "alice")
    #expect(app.status.generation == 3)
    #expect(app.environment[part: "client"].owner == "alice")
    await app.close()
  }
}

@MainActor private func installClosed() async throws {
  let graph = DependencyGraph { Service(\.[count: 8]) { 8 } }
  let first = try await AppDependencyGraph(graph)
  await first.close()
  try? first.install()
  let second = try await AppDependencyGraph(graph)
  try second.install()
  #expect(AppEnvironmentValues.current[count: 8] == 8)
}

extension Member {
  fileprivate var nickname: String {
    get { id }
    set { _ = newValue }
  }
}
