/// A contest of one subject with its baselines, and what it finds.
@MainActor
struct Duel {
  private let row: String
  private let subject: Contestant
  private let contest: Contest

  init(_ row: String, _ subject: Contestant, _ effort: Effort, count: Int? = nil) {
    self.row = row
    self.subject = subject
    contest = Contest(rounds: effort.rounds, count: count ?? effort.reads)
  }

  /// Measures.
  ///
  /// - Parameters:
  ///   - baselines: What the subject is compared with.
  ///   - bars: Per baseline, the multiple of it that the subject must not exceed.
  ///   - allocationLimit: How many allocations each time may take; `nil` only counts them.
  /// - Returns: One finding for each baseline.
  /// - Throws: What a contestant throws.
  func findings(
    against baselines: [Contestant],
    bars: [Double?],
    allocationLimit: Double? = 0
  ) async throws -> [Finding] {
    let series = try await contest.run([subject] + baselines)
    let allocations = try await Heap.allocations(of: subject.run, count: contest.count)
    return baselines.indices.map { index in
      Finding(
        row: row,
        subject: subject.name,
        value: Summary(series[0]),
        unit: "ns",
        baseline: Finding.Baseline(
          name: baselines[index].name,
          value: Summary(series[index + 1]),
          ratio: .ratio(series[0], to: series[index + 1])
        ),
        bar: bars[index].map { .ratio($0) },
        allocations: allocations,
        allocationLimit: index == 0 ? allocationLimit : nil
      )
    }
  }
}
