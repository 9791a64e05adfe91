import AppGraph
import Testing

private final class Screen {}

private enum StampKey: AppEnvironmentKey {
  static let made = Lock(0)
  static var defaultValue: Int {
    made.withLock { $0 += 1 }
    return 0
  }
}

@Suite @MainActor struct PlanTests {
  private func lifetimes(_ edges: [(part: String, from: [String])]) throws -> [String] {
    try partGraph(edges).plan().explanations.filter { $0.lifetime == .account }
      .map { String($0.key.dropFirst("PartKey[".count).dropLast()) }
  }

  @Test func `What depends on the account, however far away, has account lifetime`() throws {
    let diamond: [(part: String, from: [String])] = [
      (part: "bottom", from: ["left", "right"]), (part: "left", from: ["top"]),
      (part: "right", from: ["plain"]), (part: "top", from: ["member"]),
      (part: "plain", from: []), (part: "beside", from: ["plain"]),
    ]
    #expect(try lifetimes(diamond) == ["bottom", "left", "top"])
  }

  @Test func `A chain of a thousand is explained link by link`() throws {
    let names = (0..<1_000).map { "p\($0)" }
    var edges = names.indices.map { (part: names[$0], from: $0 > 0 ? [names[$0 - 1]] : ["member"]) }
    edges.shuffle()
    let plan = try partGraph(edges).plan()
    #expect(plan.explanations.allSatisfy { $0.lifetime == .account })
    let path = names.reversed().map { "PartKey[\($0)]" } + ["MemberKey"]
    #expect(plan.explanation(of: \.[part: "p999"]).path == path)
  }

