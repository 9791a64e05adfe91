/// The services and the pointings of rewired ones as vertices of one graph.
struct PlanVertices {
  /// What each vertex depends on.
  let edges: Adjacency
  /// The service that each vertex belongs to; the first vertices are the services themselves.
  let services: [Int]
}

/// What one look at every dependency of every service has shown.
struct ServiceEdges {
  /// The edges among services, by number; unregistered keys and the account key have none.
  var edges: Adjacency
  /// Per service: whether it names the account key itself.
  var namesAccount: [Bool] = []
  /// Per service: whether its own key or one it names is registered by nobody or reached by no key path.
  var hasProblem: [Bool] = []
  /// Per service: whether it is marked with anything.
  ///
  /// Most are not, and need no second look: in a large graph that costs more than what it finds.
  var isMarked: [Bool] = []
}

extension Planner {
  /// Finds where the dependencies lead.
  func serviceEdges() -> ServiceEdges {
    var result = ServiceEdges(edges: Adjacency(minimumCapacity: services.count))
    result.namesAccount.reserveCapacity(services.count)
    result.hasProblem.reserveCapacity(services.count)
    result.isMarked.reserveCapacity(services.count)
    let accountSlot = accountSlot
    var targets: [Int] = []
    for service in services {
      targets.removeAll(keepingCapacity: true)
      var (namesAccount, hasProblem) = (false, !service.key.isSupported)
      for dependency in service.dependencies {
        if !dependency.isSupported { hasProblem = true }
        if let target = numbers[dependency.slot] {
          targets.append(target)
        } else if dependency.slot == accountSlot {
          namesAccount = true
        } else {
          hasProblem = true
        }
      }
      result.edges.append(targets)
      result.namesAccount.append(namesAccount)
      result.hasProblem.append(hasProblem)
      result.isMarked.append(service.isMarked)
    }
    return result
  }

  /// Adds the pointings of rewired services, which services of the account have to wait for.
  func vertexEdges(_ found: ServiceEdges, _ paths: LifetimePaths) -> PlanVertices {
    let edges = found.edges
    let rewired = services.indices.filter { found.isMarked[$0] && services[$0].rewiring != nil }
    guard !rewired.isEmpty else {
      return PlanVertices(edges: edges, services: Array(services.indices))
    }
    var vertices: [Int: Int] = [:]
    for (offset, service) in rewired.enumerated() { vertices[service] = services.count + offset }
    var result = Adjacency(minimumCapacity: services.count + rewired.count)
    for service in services.indices {
      let targets = edges.targets(of: service)
      let waits = paths.lifetime(of: service) == .account
      result.append(targets + (waits ? targets.compactMap { vertices[$0] } : []))
    }
    for service in rewired {
      let named = (services[service].rewiring?.dependencies ?? []).compactMap { numbers[$0.slot] }
      // What a pointing names may itself be rewired: then it waits for that pointing too.
      let pointings = named.compactMap { vertices[$0] }
      result.append([service] + named + pointings)
    }
    return PlanVertices(edges: result, services: Array(services.indices) + rewired)
  }

  /// Splits the valid graph into its app part and its account part.
  func assemble(_ paths: LifetimePaths, order: [Int], vertices: PlanVertices) -> Plan {
    let parts = PlanParts(planner: self, paths: paths, vertices: vertices)
    var notes = notes
    notes += parts.gatingNotes(services)
    let account = parts.part(.account, order: order, self)
    var pointings: [EnvironmentSlot: Int] = [:]
    for (index, service) in account.services.enumerated() where service.isRewiring {
      pointings[service.slot] = index
    }
    return Plan(
      notes: notes,
      app: parts.part(.app, order: order, self),
      account: account,
      accountSlot: accountSlot,
      states: states,
      tasks: tasks,
      hooks: hooks,
      positions: parts.positions,
      pointings: pointings,
      lifetimePaths: paths
    )
  }
}

/// Which vertex of the graph belongs to which part of the plan, and under which number there.
@MainActor
struct PlanParts {
  private let vertices: PlanVertices
  private let serviceCount: Int
  private let lifetimes: [Lifetime]
  /// The number of each vertex in its part.
  private let indices: [Int]
  /// The vertices of each part in declaration order.
  private let appMembers: [Int]
  private let accountMembers: [Int]

