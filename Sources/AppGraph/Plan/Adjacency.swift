/// The edges of a graph whose vertices are numbers, packed into two arrays.
struct Adjacency: Hashable, Sendable {
  private var offsets: [Int32] = [0]
  private var targets: [Int32] = []

  /// Makes a graph without vertices; `append` adds them in order.
  init(minimumCapacity: Int = 0) {
    offsets.reserveCapacity(minimumCapacity + 1)
  }

  init(_ lists: some Sequence<[Int]>) {
    for list in lists { append(list) }
  }

  var count: Int { offsets.count - 1 }

  /// Adds the next vertex with its edges.
  mutating func append(_ list: some Sequence<Int>) {
    for target in list { targets.append(Int32(target)) }
    offsets.append(Int32(targets.count))
  }

  /// How many edges leave a vertex.
  func degree(_ vertex: Int) -> Int {
    Int(offsets[vertex + 1] - offsets[vertex])
  }

  /// The positions in `edge(at:)` of the edges that leave a vertex.
  func edges(of vertex: Int) -> Range<Int> {
    Int(offsets[vertex])..<Int(offsets[vertex + 1])
  }

  func target(_ edge: Int) -> Int {
    Int(targets[edge])
  }

  /// Where the edges of a vertex lead, as a list.
  func targets(of vertex: Int) -> [Int] {
    edges(of: vertex).map(target)
  }

  /// The same graph with every edge turned round.
  var reversed: Adjacency {
    var counts = [Int32](repeating: 0, count: count + 1)
    for target in targets { counts[Int(target) + 1] += 1 }
    var result = Adjacency()
    var offset: Int32 = 0
    result.offsets = counts.map { step in
      offset += step
      return offset
    }
    result.targets = [Int32](repeating: 0, count: targets.count)
    var next = result.offsets
    for vertex in 0..<count {
      for edge in edges(of: vertex) {
        let target = target(edge)
        result.targets[Int(next[target])] = Int32(vertex)
        next[target] += 1
      }
    }
    return result
  }
}
