/// For each registered key, the next key on the shortest way to the account.
struct LifetimePaths: Sendable {
  private let slots: [EnvironmentSlot]
  /// Per service: nothing for app lifetime, else the service on the way, or -1 for the account itself.
  private let next: [Int?]
  private let numbers: [EnvironmentSlot: Int]
  private let accountSlot: EnvironmentSlot?

  init(
    slots: [EnvironmentSlot],
    numbers: [EnvironmentSlot: Int],
    accountSlot: EnvironmentSlot?,
    dependencies: Adjacency,
    dependsOnAccountKey: [Bool]
  ) {
    self.slots = slots
    self.numbers = numbers
    self.accountSlot = accountSlot
    var next = [Int?](repeating: nil, count: slots.count)
    var queue = slots.indices.filter { dependsOnAccountKey[$0] }
    for service in queue { next[service] = -1 }
    let dependents = dependencies.reversed
    var head = 0
    while head < queue.count {
      let service = queue[head]
      head += 1
      for edge in dependents.edges(of: service) where next[dependents.target(edge)] == nil {
        next[dependents.target(edge)] = service
        queue.append(dependents.target(edge))
      }
    }
    self.next = next
  }

  /// The number of the service that is registered for a key.
  func number(of slot: EnvironmentSlot) -> Int? {
    numbers[slot]
  }

  func lifetime(of service: Int) -> Lifetime {
    next[service] == nil ? .app : .account
  }

  /// The names of the keys from a service to the account key.
  func path(from service: Int) -> [String] {
    var path = [slots[service].description]
    var service = service
    while let step = next[service], step >= 0 {
      path.append(slots[step].description)
      service = step
    }
    if next[service] != nil, let accountSlot { path.append(accountSlot.description) }
    return path
  }

  var explanations: [LifetimeExplanation] {
    slots.map(explanation)
  }

  func explanation(of slot: EnvironmentSlot) -> LifetimeExplanation {
    if slot == accountSlot {
      return LifetimeExplanation(lifetime: .account, path: [slot.description], isRegistered: true)
    }
    guard let service = numbers[slot] else {
      return LifetimeExplanation(lifetime: .app, path: [slot.description], isRegistered: false)
    }
    return LifetimeExplanation(
      lifetime: lifetime(of: service),
      path: path(from: service),
      isRegistered: true
    )
  }
}
