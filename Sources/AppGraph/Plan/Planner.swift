import Observation

/// The validation of a graph: collects its registrations, finds all problems, and makes the plan.
///
/// It decides from the registrations alone: it makes no service and no state and changes nothing.
@MainActor
struct Planner {
  private(set) var services: [ServiceRegistration] = []
  private(set) var states: [StateRegistration] = []
  private(set) var tasks: [TaskRegistration] = []
  private(set) var hooks: [HookRegistration] = []
  private(set) var accountKeys: [AccountKeyRegistration] = []
  private(set) var problems: [GraphProblem] = []
  private(set) var notes: [PlanNote] = []
  private(set) var numbers: [EnvironmentSlot: Int] = [:]
  private lazy var suggestions = NearMiss.Suggestions(among: numbers.keys.map(\.description))
  private let isStrict: Bool
  /// Whether the outer graph follows no account.
  private let isWithoutAccount: Bool

  init(_ registrations: [Registration], accountKey: AccountKeyRegistration?, isStrict: Bool) {
    self.isStrict = isStrict
    isWithoutAccount = accountKey == nil
    if let accountKey { accountKeys.append(accountKey) }
    services.reserveCapacity(registrations.count)
    for registration in registrations {
      switch registration.kind {
      case .service(let service): services.append(service)
      case .state(let state): states.append(state)
      case .task(let task): tasks.append(task)
      case .hook(let hook): hooks.append(hook)
      case .unusedReplacement(let key, let place):
        notes.append(.unusedReplacement(key.slot.description, place))
      case .accountKey(let key): accountKeys.append(key)
      }
    }
  }

  var accountSlot: EnvironmentSlot? { accountKeys.first?.key.slot }

  mutating func plan() throws(PlanError) -> Plan {
    checkAccountKeys()
    checkServices()
    indexServices()
    checkStates()
    let found = serviceEdges()
    checkKeyPaths(found)
    let paths = LifetimePaths(
      slots: services.map(\.key.slot),
      numbers: numbers,
      accountSlot: accountSlot,
      dependencies: found.edges,
      dependsOnAccountKey: found.namesAccount
    )
    checkLifetimes(paths, isMarked: found.isMarked)
    checkTasks()
    let vertices = vertexEdges(found, paths)
    let order = DependencyOrder(vertices.edges)
    reportCycles(order.cycles, vertices.services)
    guard problems.isEmpty else { throw PlanError(problems: problems) }
    return assemble(paths, order: order.order, vertices: vertices)
  }
}

// MARK: - Checks

extension Planner {
  private mutating func checkAccountKeys() {
    var seen: Set<EnvironmentSlot> = []
    let different = accountKeys.filter { seen.insert($0.key.slot).inserted }
    let names = different.map(\.key.slot.description)
    let places = different.map(\.place)
    if names.count > 1 { problems.append(.differentAccountKeys(names, places)) }
    if isWithoutAccount && names.count == 1 {
      problems.append(.accountKeyNested(names[0], places))
    }
    let slot = accountSlot
    let registered = services.filter { $0.key.slot == slot }
    guard let slot, !registered.isEmpty else { return }
    problems.append(.accountKeyRegistered(slot.description, registered.map(\.place)))
    services.removeAll { $0.key.slot == slot }
  }

