extension TransitionEngine {
  /// Makes, without a wait, all services of an account that can be made from what is known now.
  ///
  /// Those are the synchronous ones that are reachable through synchronous, non-gated registrations, and
  /// not through an optional service that has a start, whose value is known only when that has ended.
  func construct(_ account: Account?, generation: UInt64) -> GenerationInstances {
    let instances = instances(for: account, generation: generation)
    var isFinal = [Bool](repeating: false, count: part.services.count)
    if account != nil { make(in: instances, isFinal: &isFinal) }
    return instances
  }

  /// What is made for an account, with nothing in it but the account itself.
  func instances(for account: Account?, generation: UInt64) -> GenerationInstances {
    let instances = GenerationInstances(
      account: account,
      accountName: account.flatMap { host?.accountName($0) },
      gate: LeaseGate(
        ledger,
        generation: generation,
        serviceCount: part.services.count,
        isOpen: false
      ),
      count: part.services.count,
      parent: host?.parentTable ?? .empty
    )
    if let account, let accountSlot, let box = host?.accountBox(account) {
      instances.insert(box, at: accountSlot)
    }
    return instances
  }

  /// Makes every service that can be made now and is not made yet.
  ///
  /// - Parameters:
  ///   - instances: Where to put them.
  ///   - isFinal: Per service, whether what its key holds will not change any more.
  func make(in instances: GenerationInstances, isFinal: inout [Bool]) {
    let isAnonymous = instances.account.map { !machine.roster.isAuthenticated($0) } ?? true
    spawner.inline(reading: instances.source) {
      for service in part.order where !isFinal[service] {
        make(service, in: instances, isFinal: &isFinal, isAnonymous: isAnonymous)
      }
    }
  }

  private func make(
    _ service: Service,
    in instances: GenerationInstances,
    isFinal: inout [Bool],
    isAnonymous: Bool
  ) {
    let planned = part.services[service]
    let registration = planned.registration
    if planned.isRewiring {
      isFinal[service] = true
      return
    }
    let isGated = isAnonymous && registration.requiresAuthentication
    guard case .making(let make) = registration.factory, !isGated,
      instances.boxes[service] == nil,
      instances.failures.isEmpty || instances.failures[service] == nil,
      hasFinalDependencies(service, &isFinal)
    else { return }
    do {
      var reader = registration.reader(in: instances.table)
      let box = try checked(make(&reader), planned)
      instances.boxes[service] = box
      instances.insert(box, at: planned.slot)
      isFinal[service] = !registration.isOptional || registration.start == nil
    } catch {
      instances.failures[service] = error
      isFinal[service] = registration.isOptional
    }
  }
}

extension TransitionEngine {
  /// Whether all that a service is made from will not change any more.
  ///
  /// The marks are lent, so that asking for each service counts no reference.
  func hasFinalDependencies(_ service: Service, _ isFinal: inout [Bool]) -> Bool {
    for edge in part.topology.dependencies.edges(of: service)
    where !isFinal[part.topology.dependencies.target(edge)] {
      return false
    }
    return true
  }

  /// Refuses an observable instance where only the instance shows what it is.
  func checked(_ box: AnyObject, _ planned: PlannedService) throws -> AnyObject {
    // Nearly every object is of the very class that its key names.
    if let objectType = planned.objectType, type(of: ValueBox.object(in: box)) == objectType {
      return box
    }
    let registration = planned.registration
    guard let type = registration.valueTraits.observableType(in: box) else { return box }
    throw PlanError(problems: [
      .observableService(
        registration.key.slot.description,
        type: String(describing: type),
        registration.place
      )
    ])
  }

  /// The environment that is visible: the target's from the fence on.
  var environmentTable: EnvironmentTable { (pending ?? present).table }

  /// The gate of the generation whose environment is visible.
  var visibleGate: LeaseGate { (pending ?? present).gate }

  /// The services of past generations that are still alive.
  func leaks() -> [Leak] {
    var alive: Set<ObjectIdentifier> = []
    for instances in [present, pending].compactMap(\.self) {
      for (service, box) in instances.boxes.enumerated() {
        guard let box, let object = part.services[service].registration.valueTraits.object(in: box)
        else {
          continue
        }
        alive.insert(ObjectIdentifier(object))
      }
    }
    return retired.alive(except: alive)
  }

  /// Moves the engine's values onto another environment below, and publishes them.
  func rebase(onto parent: EnvironmentTable) {
    pending?.rebase(onto: parent)
    present.rebase(onto: parent)
    publish(pending ?? present)
  }
}
