import AppGraph
import AppGraphTesting
import Testing

/// What `@AppEnvironment` captures where an object of this type is made.
private struct Model: Sendable {
  @AppEnvironment(\.[part: "app"]) var app
  @AppEnvironment(\.[part: "client"]) var client
  @AppEnvironment(\.[count: 8]) var count
}

@Suite @MainActor struct AppDependencyGraphReadingTests {
  private let log = Log()
  private let box = GraphBox()

  /// Who owns each of the keys, as one snapshot has it.
  private func owners(_ values: AppEnvironmentValues) -> String {
    let parts = ["app", "client", "loaded", "gated", "nobody"].map { values[part: $0].owner }
    return ([values.member.id] + parts).joined(separator: " ")
  }

  private func note(_ step: String) {
    let explicit = box.app.map { owners($0.environment) }
    let ambient = owners(.current)
    log.write(explicit == nil || explicit == ambient ? "\(step): \(ambient)" : "\(step) differs")
  }

  /// A graph of which every step reads every key.
  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "app"]) { Part(owner: "app") }
        .onStart { _, _ in note("app starts") }
        .onStop { _ in note("app stops") }
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStart { _, _ async in note("client starts") }
        .onStop { _ async in note("client stops") }
      Service(
        \.[part: "loaded"],
        from: \.[part: "client"],
        loading: {
          note("loading")
          return Part(owner: $0.owner)
        }
      )
      Service(\.[part: "gated"], from: \.member) { Part(owner: $0.id) }
        .requiresAuthentication()
    }
  }

  private let nothing = "the default"
  private let out =
    "guest of the default the default the default the default the default the default"

  @Test func `Every key is read before, during and after assembling`() async throws {
    #expect(owners(.current) == out)
    let app = try await AppDependencyGraph(graph)
    box.app = app
    #expect(log.take() == ["app starts: guest of the default app" + out.dropFirst(32)])
  }

  @Test func `A switch shows each step one generation, explicitly and ambiently`() async throws {
    let none = "guest of the default app the default the default the default the default"
    let app = try await AppDependencyGraph(graph)
    box.app = app
    log.write(owners(app.environment))
    try await app.activate(.alice)
    #expect(
      log.take().dropFirst() == [
        none, "client starts: alice app alice the default alice the default",
        "loading: alice app alice the default alice the default",
      ]
    )
    #expect(owners(app.environment) == "alice app alice alice alice the default")
    let kept = app.environment
    try await app.activate(.guest)
    #expect(
      log.take() == [
        "client stops: guest app guest the default the default the default",
        "client starts: guest app guest the default the default the default",
        "loading: guest app guest the default the default the default",
      ]
    )
    #expect(owners(kept) == "alice app alice alice alice the default")
    #expect(owners(app.environment) == "guest app guest guest the default the default")
    await app.close()
    #expect(log.take() == ["client stops: \(none)", "app stops: \(out)"])
    #expect(owners(app.environment) == out)
  }

  @Test func `An object made in the operation sees the graph, and overrides above it`() async throws
  {
    let fake = Part(owner: "fake")
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      #expect(Model().client === app.environment[part: "client"])
      let nested = Task { Model().client }
      #expect(await nested.value === app.environment[part: "client"])
      #expect(await Task.detached { Model().client.owner }.value == nothing)
      withAppEnvironment {
        $0[part: "client"] = fake
      } operation: {
        let model = Model()
        #expect(model.client === fake)
        #expect(model.app === app.environment[part: "app"])
        #expect(model.count == CountKey.defaultValue)
      }
      try await withAppEnvironment {
        $0[part: "client"] = fake
      } operation: {
        try await app.activate(.bob)
        #expect(Model().client === fake)
        #expect(AppEnvironmentValues.current.member.id == "bob")
      }
      #expect(Model().client.owner == "bob")
    }
    #expect(Model().client.owner == nothing)
  }

  @Test func `A whole snapshot as override fixes every value`() async throws {
    let other = try await AppDependencyGraph(graph)
    try await other.activate(.carol)
    let snapshot = other.environment
    await other.close()
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      try await withAppEnvironment {
        $0 = snapshot
        $0[count: 8] = 8
      } operation: {
        #expect(Model().client.owner == "carol")
        #expect(Model().count == 8)
        try await app.activate(.bob)
        #expect(Model().client.owner == "carol")
        withAppEnvironment {
          $0 = AppEnvironmentValues()
        } operation: {
          #expect(Model().client.owner == nothing)
          #expect(Model().count == CountKey.defaultValue)
        }
      }
      #expect(Model().client.owner == "bob")
    }
  }

  @Test func `What a caller overrides does not reach into later switches`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
        .onStop { log.write("\($0.owner) \(AppEnvironmentValues.current[count: 3])") }
    }
    let app = try await AppDependencyGraph(graph)
    try await withAppEnvironment {
      $0[count: 3] = 33
    } operation: {
      try await app.activate(.alice)
      try await app.activate(.bob)
    }
    await app.close()
    #expect(log.lines == ["alice 33", "bob -1"])
  }

  @Test func `A graph inside of another graph is the one that is read`() async throws {
    try await withAppDependencyGraph(graph, activating: .alice) { outer in
      try await withAppDependencyGraph(graph, activating: .bob) { _ in
        #expect(Model().client.owner == "bob")
        try await outer.activate(.carol)
        #expect(Model().client.owner == "bob")
      }
      #expect(Model().client.owner == "carol")
    }
  }

  @Test func `A graph without an account runs, and knows no account`() async throws {
    let graph = DependencyGraph {
      Service(\.[part: "app"]) { Part(owner: "app") }
        .onStart { _, _ in log.write("start app") }
        .onStop { _ in log.write("stop app") }
      Service(\.[part: "client"], from: \.[part: "app"]) { Part(owner: $0.owner) }
        .onStart { _, _ async in log.write("start client") }
        .onStop { _ async in log.write("stop client") }
      LifecycleTask(id: { _ in 0 }, from: \.[part: "client"]) { _, lease, client in
        log.write("task of \(client.owner), live: \(lease.isLive)")
      }
    }
    let clock = VirtualClock()
    let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
    await clock.runUntilIdle()
    #expect(app.accounts.list.isEmpty)
    #expect(app.active == nil)
    #expect(app.status.generation == 0)
    #expect(app.environment[part: "client"].owner == "app")
    await app.close()
    #expect(
      log.lines
        == ["start app", "start client", "task of app, live: true", "stop client", "stop app"]
    )
  }
}
