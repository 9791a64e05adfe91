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
      ? [] : Self.shortestCycles(dependencies, among: waiting.indices.filter { waiting[$0] > 0 })
  }

  /// How many vertices are searched for the very shortest circle; a larger knot is searched in the
  /// order of its declaration.
  private static let searchLimit = 2_000

  private static func shortestCycles(_ graph: Adjacency, among suspects: [Int]) -> [[Int]] {
    let allowed = Set(suspects)
    var found: [[Int]] = []
    if suspects.count <= searchLimit {
      found = suspects.compactMap { cycle(through: $0, in: graph, within: allowed) }
      // A stable order: shorter first, then as declared.
      found = found.enumerated()
        .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
        .map(\.element)
    }
    var covered: Set<Int> = []
    var result: [[Int]] = []
    for cycle in found where !covered.contains(cycle[0]) {
      result.append(cycle)
      covered.formUnion(cycle)
    }
    for vertex in suspects where suspects.count > searchLimit && !covered.contains(vertex) {
      guard let cycle = cycle(through: vertex, in: graph, within: allowed) else { continue }
      result.append(cycle)
      covered.formUnion(cycle)
    }
    return result
  }

  /// Finds the shortest circle through a vertex, by breadth.
  private static func cycle(
    through start: Int,
    in graph: Adjacency,
    within allowed: Set<Int>
  ) -> [Int]? {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let vertex = queue[next]
      next += 1
      for target in graph.targets(of: vertex) where allowed.contains(target) {
        if target == start { return path(to: vertex, cameFrom) }
        if cameFrom[target] == nil {
          cameFrom[target] = vertex
          queue.append(target)
        }
      }
    }
    return nil
  }

  private static func path(to end: Int, _ cameFrom: [Int: Int]) -> [Int] {
    var path = [end]
    while let previous = cameFrom[path[path.count - 1]] { path.append(previous) }
    return path.reversed()
  }
}