  @Test func `What a service is rewired by does not change its lifetime`() throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      part("client", from: ["member"], line: 1)
      part("push", from: [], line: 2)
        .rewired(by: \.[part: "client"], \.member, apply: { _, _, _, _ in }, release: { _ in })
      part("badge", from: ["push"], line: 3)
    }
    let plan = try graph.plan()
    #expect(plan.explanations.map(\.lifetime) == [.account, .app, .app])
    #expect(plan.explanations.map(\.key) == ["PartKey[client]", "PartKey[push]", "PartKey[badge]"])
  }

  @Test func `Every explanation has its text to the letter`() throws {
    let plan = try partGraph([
      (part: "cache", from: []), (part: "client", from: ["member"]),
      (part: "feed", from: ["cache", "client"]), (part: "screen", from: ["feed", "cache"]),
    ]).plan()
    #expect(
      plan.explanation(of: \.[part: "cache"]).description
        == "'PartKey[cache]' has app lifetime: nothing it is made from depends on an account."
    )
    #expect(
      plan.explanation(of: \.[part: "screen"]).description
        == "'PartKey[screen]' has account lifetime: PartKey[screen] -> PartKey[feed] -> "
        + "PartKey[client] -> MemberKey."
    )
    #expect(
      plan.explanation(of: \.[count: 3]).description
        == "'CountKey[3]' is not registered: it yields its default instance for the life of the "
        + "process."
    )
    #expect(
      plan.explanation(of: \.member).description == "'MemberKey' has account lifetime: MemberKey."
    )
    #expect(plan.explanation(of: \.member).isRegistered)
    #expect(!plan.explanation(of: \.[count: 3]).isRegistered)
  }

  @Test func `The shortest way to the account explains`() throws {
    let plan = try partGraph([
      (part: "a", from: ["b", "d"]), (part: "b", from: ["c"]), (part: "c", from: ["e"]),
      (part: "d", from: ["e"]), (part: "e", from: ["member"]),
    ]).plan()
    #expect(
      plan.explanation(of: \.[part: "a"]).path
        == ["PartKey[a]", "PartKey[d]", "PartKey[e]", "MemberKey"]
    )
  }

  @Test func `Planning twice gives the same and changes nothing`() throws {
    let made = Log()
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "a"], from: \.member, \.[part: "nobody"]) { _, _ in
        made.write("a")
        return Part(owner: "")
      }
      Service(\.[part: "b"], from: \.[part: "a"]) { $0 }.requiresAuthentication()
      Service(\.[part: "c"], from: \.[part: "b"]) { $0 }
      SharedState(Screen.self) {
        made.write("screen")
        return Screen()
      }.keptAcrossAccounts()
    }
    let plans = [try graph.plan(), try graph.plan(), try graph.plan()]
    #expect(Set(plans.map { $0.explanations.map(\.key) }).count == 1)
    #expect(Set(plans.map { $0.explanations.map(\.lifetime) }).count == 1)
    #expect(Set(plans.map(\.notes)).count == 1)
    #expect(Set(plans.map { $0.explanation(of: \.[part: "c"]) }).count == 1)
    #expect(made.lines.isEmpty)
  }

  @Test func `Every note has its text to the letter`() throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      part("a", from: ["member"], line: 1).requiresAuthentication()
      part("b", from: ["a", "nobody"], line: 2)
      part("c", from: ["b"], line: 3)
      LifecycleTask(
        id: { _ in 0 },
        from: \.[count: 1],
        fileID: "App/Graph.swift",
        line: 4
      ) { _, _, _ in }
    }
    #expect(
      try graph.plan().notes.map(\.description) == [
        "[unregisteredKey] the service 'PartKey[b]' needs 'PartKey[nobody]', which nobody registers: "
          + "it gets the default instance (App/Graph.swift:2)",
        "[unregisteredKey] a lifecycle task needs 'CountKey[1]', which nobody registers: it gets the "
          + "default instance (App/Graph.swift:4)",
        "[gatedByDependency] 'PartKey[b]' is skipped for anonymous accounts because of 'PartKey[a]' "
          + "(App/Graph.swift:2, App/Graph.swift:1)",
        "[gatedByDependency] 'PartKey[c]' is skipped for anonymous accounts because of 'PartKey[b]' "
          + "-> 'PartKey[a]' (App/Graph.swift:3, App/Graph.swift:2, App/Graph.swift:1)",
      ]
    )
  }

  @Test func `A strict plan refuses what a plain one notes`() throws {
    let graph = partGraph([(part: "a", from: ["nobody"])])
    #expect(try graph.plan().notes.map(\.kind) == [.unregisteredKey])
    #expect(problems(of: graph, strict: true).map(\.id) == [.unregisteredKey])
  }

  @Test func `A strict plan of thousands of unregistered keys ends, and suggests for some`() {
    let graph = DependencyGraph {
      for number in 0..<5_000 {
        Service(\.[count: number], from: \.[count: 10_000 + number]) { $0 }
      }
    }
    let found = problems(of: graph, strict: true)
    #expect(found.count == 5_000)
    let nearest = "Did you mean 'CountKey[1000]'?"
    #expect(found.first?.remedy.hasSuffix(nearest) == true)
    #expect(
      found.allSatisfy { $0.id == .unregisteredKey && $0.remedy.hasPrefix("Register the key") }
    )
  }

  @Test func `Ten thousand members of a family with thirty thousand edges run`() async throws {
    let count = 10_000
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[count: 0], from: \.member) { $0.id.count }
      Service(\.[count: 1]) { 1 }
      Service(\.[count: 2]) { 2 }
      for number in 3..<count {
        let keys = [number / 2, number / 3, number - 1].map { \AppEnvironmentValues.[count: $0] }
        // Every third depends on the account, as its predecessor's predecessor does.
        if number.isMultiple(of: 3) {
          Service(\.[count: number], from: \.[count: number / 3], \.[count: 0], \.member) {
            $0 + $1 + $2.id.count
          }
        } else {
          Service(\.[count: number], from: keys) { $0[0] &+ $0[1] }
        }
      }
    }
    let plan = try graph.plan(strict: true)
    #expect(plan.explanations.count == count)
    #expect(plan.explanations.count { $0.lifetime == .app } == 2)
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      #expect(app.environment[count: 3] == 1 + 5 + 5)
      #expect(app.environment[count: 4] == 2 + 1)
      let outcome = try await app.activate(.bob)
      #expect(outcome == .activated)
      #expect(app.environment[count: 3] == 1 + 3 + 3)
      #expect(app.environment[count: count] == CountKey.defaultValue)
    }
  }
}
