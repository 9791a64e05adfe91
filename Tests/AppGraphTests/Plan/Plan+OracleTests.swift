import AppGraph
import AppGraphTesting
import Testing

/// Random numbers that a seed determines.
///
/// Source: S. Vigna, "SplitMix64", 2015.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A random graph of a few parts, and the plain answers to all that is asked of it.
private struct RandomGraph {
  let edges: [[Int]]
  let needsAccount: [Bool]
  /// The length of the shortest path of at least one edge between any two vertices.
  private let distances: [[Int?]]

  init(seed: UInt64, mayHaveCycles: Bool) {
    var random = SplitMix(state: seed)
    let count = Int.random(in: 1...24, using: &random)
    let ranks = Array(0..<count).shuffled(using: &random)
    let density = Double.random(in: 0.02...0.25, using: &random)
    var edges = [[Int]](repeating: [], count: count)
    for source in 0..<count {
      for target in 0..<count where Double.random(in: 0..<1, using: &random) < density {
        if mayHaveCycles || ranks[source] > ranks[target] { edges[source].append(target) }
      }
      edges[source].shuffle(using: &random)
    }
    let accountDensity = Double.random(in: 0...0.6, using: &random)
    needsAccount = edges.map {
      $0.isEmpty && Double.random(in: 0..<1, using: &random) < accountDensity
    }
    self.edges = edges
    distances = Self.distances(edges)
  }

  private static func distances(_ edges: [[Int]]) -> [[Int?]] {
    let all = edges.indices
    var result = all.map { source in all.map { edges[source].contains($0) ? 1 : nil } }
    for via in all {
      for source in all {
        for target in all {
          guard let first = result[source][via], let second = result[via][target] else { continue }
          result[source][target] = min(result[source][target] ?? .max, first + second)
        }
      }
    }
    return result
  }

  @MainActor var graph: DependencyGraph<Member> {
    partGraph(
      edges.indices.map { vertex in
        (
          part: "\(vertex)",
          from: needsAccount[vertex] ? ["member"] : edges[vertex].map(String.init)
        )
      }
    )
  }

  /// The length of the shortest circle through a vertex.
  func girth(_ vertex: Int) -> Int? { distances[vertex][vertex] }

  func hasAccountLifetime(_ vertex: Int) -> Bool {
    needsAccount[vertex]
      || edges.indices.contains { needsAccount[$0] && distances[vertex][$0] != nil }
  }

  /// How many keys the shortest path to the account names, both ends included.
  func pathLength(_ vertex: Int) -> Int? {
    if needsAccount[vertex] { return 2 }
    return edges.indices.filter { needsAccount[$0] }.compactMap { distances[vertex][$0] }.min()
      .map { $0 + 2 }
  }

  /// The order of starts of one lifetime: always the first in declaration order that may start.
  func starts(ofAccount isAccount: Bool) -> [Int] {
    let members = edges.indices.filter { hasAccountLifetime($0) == isAccount }
    var order: [Int] = []
    while let next = members.first(where: { member in
      !order.contains(member)
        && edges[member].allSatisfy { !members.contains($0) || order.contains($0) }
    }) {
      order.append(next)
    }
    return order
  }
}

@Suite @MainActor struct PlanOracleTests {
  private func vertices(_ names: [String]) -> [Int] {
    names.compactMap { Int($0.drop { $0 != "[" }.dropFirst().dropLast()) }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>) func `Random graphs start and stop in order`(
    seed: UInt64
  ) async throws {
    let random = RandomGraph(seed: seed, mayHaveCycles: false)
    let graph = random.graph
    #expect(
      try graph.plan().explanations.map { $0.lifetime == .account }
        == random.edges.indices.map(random.hasAccountLifetime)
    )
    for vertex in random.edges.indices {
      let path = try graph.plan().explanation(of: \.[part: "\(vertex)"]).path
      #expect(path.count == random.pathLength(vertex) ?? 1)
    }
    let recorder = EventRecorder()
    func taken(_ step: String) -> [Int] {
      vertices(recorder.steps.filter { $0.hasPrefix("\(step) ") })
    }
    let app = try await AppDependencyGraph(
      graph,
      options: GraphOptions(observer: recorder.observer)
    )
    let appStarts = random.starts(ofAccount: false)
    #expect(taken("startBegan") == appStarts)
    recorder.removeAll()
    try await app.activate(.alice)
    let accountStarts = random.starts(ofAccount: true)
    #expect(taken("startBegan") == accountStarts)
    for vertex in random.edges.indices {
      let part = app.environment[part: "\(vertex)"]
      #expect(part.sources.count == (random.needsAccount[vertex] ? 0 : random.edges[vertex].count))
      for (source, target) in zip(part.sources, random.edges[vertex]) {
        #expect(source === app.environment[part: "\(target)"])
      }
    }
    recorder.removeAll()
    await app.close()
    #expect(taken("stopBegan") == accountStarts.reversed() + appStarts.reversed())
  }

  @Test(arguments: 1...150 as ClosedRange<UInt64>) func `Circles of random graphs are found`(
    seed: UInt64
  ) {
    let random = RandomGraph(seed: seed, mayHaveCycles: true)
    let cycles = problems(of: random.graph).map { vertices($0.keys) }
    for cycle in cycles {
      for (source, target) in zip(cycle, cycle.dropFirst() + cycle.prefix(1)) {
        #expect(random.edges[source].contains(target))
      }
      #expect(random.girth(cycle[0]) == cycle.count)
      #expect(Set(cycle).count == cycle.count)
    }
    let expected = random.edges.indices.filter { random.girth($0) != nil }
    #expect(Set(cycles.joined()) == Set(expected))
    #expect(cycles.first?.count == expected.compactMap(random.girth).min())
    #expect(cycles.map(\.count) == cycles.map(\.count).sorted())
  }
}
