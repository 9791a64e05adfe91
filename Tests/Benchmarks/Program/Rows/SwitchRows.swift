import AppGraph
import BenchmarkBaselines
import BenchmarkClient

/// The rows that switch between two accounts.
@MainActor
enum SwitchRows {
  static func synchronous(_ effort: Effort) async throws -> [Finding] {
    try await measure("switch", Graphs.switching(), effort, bar: 20)
  }

  /// With somebody who sees every event.
  static func observed(_ effort: Effort) async throws -> [Finding] {
    try await measure("switch-observed", Graphs.switching(), effort, bar: 20, observer: { _ in })
  }

  static func asynchronous(_ effort: Effort) async throws -> [Finding] {
    try await measure("switch-async", Graphs.switchingAsynchronously(), effort, bar: nil)
  }

  private static func measure(
    _ row: String,
    _ graph: DependencyGraph<Account>,
    _ effort: Effort,
    bar: Double?,
    observer: (@MainActor @Sendable (GraphEvent) -> Void)? = nil
  ) async throws -> [Finding] {
    let graph = try await assemble(graph, observer: observer)
    let findings = try await Duel(
      row,
      switching("20 services", graph),
      effort,
      count: effort.switches
    )
    .findings(against: [bare], bars: [bar], allocationLimit: nil)
    await graph.close()
    return findings
  }

  static func few(_ effort: Effort) async throws -> [Finding] {
    let small = try await assemble(Graphs.few(among: 100))
    let large = try await assemble(Graphs.few(among: 10_000))
    let findings = try await Duel(
      "k-of-n",
      switching("20 of 10,000", large),
      effort,
      count: effort.switches
    )
    .findings(against: [switching("20 of 100", small)], bars: [1.2], allocationLimit: nil)
    await small.close()
    await large.close()
    return findings
  }

  /// The objects of the account without the library.
  static let bare = Contestant(name: "bare construction") { count in
    for number in 0..<count {
      let parts = Graphs.bareConstruction(Account(id: number))
      consume(parts[parts.count - 1])
    }
  }

  /// Switches to and fro.
  static func switching(_ name: String, _ graph: AppDependencyGraph<Account>) -> Contestant {
    let accounts = [Account(id: 1), Account(id: 2)]
    return Contestant(name: name) { count in
      let next = graph.active == 1 ? 1 : 0
      for number in 0..<count { try await graph.activate(accounts[(number + next) % 2]) }
    }
  }

  /// Assembles a graph without limits, so that no timer is armed.
  static func assemble(
    _ graph: DependencyGraph<Account>,
    observer: (@MainActor @Sendable (GraphEvent) -> Void)? = nil
  ) async throws -> AppDependencyGraph<Account> {
    try await AppDependencyGraph(
      graph,
      options: GraphOptions(limits: .unlimited, observer: observer)
    )
  }
}
