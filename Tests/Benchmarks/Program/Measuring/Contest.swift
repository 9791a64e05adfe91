/// One of several ways to do the same, measured side by side.
struct Contestant {
  let name: String
  /// Does it a number of times.
  let run: @MainActor (_ count: Int) async throws -> Void
}

/// A measurement of several contestants, round by round, so that whatever else the machine does
/// burdens all of them alike.
///
/// What counts is the processor time of all threads of the process.
@MainActor
struct Contest {
  let rounds: Int
  /// How often each contestant does it in a round.
  let count: Int

  /// Measures.
  ///
  /// - Returns: Per contestant, its nanoseconds for each time, one value a round.
  /// - Throws: What a contestant throws.
  func run(_ contestants: [Contestant]) async throws -> [[Double]] {
    var series = contestants.map { _ in [Double]() }
    for contestant in contestants { try await contestant.run(max(count / 10, 1)) }
    for round in 0..<rounds {
      // Nobody is always the one who comes after a certain other.
      for offset in contestants.indices {
        let index = (offset + round) % contestants.count
        let began = ProcessorTime.now
        try await contestants[index].run(count)
        series[index].append((ProcessorTime.now - began) / Double(count))
      }
    }
    return series
  }
}
