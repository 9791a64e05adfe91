import AppGraph
import Testing

private final class Screen {}

@Suite @MainActor struct PlanErrorTests {
  @Test func `Every identifier is stable`() {
    let identifiers: [GraphProblem.Identifier] = [
      .cycle, .duplicateKey, .duplicateState, .missingAccountPolicy, .observableService,
      .accountKeyRegistered, .differentAccountKeys, .keptServiceDependsOnAccount,
      .rewiredServiceDependsOnAccount, .gatedServiceWithoutAccount, .unsupportedKeyPath,
      .unregisteredKey, .duplicateStashName,
    ]
    #expect(
      identifiers.map(\.rawValue) == [
        "cycle", "duplicateKey", "duplicateState", "missingAccountPolicy", "observableService",
        "accountKeyRegistered", "differentAccountKeys", "keptServiceDependsOnAccount",
        "rewiredServiceDependsOnAccount", "gatedServiceWithoutAccount", "unsupportedKeyPath",
        "unregisteredKey", "duplicateStashName",
      ]
    )
  }

  @Test func `All problems come at once, one a line, and nothing is made`() async {
    let made = Log()
    let graph = DependencyGraph(rewiredBy: \.member, fileID: "App/Graph.swift", line: 1) {
      Service(\.[part: "a"], from: \.[part: "b"], fileID: "App/Graph.swift", line: 2) { _ in
        made.write("a")
        return Part(owner: "")
      }
      Service(\.[part: "b"], from: \.[part: "a"], fileID: "App/Graph.swift", line: 3) { _ in
        made.write("b")
        return Part(owner: "")
      }
      Service(\.[count: 1], fileID: "App/Graph.swift", line: 4) {
        made.write("1")
        return 1
      }
      Service(\.[count: 1], fileID: "App/Graph.swift", line: 5) { 1 }
      SharedState(Screen.self, fileID: "App/Graph.swift", line: 6) {
        made.write("screen")
        return Screen()
      }.madeAtAssembly()
      Service(\.[count: 2], from: \.member, fileID: "App/Graph.swift", line: 7) { _ in 2 }
        .keptAcrossAccounts()
    }
    let error = await #expect(throws: PlanError.self) {
      try await AppDependencyGraph(graph)
    }
    #expect(made.lines.isEmpty)
    #expect(
      error?.description == """
        The dependency graph has 4 problems:
          [duplicateKey] Key 'CountKey[1]' is registered 2 times (registered at App/Graph.swift:4, \
        App/Graph.swift:5). Remove all but one, or mark the one that shall win with replacing().
          [missingAccountPolicy] State 'Screen' does not say what a change of the account does to it \
        (registered at App/Graph.swift:6). Add onAccountChange { … }, stashed(save:restore:reset:) or \
        keptAcrossAccounts().
          [keptServiceDependsOnAccount] Service 'CountKey[2]' is declared keptAcrossAccounts() but \
        depends on the account: 'CountKey[2]' -> 'MemberKey' (registered at App/Graph.swift:7). Remove \
        the edge, point the service at each account with rewired(by:apply:release:), or drop \
        keptAcrossAccounts().
          [cycle] Services need each other in a circle: 'PartKey[a]' -> 'PartKey[b]' -> 'PartKey[a]' \
        (registered at App/Graph.swift:2, App/Graph.swift:3). Remove one of these edges, or split one \
        service in two.
        """
    )
  }

  @Test func `A single problem is counted as one`() {
    let graph = partGraph([(part: "a", from: ["a"])])
    let error = #expect(throws: PlanError.self) { try graph.plan() }
    #expect(error?.description.hasPrefix("The dependency graph has 1 problem:\n  [cycle] ") == true)
  }

  @Test func `A problem names the place of its registration by itself`() {
    let first = #line + 2
    let graph = DependencyGraph {
      Service(\.[count: 1]) { 1 }
      Service(\.[count: 1]) { 1 }
    }
    let places = problems(of: graph).flatMap(\.places)
    let fileID = "AppGraphTests/PlanErrorTests.swift"
    #expect(
      places == [
        SourcePlace(fileID: fileID, line: first), SourcePlace(fileID: fileID, line: first + 1),
      ]
    )
  }

  @Test func `A state without policy is fine in a graph without account`() {
    let graph = DependencyGraph { SharedState(Screen.self) { Screen() } }
    #expect(problems(of: graph) == [])
  }

  @Test func `Nothing can require authentication where there is no account`() {
    let graph = DependencyGraph {
      part("a", from: [], line: 1).requiresAuthentication()
      part("b", from: [], line: 2).requiresAuthentication()
        .rewired(by: \.[part: "a"], apply: { _, _, _ in }, release: { _ in })
      LifecycleTask(id: { _ in 0 }, fileID: "App/Graph.swift", line: 3) { _, _ in }
        .requiresAuthentication()
    }
    let found = problems(of: graph)
    #expect(Set(found.map(\.id)) == [.gatedServiceWithoutAccount])
    #expect(found.map(\.keys) == [["PartKey[a]"], ["PartKey[b]"], []])
    #expect(
      found.last?.description
        == "[gatedServiceWithoutAccount] A lifecycle task requires authentication in a graph that "
        + "follows no account (registered at App/Graph.swift:3). Declare the graph with "
        + "DependencyGraph(rewiredBy:), or drop requiresAuthentication()."
    )
  }

  @Test func `A key path that is wrong twice is not also a key registered twice`() {
    let graph = DependencyGraph {
      Service(\.[pair: 1].first) { 1 }
      Service(\.[pair: 1].first) { 2 }
    }
    #expect(problems(of: graph).map(\.id) == [.unsupportedKeyPath, .unsupportedKeyPath])
  }

  @Test func `A graph that follows no account cannot hold one that does`() {
    let nested = DependencyGraph(rewiredBy: \.member, fileID: "App/Nested.swift", line: 3) {
      part("a", from: ["member"], line: 1)
    }
    let found = problems(of: DependencyGraph { nested })
    #expect(found.map(\.id) == [.differentAccountKeys])
    #expect(
      found.map(\.description) == [
        "[differentAccountKeys] A graph that follows no account nests one that is rewired by "
          + "'MemberKey' (registered at App/Nested.swift:3). "
          + "Declare the outer graph with DependencyGraph(rewiredBy:), by the same key."
      ]
    )
  }
}

private struct Pair: Sendable {
  var first = 0
}

private enum PairKey: AppEnvironmentKey {
  static let defaultValue = Pair()
}

extension AppEnvironmentValues {
  fileprivate subscript(pair number: Int) -> Pair {
    get { self[PairKey.self, at: number] }
    set { self[PairKey.self, at: number] = newValue }
  }
}
