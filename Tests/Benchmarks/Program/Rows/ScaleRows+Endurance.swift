import AppGraph
import BenchmarkClient

extension ScaleRows {
  /// Watches the heap over many switches: it must be as full at the end as at the beginning.
  static func endurance(_ effort: Effort) async throws -> [Finding] {
    let graph = try await SwitchRows.assemble(Graphs.switching())
    let switching = SwitchRows.switching("", graph)
    let tenth = effort.endurance / 10
    var tenths: [Double] = []
    for _ in 0..<10 {
      var samples: [Double] = []
      for _ in 0..<10 {
        try await switching.run(tenth / 10)
        samples.append(Double(Heap.bytesInUse ?? 0))
      }
      tenths.append(samples.reduce(0, +) / Double(samples.count))
    }
    let leakCount = graph.leaks.count
    await graph.close()
    let fewer = effort.isQuick ? "; --quick does fewer switches" : ""
    return [
      Finding(
        row: "endurance",
        subject: "heap, last tenth",
        value: Summary(exactly: tenths[9] / 1_024),
        unit: "KiB",
        baseline: Finding.Baseline(
          name: "first tenth",
          value: Summary(exactly: tenths[0] / 1_024),
          ratio: Summary(exactly: tenths[0] == 0 ? 1 : tenths[9] / tenths[0])
        ),
        bar: .ratio(1.01),
        note: "\(effort.endurance) switches of 20 services\(fewer)"
      ),
      Finding(
        row: "endurance",
        subject: "live retired services",
        value: Summary(exactly: Double(leakCount)),
        unit: "",
        bar: .value(0)
      ),
    ]
  }
}
