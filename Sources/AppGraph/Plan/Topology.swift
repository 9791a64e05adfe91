/// What the transition machine needs to know of the services of one lifetime: their edges and marks.
///
/// Services are numbers in declaration order.
struct Topology: Hashable, Sendable {
  let dependencies: Adjacency
  let dependents: Adjacency
  /// Whether a service itself is skipped for anonymous accounts.
  let requiresAuthentication: [Bool]
  /// Whether the activation goes on without a service that fails.
  let isOptional: [Bool]

  var count: Int { requiresAuthentication.count }

  init(dependencies: Adjacency, requiresAuthentication: [Bool], isOptional: [Bool]) {
    self.dependencies = dependencies
    dependents = dependencies.reversed
    self.requiresAuthentication = requiresAuthentication
    self.isOptional = isOptional
  }

  init(dependencies: [[Int]], requiresAuthentication: Set<Int> = [], optional: Set<Int> = []) {
    self.init(
      dependencies: Adjacency(dependencies),
      requiresAuthentication: dependencies.indices.map(requiresAuthentication.contains),
      isOptional: dependencies.indices.map(optional.contains)
    )
  }
}