  private mutating func checkServices() {
    guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) else { return }
    // The members of a family, which stand together, are of one type.
    var plain: (any Any.Type)?
    for service in services where service.valueTraits.valueType != plain {
      let valueType = service.valueTraits.valueType
      let type = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
      guard type is any Observable.Type else {
        plain = valueType
        continue
      }
      problems.append(
        .observableService(
          service.key.slot.description,
          type: String(describing: type),
          service.place
        )
      )
    }
  }

  /// Gives each key its number, settles replacements and reports keys that are registered twice.
  private mutating func indexServices() {
    numbers.reserveCapacity(services.count)
    var hasSeveral = false
    for (index, service) in services.enumerated() {
      let isFirst = numbers.updateValue(index, forKey: service.key.slot) == nil
      hasSeveral = hasSeveral || service.isReplacing || !isFirst
    }
    guard hasSeveral else { return }
    settleGroups()
    numbers.removeAll(keepingCapacity: true)
    for (index, service) in services.enumerated() { numbers[service.key.slot] = index }
  }

  private mutating func settleGroups() {
    let groups = Dictionary(grouping: services.indices) { services[$0].key.slot }
    var dropped: Set<Int> = []
    for (index, service) in services.enumerated() {
      // A key path that leads to no key is reported as such, and cannot be told from another one.
      guard service.key.isSupported, let group = groups[service.key.slot], group[0] == index
      else { continue }
      let replacing = group.filter { services[$0].isReplacing }
      let name = service.key.slot.description
      let places = group.map { services[$0].place }
      if group.count > 1 && replacing.count != 1 {
        problems.append(.duplicateKey(name, places))
      } else if let winner = replacing.first {
        notes.append(.replacement(name, count: group.count - 1, services[winner].place, places))
      }
      dropped.formUnion(group.filter { $0 != replacing.first ?? index })
    }
    services = services.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
  }

  private mutating func checkStates() {
    var places: [StateID: [SourcePlace]] = [:]
    for state in states { places[state.id, default: []].append(state.place) }
    for state in states {
      let id = state.id
      if let group = places[id], group.count > 1, group[0] == state.place {
        problems.append(.duplicateState(state.name, group))
        places[id] = nil
      }
      for service in services where service.valueTraits.holds(instancesOf: state.type) {
        problems.append(
          .stateIsService(state.name, service.key.slot.description, state.place)
        )
      }
      if state.policy == nil && accountSlot != nil {
        problems.append(.missingAccountPolicy(state.name, state.place))
      }
    }
    checkStashNames()
  }

  /// Finds states of different types that are stored under one name.
  private mutating func checkStashNames() {
    var owners: [String: StateRegistration] = [:]
    for state in states where state.isStored {
      guard let owner = owners[state.name] else {
        owners[state.name] = state
        continue
      }
      if owner.id != state.id {
        problems.append(.duplicateStashName(state.name, [owner.place, state.place]))
      }
    }
  }

  private mutating func checkKeyPaths(_ found: ServiceEdges) {
    for key in accountKeys where !key.key.isSupported {
      reportUnsupported(key.key, in: "rewiredBy", key.place)
    }
    for index in services.indices where found.hasProblem[index] || found.isMarked[index] {
      let service = services[index]
      if !service.key.isSupported { reportUnsupported(service.key, in: "a service", service.place) }
      if found.hasProblem[index] {
        check(service.dependencies, of: "the service '\(service.key.slot)'", service.place)
      }
      check(
        service.rewiring?.dependencies ?? [],
        of: "the service '\(service.key.slot)'",
        service.place
      )
    }
    for state in states {
      for fill in state.fills {
        check(fill.dependencies, of: "the fill of '\(state.name)'", fill.place)
      }
    }
    for task in tasks { check(task.dependencies, of: "a lifecycle task", task.place) }
    for hook in hooks { check(hook.dependencies, of: "a teardown hook", hook.place) }
  }

  private mutating func check(
    _ dependencies: [EnvironmentDependency],
    of owner: @autoclosure () -> String,
    _ place: SourcePlace
  ) {
    for dependency in dependencies {
      if !dependency.isSupported {
        reportUnsupported(dependency, in: owner(), place)
      } else if numbers[dependency.slot] == nil && dependency.slot != accountSlot {
        reportUnregistered(dependency.slot.description, owner(), place)
      }
    }
  }

  private mutating func reportUnsupported(
    _ dependency: EnvironmentDependency,
    in owner: String,
    _ place: SourcePlace
  ) {
    problems.append(
      .unsupportedKeyPath(String(describing: dependency.slot.keyType), in: owner, place)
    )
  }

  private mutating func reportUnregistered(
    _ key: String,
    _ owner: String,
    _ place: SourcePlace
  ) {
    if isStrict {
      problems.append(
        .unregisteredKey(key, neededBy: owner, suggestion: suggestions.nearest(to: key), place)
      )
    } else {
      notes.append(.unregisteredKey(key, neededBy: owner, place))
    }
  }

  private mutating func checkLifetimes(_ paths: LifetimePaths, isMarked: [Bool]) {
    for index in services.indices where isMarked[index] {
      let service = services[index]
      let isAccount = paths.lifetime(of: index) == .account
      if service.isOverlapping && !(isAccount && service.factory.isLoading) {
        notes.append(.withoutEffect(service.key.slot.description, service.place))
      }
      if isAccount && service.isKeptAcrossAccounts {
        problems.append(.keptServiceDependsOnAccount(paths.path(from: index), service.place))
      }
      if isAccount && service.rewiring != nil {
        problems.append(.rewiredServiceDependsOnAccount(paths.path(from: index), service.place))
      }
      let followsAccount = isAccount || (service.rewiring != nil && accountSlot != nil)
      if !followsAccount && service.requiresAuthentication {
        problems.append(
          .gatedServiceWithoutAccount(service.key.slot.description, service.place)
        )
      }
    }
  }

  private mutating func checkTasks() {
    guard accountSlot == nil else { return }
    for task in tasks where task.requiresAuthentication {
      problems.append(.gatedTaskWithoutAccount(task.place))
    }
  }

  private mutating func reportCycles(_ cycles: [[Int]], _ vertexServices: [Int]) {
    for cycle in cycles {
      // A rewired service stands in the circle once, though it has two vertices.
      var members: [Int] = []
      for vertex in cycle where members.last != vertexServices[vertex] {
        members.append(vertexServices[vertex])
      }
      problems.append(
        .cycle(
          members.map { services[$0].key.slot.description },
          members.map { services[$0].place }
        )
      )
    }
  }
}

/// The way to the type inside of an optional one.
private protocol OptionalType {
  static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: any Any.Type { Wrapped.self }
}
