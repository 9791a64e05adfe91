/// All problems of a graph that did not validate.
///
/// Nothing of it was made or started.
public struct PlanError: Error, Hashable, Sendable {
  /// The problems, kind by kind, and of one kind in the order of declaration; never empty.
  public let problems: [GraphProblem]
}

// MARK: - CustomStringConvertible

extension PlanError: CustomStringConvertible {
  /// The problems, one a line.
  public var description: String {
    let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
    return "The dependency graph has \(count):\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
