import AppGraph
import AppGraphTesting
import BenchmarkClient

/// The rows that show how the cost grows, and that it does not grow where it must not.
@MainActor
enum ScaleRows {
  static func levels(_ effort: Effort) async throws -> [Finding] {
    let clock = VirtualClock()
    let graph = try await AppDependencyGraph(
      Graphs.levels { try await clock.sleep(for: .milliseconds(10)) },
      options: GraphOptions(clock: clock)
    )
    let request = graph.request(Account(id: 1))
    let began = clock.now
    while graph.active == nil { await clock.advance(by: .milliseconds(1)) }
    let took = began.duration(to: clock.now)
    _ = try await request.value
    await graph.close()
    return [
      Finding(
        row: "levels",
        subject: "virtual time",
        value: Summary(exactly: took.nanoseconds / 1e6),
        unit: "ms",
        bar: .value(48),
        note: "the critical path is 40 ms, one after the other would be 1,000 ms"
      )
    ]
  }

  static func machine(_ effort: Effort) async throws -> [Finding] {
    var drive = TransitionMachineDrive(serviceCount: 20)
    var series: [Double] = []
    for _ in 0..<effort.rounds {
      let before = drive.eventCount
      let time = ProcessorTime.measure { for _ in 0..<2_000 { drive.run() } }
      series.append(time / Double(drive.eventCount - before))
    }
    return [
      Finding(
        row: "machine",
        subject: "one event",
        value: Summary(series),
        unit: "ns",
        bar: .value(1_000),
        note: "1,000 ns an event are 1,000,000 events a second"
      )
    ]
  }

  static func accounts(_ effort: Effort) async throws -> [Finding] {
    let few = try await assemble(accounts: 10)
    let many = try await assemble(accounts: 1_000)
    let findings = try await Duel(
      "accounts",
      circling("among 1,000", many, 1_000),
      effort,
      count: effort.switches
    )
    .findings(against: [circling("among 10", few, 10)], bars: [nil], allocationLimit: nil)
    await few.close()
    await many.close()
    return findings
  }

  private static func assemble(accounts: Int) async throws -> AppDependencyGraph<Account> {
    try await AppDependencyGraph(
      Graphs.switching(),
      accounts: (0..<accounts).map { Account(id: $0) },
      options: GraphOptions(limits: .unlimited)
    )
  }

  /// Switches to one account after the other.
  private static func circling(
    _ name: String,
    _ graph: AppDependencyGraph<Account>,
    _ count: Int
  ) -> Contestant {
    var next = 0
    return Contestant(name: name) { turns in
      for _ in 0..<turns {
        next = (next + 1) % count
        try await graph.activate(Account(id: next))
      }
    }
  }

  static func observers(_ effort: Effort) async throws -> [Finding] {
    let plain = try await SwitchRows.assemble(Graphs.switching())
    let graph = try await SwitchRows.assemble(Graphs.switching())
    let streams = (0..<1_000).map { _ in graph.changes }
    let findings = try await Duel(
      "observers",
      SwitchRows.switching("1,000 observers", graph),
      effort,
      count: effort.switches / 10
    )
    .findings(
      against: [SwitchRows.switching("none", plain)],
      bars: [nil],
      allocationLimit: nil
    )
    withExtendedLifetime(streams) {}
    await graph.close()
    await plain.close()
    return findings
  }

  static func states(_ effort: Effort) async throws -> [Finding] {
    let graph = try await SwitchRows.assemble(Graphs.states(100))
    let plain = try await SwitchRows.assemble(Graphs.states(0))
    let findings = try await Duel(
      "states",
      SwitchRows.switching("100 states reset", graph),
      effort,
      count: effort.switches
    )
    .findings(
      against: [SwitchRows.switching("no states", plain)],
      bars: [nil],
      allocationLimit: nil
    )
    await graph.close()
    await plain.close()
    return findings
  }
}