  init(planner: Planner, paths: LifetimePaths, vertices: PlanVertices) {
    self.vertices = vertices
    serviceCount = planner.services.count
    let hasAccount = planner.accountSlot != nil
    let count = serviceCount
    lifetimes = vertices.services.indices.map { vertex in
      if vertex >= count { return hasAccount ? .account : .app }
      return paths.lifetime(of: vertex)
    }
    // A pointing stands where its service is declared, behind it.
    let isDeclared = vertices.services.count == count
    let declared =
      isDeclared
      ? Array(vertices.services.indices)
      : vertices.services.indices.sorted {
        (vertices.services[$0], $0) < (vertices.services[$1], $1)
      }
    var indices = [Int](repeating: 0, count: vertices.services.count)
    var members: (app: [Int], account: [Int]) = ([], [])
    for vertex in declared {
      switch lifetimes[vertex] {
      case .app:
        indices[vertex] = members.app.count
        members.app.append(vertex)
      case .account:
        indices[vertex] = members.account.count
        members.account.append(vertex)
      }
    }
    self.indices = indices
    appMembers = members.app
    accountMembers = members.account
  }

  func part(_ lifetime: Lifetime, order: [Int], _ planner: Planner) -> Plan.Part {
    let members = lifetime == .app ? appMembers : accountMembers
    var dependencies = Adjacency(minimumCapacity: members.count)
    var targets: [Int] = []
    for vertex in members {
      targets.removeAll(keepingCapacity: true)
      for edge in vertices.edges.edges(of: vertex) {
        let target = vertices.edges.target(edge)
        if lifetimes[target] == lifetime { targets.append(indices[target]) }
      }
      targets.sort()
      dependencies.append(Self.unique(targets))
    }
    // The members of a family, which stand together, are of one type.
    var last: PlannedService?
    let services = members.map { vertex in
      let service = PlannedService(
        planner.services[vertices.services[vertex]],
        isRewiring: vertex >= serviceCount,
        after: last
      )
      last = service
      return service
    }
    let topology = Topology(
      dependencies: dependencies,
      requiresAuthentication: services.map { service in
        service.registration.requiresAuthentication
          && (lifetime == .account || service.isRewiring)
      },
      isOptional: services.map(\.registration.isOptional)
    )
    return Plan.Part(
      services: services,
      topology: topology,
      order: order.filter { lifetimes[$0] == lifetime }.map { indices[$0] }
    )
  }

  /// The members of a sorted list, each once.
  private static func unique(_ sorted: [Int]) -> some Sequence<Int> {
    sorted.indices.lazy.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }

  /// Where each service stands; a rewired one stands in the app part.
  var positions: [Plan.Position] {
    (0..<serviceCount).map { Plan.Position(lifetime: lifetimes[$0], index: indices[$0]) }
  }

  /// One note for each service that is skipped for anonymous accounts only because of another.
  func gatingNotes(_ services: [ServiceRegistration]) -> [PlanNote] {
    let dependents = vertices.edges.reversed
    var gate: [Int: Int] = [:]
    var queue = vertices.services.indices.filter { vertex in
      lifetimes[vertex] == .account && services[vertices.services[vertex]].requiresAuthentication
    }
    for vertex in queue { gate[vertex] = vertex }
    var notes: [PlanNote] = []
    var next = 0
    while next < queue.count {
      let vertex = queue[next]
      next += 1
      for dependent in dependents.targets(of: vertex)
      where gate[dependent] == nil && lifetimes[dependent] == .account {
        gate[dependent] = vertex
        queue.append(dependent)
        notes.append(gatingNote(dependent, gate, services))
      }
    }
    return notes
  }

  private func gatingNote(
    _ vertex: Int,
    _ gate: [Int: Int],
    _ services: [ServiceRegistration]
  ) -> PlanNote {
    var path = [vertex]
    while let next = gate[path[path.count - 1]], next != path[path.count - 1] { path.append(next) }
    let members = path.map { services[vertices.services[$0]] }
    return .gatedByDependency(members.map(\.key.slot.description), members.map(\.place))
  }
}
