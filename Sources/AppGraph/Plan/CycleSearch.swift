/// The search for the shortest circles of a graph, each within the knot that its vertices lie in.
///
/// A knot is a strongly connected component: what leads to a circle, or hangs on one, is not searched.
struct CycleSearch: Sendable {
  /// How many vertices of a knot are searched for the very shortest circles.
  private static let largeSize = 2_000
  /// How many vertices are visited at first from each vertex of a larger knot: enough for the short
  /// circles, which are what one wants to know of a knot that is too large to be searched whole.
  static let glance = 32

  /// The vertices that lie on a circle or between two, or depend on one, in order.
  let suspects: [Int]
  private let graph: Adjacency
  /// Per vertex: the number of its knot; -1 for one that is no suspect.
  private var knot: [Int]
  private var knotSizes: [Int] = []
  /// Per vertex: from where the present search came to it, and which search that was.
  private var cameFrom: [Int]
  private var visit: [Int]
  private var visitCount = 0

  init(_ graph: Adjacency, _ reversed: Adjacency, among suspects: [Int]) {
    self.graph = graph
    self.suspects = suspects
    knot = Array(repeating: -1, count: graph.count)
    cameFrom = Array(repeating: 0, count: graph.count)
    visit = Array(repeating: 0, count: graph.count)
    findKnots(reversed)
  }

  func isLarge(_ vertex: Int) -> Bool { knotSizes[knot[vertex]] > Self.largeSize }

  /// Finds the shortest circle through a vertex, by breadth.
  ///
  /// - Parameters:
  ///   - start: The vertex.
  ///   - limit: How many vertices may be visited before the search is given up.
  /// - Returns: The circle as its vertices in the direction of the dependencies, from `start` on.
  mutating func cycle(through start: Int, visiting limit: Int) -> [Int]? {
    visitCount += 1
    var queue = [start]
    var next = 0
    while next < queue.count && next < limit {
      let vertex = queue[next]
      next += 1
      for edge in graph.edges(of: vertex) {
        let target = graph.target(edge)
        if target == start { return path(from: start, to: vertex) }
        guard knot[target] == knot[start], visit[target] != visitCount else { continue }
        visit[target] = visitCount
        cameFrom[target] = vertex
        queue.append(target)
      }
    }
    return nil
  }

  private func path(from start: Int, to end: Int) -> [Int] {
    var path = [end]
    while path[path.count - 1] != start { path.append(cameFrom[path[path.count - 1]]) }
    return path.reversed()
  }

  // MARK: Knots

  /// Numbers the knots.
  ///
  /// Source: M. Sharir, "A strong-connectivity algorithm and its applications in data flow analysis",
  /// 1981.
  private mutating func findKnots(_ reversed: Adjacency) {
    var isSuspect = Array(repeating: false, count: graph.count)
    for vertex in suspects { isSuspect[vertex] = true }
    for vertex in finishOrder(isSuspect).reversed() where knot[vertex] < 0 {
      let number = knotSizes.count
      var members = [vertex]
      knot[vertex] = number
      var next = 0
      while next < members.count {
        for edge in reversed.edges(of: members[next]) {
          let source = reversed.target(edge)
          guard isSuspect[source], knot[source] < 0 else { continue }
          knot[source] = number
          members.append(source)
        }
        next += 1
      }
      knotSizes.append(members.count)
    }
  }

  /// The suspects, each after all that the search in depth has reached from it.
  private func finishOrder(_ isSuspect: [Bool]) -> [Int] {
    var isSeen = Array(repeating: false, count: graph.count)
    var order: [Int] = []
    for root in suspects where !isSeen[root] {
      isSeen[root] = true
      var stack = [(vertex: root, edges: graph.edges(of: root))]
      while let (vertex, edges) = stack.last {
        guard let edge = edges.first else {
          order.append(vertex)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].edges = edges.dropFirst()
        let target = graph.target(edge)
        guard isSuspect[target], !isSeen[target] else { continue }
        isSeen[target] = true
        stack.append((target, graph.edges(of: target)))
      }
    }
    return order
  }
}
