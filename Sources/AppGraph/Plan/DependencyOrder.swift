/// An order of vertices in which each follows all it depends on, or the circles that forbid one.
struct DependencyOrder: Sendable {
  /// The vertices in order; those on a circle, or behind one, are missing.
  let order: [Int]
  /// The shortest circles, each as its vertices in the direction of the dependencies, together covering
  /// every vertex that lies on one.
  let cycles: [[Int]]

  init(_ dependencies: Adjacency) {
    let dependents = dependencies.reversed
    var waiting = (0..<dependencies.count).map(dependencies.degree)
    var order = waiting.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      for edge in dependents.edges(of: order[next]) {
        let dependent = dependents.target(edge)
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { order.append(dependent) }
      }
      next += 1
    }
    self.order = order
    cycles =
      order.count == dependencies.count
      ? []
      : Self.shortestCycles(
        CycleSearch(dependencies, dependents, among: waiting.indices.filter { waiting[$0] > 0 })
      )
  }

  private static func shortestCycles(_ search: CycleSearch) -> [[Int]] {
    var search = search
    let found = search.suspects.compactMap {
      search.cycle(through: $0, visiting: search.isLarge($0) ? CycleSearch.glance : .max)
    }
    var covered: Set<Int> = []
    var result: [[Int]] = []
    // A stable order: shorter first, then as declared.
    let ranked = found.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    for (_, cycle) in ranked where !covered.contains(cycle[0]) {
      result.append(cycle)
      covered.formUnion(cycle)
    }
    for vertex in search.suspects where search.isLarge(vertex) && !covered.contains(vertex) {
      guard let cycle = search.cycle(through: vertex, visiting: .max) else { continue }
      result.append(cycle)
      covered.formUnion(cycle)
    }
    return result
  }
}
