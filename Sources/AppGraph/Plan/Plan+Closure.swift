extension Plan.Part {
  /// The numbers of some services and of all they are made from, in declaration order.
  ///
  /// Without the pointings of rewired services, which belong to the active account alone.
  func closure(of wanted: [Int]) -> [Int] {
    var found: Set<Int> = []
    var queue = wanted
    while let service = queue.popLast() {
      guard !services[service].isRewiring, found.insert(service).inserted else { continue }
      queue += topology.dependencies.targets(of: service)
    }
    return found.sorted()
  }

  /// The part that holds only some of the services, whose numbers are closed under what they are made from.
  func restricted(to members: [Int]) -> Self {
    let numbers = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    let edges = members.map { member in
      topology.dependencies.targets(of: member).compactMap { numbers[$0] }
    }
    var part = Self()
    part.services = members.map { services[$0] }
    part.topology = Topology(
      dependencies: Adjacency(edges),
      requiresAuthentication: members.map { topology.requiresAuthentication[$0] },
      isOptional: members.map { topology.isOptional[$0] }
    )
    part.order = order.compactMap { numbers[$0] }
    return part
  }
}
