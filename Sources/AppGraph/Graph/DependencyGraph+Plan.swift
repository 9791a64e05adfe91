extension DependencyGraph {
  /// Validates the graph and plans its order and lifetimes.
  ///
  /// All problems are reported at once. Nothing is made or started, and planning never changes what is
  /// resolved later.
  ///
  /// - Parameter strict: Whether a key that something is made from, but nobody registers, is a problem
  ///   instead of a note.
  /// - Returns: The plan.
  /// - Throws: ``PlanError`` with every problem of the graph.
  /// - Complexity: O(*n* + *e*), where *n* is the number of registrations and *e* of their edges, for a
  ///   graph without circles.
  public func plan(strict: Bool = false) throws(PlanError) -> Plan {
    var planner = Planner(registrations, accountKey: accountKey, isStrict: strict)
    return try planner.plan()
  }
}
