import AppGraph
import Testing

@Suite @MainActor struct DependencyOrderTests {
  /// The names of the parts in each circle that is found.
  private func cycles(_ edges: [(part: String, from: [String])]) -> [[String]] {
    let found = problems(of: partGraph(edges))
    #expect(found.allSatisfy { $0.id == .cycle })
    return found.map { problem in
      problem.keys.map { String($0.dropFirst("PartKey[".count).dropLast()) }
    }
  }

  private func ring(_ names: [String]) -> [(part: String, from: [String])] {
    names.indices.map { (part: names[$0], from: [names[($0 + 1) % names.count]]) }
  }

  @Test(arguments: [1, 2, 3, 50]) func `A circle is named key by key, from its first line`(
    length: Int
  ) {
    let names = (0..<length).map { "p\($0)" }
    #expect(cycles(ring(names)) == [names])
    let places = problems(of: partGraph(ring(names))).flatMap(\.places)
    #expect(places.map(\.line) == Array(1...length))
  }

  @Test func `A circle is named, and not what leads to it or hangs on it`() {
    let edges: [(part: String, from: [String])] = [
      (part: "dependent", from: ["a"]), (part: "dependency", from: []),
      (part: "a", from: ["dependency", "b"]), (part: "b", from: ["a"]),
      (part: "further", from: ["dependent"]),
    ]
    #expect(cycles(edges) == [["a", "b"]])
  }

  @Test func `Disjoint circles are all named, the shorter first`() {
    #expect(
      cycles(ring(["a", "b", "c"]) + ring(["d", "e"]) + ring(["f"]))
        == [["f"], ["d", "e"], ["a", "b", "c"]]
    )
  }

  @Test func `Circles with a path between them are both named, and the path is not`() {
    let edges: [(part: String, from: [String])] = [
      (part: "a", from: ["b"]), (part: "b", from: ["a", "between"]),
      (part: "between", from: ["c"]), (part: "c", from: ["d"]), (part: "d", from: ["c"]),
    ]
    #expect(cycles(edges) == [["a", "b"], ["c", "d"]])
  }

  @Test func `The short circle in a big knot comes first`() {
    var edges = ring((0..<300).map { "p\($0)" })
    edges[200].from.append("p198")
    let found = cycles(edges)
    #expect(found.first == ["p198", "p199", "p200"])
    #expect(Set(found.joined()).count == 300)
  }

  @Test func `A circle at the bottom of ten thousand services is found`() {
    let found = problems(
      of: DependencyGraph {
        Service(\.[count: 0], from: \.[count: 1]) { $0 }
        Service(\.[count: 1], from: \.[count: 0]) { $0 }
        for number in 2..<10_000 {
          Service(\.[count: number], from: \.[count: number - 1]) { $0 }
        }
      }
    )
    #expect(found.map(\.keys) == [["CountKey[0]", "CountKey[1]"]])
  }

  @Test func `The short circle in a knot of ten thousand services comes first`() {
    let count = 10_000
    let found = problems(
      of: DependencyGraph {
        for number in 0..<count {
          let next: [EnvironmentKeyPath<Int>] = [\.[count: (number + 1) % count]]
          let back: [EnvironmentKeyPath<Int>] = number == 7_000 ? [\.[count: 6_999]] : []
          Service(\.[count: number], from: next + back) { $0[0] }
        }
      }
    )
    // Only a few names, so that a failure can be read.
    let first = found.first?.keys.prefix(3)
    #expect(first == ["CountKey[6999]", "CountKey[7000]"])
    let coveredCount = Set(found.flatMap(\.keys)).count
    #expect(coveredCount == count)
  }

  @Test func `A circle through a rewired service is named with it once`() {
    let graph = DependencyGraph(rewiredBy: \.member) {
      part("push", from: [], line: 1)
        .rewired(by: \.[part: "client"], apply: { _, _, _ in }, release: { _ in })
      part("account", from: ["member"], line: 2)
      part("client", from: ["account", "push"], line: 3)
    }
    let found = problems(of: graph)
    #expect(found.map(\.keys) == [["PartKey[client]", "PartKey[push]"]])
  }

  @Test func `A service that is rewired by itself is a circle of one`() {
    let graph = DependencyGraph(rewiredBy: \.member) {
      part("push", from: [], line: 1)
        .rewired(by: \.[part: "push"], apply: { _, _, _ in }, release: { _ in })
    }
    #expect(problems(of: graph).map(\.keys) == [["PartKey[push]"]])
  }

  @Test func `Two rewired services that name each other are a circle`() {
    let graph = DependencyGraph(rewiredBy: \.member) {
      part("a", from: [], line: 1)
        .rewired(by: \.[part: "b"], apply: { _, _, _ in }, release: { _ in })
      part("b", from: [], line: 2)
        .rewired(by: \.[part: "a"], apply: { _, _, _ in }, release: { _ in })
    }
    #expect(problems(of: graph).map(\.keys) == [["PartKey[a]", "PartKey[b]"]])
  }
}
