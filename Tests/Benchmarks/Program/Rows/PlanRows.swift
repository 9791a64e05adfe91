import AppGraph
import BenchmarkBaselines
import BenchmarkClient

/// The rows that declare and plan large graphs.
@MainActor
enum PlanRows {
  static func measure(_ effort: Effort) async throws -> [Finding] {
    let graph = Graphs.chain(10_000)
    let small = Graphs.chain(1_000)
    let planning = Contestant(name: "plan of 10,000") { for _ in 0..<$0 { _ = try graph.plan() } }
    let inserting = Contestant(name: "dictionary of 10,000") { count in
      for _ in 0..<count { fillDictionary(10_000) }
    }
    var findings = try await Duel("plan", planning, effort, count: 1)
      .findings(against: [inserting], bars: [20], allocationLimit: nil)
    findings.append(
      try await growth(of: 10_000, planning, small, rounds: effort.rounds, bar: .ratio(1.3))
    )
    findings.append(try await dictionaryGrowth(inserting, effort))
    findings += try await shown(small)
    return findings
  }

  /// How much more a registration costs in the larger graph.
  private static func growth(
    of size: Int,
    _ planning: Contestant,
    _ small: DependencyGraph<Account>,
    rounds: Int,
    bar: Bar? = nil
  ) async throws -> Finding {
    let few = Contestant(name: "of 1,000") { count in
      for _ in 0..<10 * count { _ = try small.plan() }
    }
    let series = try await Contest(rounds: rounds, count: 1).run([planning, few])
    let each = series[0].map { $0 / Double(size) }
    let eachOfFew = series[1].map { $0 / 10_000 }
    return Finding(
      row: "plan",
      subject: "each of \(size / 1_000),000",
      value: Summary(each),
      unit: "ns",
      baseline: Finding.Baseline(
        name: few.name,
        value: Summary(eachOfFew),
        ratio: .ratio(each, to: eachOfFew)
      ),
      bar: bar
    )
  }

  /// How much more an insertion costs in the larger dictionary, which only the caches of the machine
  /// can explain.
  private static func dictionaryGrowth(
    _ inserting: Contestant,
    _ effort: Effort
  ) async throws -> Finding {
    let few = Contestant(name: "of 1,000") { count in
      for _ in 0..<10 * count { fillDictionary(1_000) }
    }
    let series = try await Contest(rounds: effort.rounds, count: 1).run([inserting, few])
    return Finding(
      row: "plan",
      subject: "dictionary, each of 10,000",
      value: Summary(series[0].map { $0 / 10_000 }),
      unit: "ns",
      baseline: Finding.Baseline(
        name: few.name,
        value: Summary(series[1].map { $0 / 10_000 }),
        ratio: .ratio(series[0], to: series[1])
      )
    )
  }

  /// What has no bar: declaring, and a larger graph.
  private static func shown(_ small: DependencyGraph<Account>) async throws -> [Finding] {
    let large = Graphs.chain(50_000)
    let planning = Contestant(name: "plan of 50,000") { for _ in 0..<$0 { _ = try large.plan() } }
    let declaring = Contestant(name: "declaring") { for _ in 0..<$0 { _ = Graphs.chain(10_000) } }
    let series = try await Contest(rounds: 3, count: 1).run([declaring])
    return [
      try await growth(of: 50_000, planning, small, rounds: 3),
      Finding(
        row: "plan",
        subject: "declaring each of 10,000",
        value: Summary(series[0].map { $0 / 10_000 }),
        unit: "ns"
      ),
    ]
  }

  /// Inserts as many objects as there are registrations, as a container registers them.
  private static func fillDictionary(_ count: Int) {
    var dictionary: [Slot: Part] = [:]
    for index in 0..<count {
      dictionary[Slot(type: ObjectIdentifier(NodeKey.self), index: index)] = .unset
    }
    consume(dictionary[Slot(type: ObjectIdentifier(NodeKey.self), index: 0)] ?? .unset)
  }

  /// What names a registration: a type and an index.
  private struct Slot: Hashable {
    let type: ObjectIdentifier
    let index: Int
  }

  static func memory(_ effort: Effort) async throws -> [Finding] {
    let count = 10_000
    let kinds: [(name: String, bar: Bar?, make: @MainActor () -> DependencyGraph<Account>)] = [
      ("without edges", .value(200), { Graphs.plain(count) }),
      ("one edge", nil, { Graphs.plainWithOneEdge(count) }),
      ("three edges", nil, { Graphs.plainWithThreeEdges(count) }),
      ("family, three edges", nil, { Graphs.chain(count) }),
    ]
    return kinds.compactMap { kind in
      // Once before, so that nothing is weighed that is made once a process.
      _ = kind.make()
      return Heap.bytes(of: kind.make).map { bytes in
        Finding(
          row: "memory",
          subject: kind.name,
          value: Summary(exactly: bytes / Double(count)),
          unit: "B",
          bar: kind.bar
        )
      }
    }
  }
}
