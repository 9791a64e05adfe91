import AppGraph
import Testing

@Suite @MainActor struct DependencyGraphOverridingTests {
  private let log = Log()

  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) { [log] in
      Service(\.[part: "client"], from: \.member) {
        log.write("make client")
        return Part(owner: $0.id)
      }
      .requiresAuthentication()
      .onStart { _, _ in log.write("start client") }
      .onStop { _ in log.write("stop client") }
      Service(\.[part: "push"]) { Part(owner: "the app") }
        .requiresAuthentication()
        .rewired(
          by: \.[part: "client"],
          apply: { _, _, client in log.write("apply \(client.owner)") },
          release: { _ in log.write("release") }
        )
      Service(\.[part: "user"], from: \.[part: "client"]) { Part(owner: $0.owner) }
        .onStart { part, _ in log.write("start user of \(part.owner)") }
    }
  }

  @Test func `Marks that have no effect are notes of the plan`() throws {
    let feature = DependencyGraph {
      Service(\.[part: "a"]) { Part(owner: "a") }.overlapping()
    }
    .replacing(\.[part: "b"])
    let notes = try feature.plan().notes
    #expect(notes.map(\.kind) == [.replacement, .withoutEffect])
    #expect(
      notes.map(\.message) == [
        "a graph is told to replace 'PartKey[b]', which it does not register",
        "overlapping() has no effect on 'PartKey[a]': only services of the account that are loaded can "
          + "be loaded ahead",
      ]
    )
  }

  @Test func `An override stands in, without factory, start and stop`() async throws {
    let fake = Part(owner: "fake")
    let overridden = graph.overriding(\.[part: "client"], with: fake)
    try await withAppDependencyGraph(overridden, activating: .alice) { app in
      #expect(app.environment[part: "client"] === fake)
      #expect(app.plan.explanations.map(\.lifetime) == [.account, .app, .account])
    }
    #expect(log.lines == ["start user of fake", "apply fake", "release"])
  }

  @Test func `The last override of a key wins, and the graph it was made of stays`() async throws {
    let original = graph
    let overridden = original.overriding(\.[part: "client"], with: Part(owner: "first"))
      .overriding(\.[part: "client"], with: Part(owner: "second"))
    try await withAppDependencyGraph(overridden, activating: .alice) { app in
      #expect(app.environment[part: "user"].owner == "second")
    }
    try await withAppDependencyGraph(original, activating: .alice) { app in
      #expect(app.environment[part: "user"].owner == "alice")
    }
  }

  @Test func `A key that nobody registers becomes an app service`() async throws {
    let overridden = graph.overriding(\.[count: 5], with: 55)
    #expect(try overridden.plan().explanations.last?.key == "CountKey[5]")
    #expect(try overridden.plan().explanation(of: \.[count: 5]).lifetime == .app)
    try await withAppDependencyGraph(overridden, activating: .guest) { app in
      #expect(app.environment[count: 5] == 55)
    }
  }

  @Test func `A rewired service that is gated can be overridden`() async throws {
    let fake = Part(owner: "fake")
    let overridden = graph.overriding(\.[part: "push"], with: fake)
    #expect(problems(of: overridden) == [])
    try await withAppDependencyGraph(overridden, activating: .alice) { app in
      #expect(app.environment[part: "push"] === fake)
    }
    #expect(!log.lines.contains { $0.hasPrefix("apply") || $0.hasPrefix("release") })
  }

  @Test func `A loading service can be overridden`() async throws {
    let loading = DependencyGraph(rewiredBy: \.member) { [log] in
      Service(
        \.[count: 1],
        from: \.member,
        loading: { _ in
          log.write("load")
          return 1
        }
      )
    }
    let overridden = loading.overriding(\.[count: 1], with: 2)
    try await withAppDependencyGraph(overridden, activating: .alice) { app in
      #expect(app.environment[count: 1] == 2)
    }
    #expect(log.lines.isEmpty)
  }

  @Test func `The account key cannot be overridden, and says where that was tried`() {
    let first = #line + 1
    let found = problems(of: graph.overriding(\.member, with: .bob))
    #expect(found.map(\.id) == [.accountKeyRegistered])
    #expect(found.flatMap(\.places).map(\.line) == [first])
  }

  @Test(arguments: [true, false]) func `A registration that replaces wins, wherever it stands`(
    isFirst: Bool
  ) async throws {
    let replacing = Service(\.[count: 1], fileID: "App/New.swift", line: 2) { 2 }.replacing()
    let graph = DependencyGraph {
      if isFirst { replacing }
      Service(\.[count: 1], fileID: "App/Old.swift", line: 1) { 1 }
      if !isFirst { replacing }
    }
    let note = try #require(try graph.plan().notes.first)
    #expect(note.kind == .replacement)
    #expect(note.message == "'CountKey[1]' registered at App/New.swift:2 replaces another")
    #expect(Set(note.places.map(\.fileID)) == ["App/New.swift", "App/Old.swift"])
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment[count: 1] == 2)
    }
  }

  @Test func `A graph takes the place of another's registrations on purpose`() async throws {
    let old = DependencyGraph { Service(\.[count: 1]) { 1 } }
    let new = DependencyGraph {
      Service(\.[count: 1], fileID: "App/New.swift", line: 2) { 2 }
      Service(\.[count: 2], from: \.[count: 1]) { $0 * 10 }
    }
    let graph = DependencyGraph {
      old
      new.replacing(\.[count: 1])
      old
    }
    #expect(
      try graph.plan().notes.map(\.message)
        == ["'CountKey[1]' registered at App/New.swift:2 replaces 2 others"]
    )
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment[count: 2] == 20)
    }
    #expect(
      try new.replacing(\.[count: 1]).plan().notes.map(\.message)
        == ["'CountKey[1]' is marked as replacing, but there is no other registration of it"]
    )
  }
}
