/// One line of the table: something measured, what it is compared with, and its bar.
struct Finding: Hashable, Sendable {
  /// What is compared with.
  struct Baseline: Hashable, Sendable {
    let name: String
    let value: Summary
    /// The measured value as a multiple of the baseline, round by round.
    let ratio: Summary
  }

  /// The row that found it.
  let row: String
  /// What was measured.
  let subject: String
  let value: Summary
  let unit: String
  var baseline: Baseline?
  var bar: Bar?
  /// How many allocations each time took, where they were counted.
  var allocations: Double?
  /// How many allocations are within the bar.
  var allocationLimit: Double?
  /// What a reader must know to understand the value.
  var note: String?

  /// What the bar is compared with: the median, because single rounds depend on what else is running.
  var verdict: Verdict {
    if let allocations, let allocationLimit, allocations > allocationLimit { return .over }
    switch bar {
    case nil: return allocationLimit == nil ? .shown : .ok
    case .value(let limit): return value.median <= limit ? .ok : .over
    case .ratio(let limit): return baseline.map { $0.ratio.median <= limit } == true ? .ok : .over
    }
  }
}
