import Testing

@testable import AppGraph

/// Small spaces of the transition machine, tried whole, and large ones at random.
@Suite struct TransitionMachineTests {
  static let topologies: [(name: String, topology: Topology)] = [
    ("none", Topology(dependencies: [])),
    ("one", Topology(dependencies: [[]])),
    ("two apart", Topology(dependencies: [[], []])),
    ("chain", Topology(dependencies: [[], [0], [1]], requiresAuthentication: [2])),
    ("fork", Topology(dependencies: [[], [0], [0]], optional: [1])),
    ("join", Topology(dependencies: [[], [], [0, 1]], requiresAuthentication: [0])),
    ("backwards", Topology(dependencies: [[1], [2], []])),
  ]

  /// Every order of five events: whatever users can do, and whatever ends.
  @Test(arguments: topologies.indices)
  func `No order of five events breaks a rule`(_ index: Int) {
    let (name, topology) = Self.topologies[index]
    var search = ExhaustiveSearch()
    search.run(MachineDriver(topology, accounts: [true, true, false]), depth: 5)
    if let violation = search.violations.first { Issue.record("\(name): \(violation)") }
    #expect(search.leaves > 1_000)
    print("\(name): \(search.leaves) orders of events")
  }

  @Test(arguments: 0..<2_000 as Range<UInt64>)
  func `Long random scripts on random graphs break no rule`(_ seed: UInt64) {
    var script = RandomScript(seed: seed)
    let driver = script.run(events: 120)
    if let violation = driver.violations.first { Issue.record("seed \(seed): \(violation)") }
  }

  @Test func `A burst of requests activates the last account only`() {
    var driver = MachineDriver(Self.topologies[3].topology, accounts: [true, true, true])
    for account in [0, 1, 2, 1, 0, 2] { driver.apply(.request(account)) }
    driver.settle()
    #expect(driver.activations == [2])
    #expect(driver.answers[6] == .activated)
    #expect((1...5).allSatisfy { driver.answers[$0] == .superseded(by: [0, 1, 2, 1, 0, 2][$0]) })
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `When requests stop, the last that did not fail is active`(_ seed: UInt64) {
    var script = RandomScript(seed: seed)
    let (driver, last) = script.runRequestsOnly(count: 40)
    if let violation = driver.violations.first { Issue.record("seed \(seed): \(violation)") }
    #expect(driver.machine.active == last, "seed \(seed)")
  }
}

/// A search through every order of events up to a depth.
struct ExhaustiveSearch {
  private(set) var leaves = 0
  private(set) var violations: [String] = []

  mutating func run(_ driver: MachineDriver, depth: Int) {
    guard driver.violations.isEmpty, violations.isEmpty else {
      violations += driver.violations
      return
    }
    guard depth > 0 else {
      leaves += 1
      var copy = driver
      copy.settle()
      violations += copy.violations
      return
    }
    for event in events(driver) {
      var copy = driver
      copy.apply(event)
      run(copy, depth: depth - 1)
    }
  }

  private func events(_ driver: MachineDriver) -> [MachineDriver.Event] {
    let users: [MachineDriver.Event] = [
      .request(0), .request(1), .request(2), .cancelNewest, .remove(0), .remove(1), .route(1),
      .route(nil), .close,
    ]
    return users + driver.endings
  }
}

/// A random graph and a random course of events on it.
struct RandomScript {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func topology() -> Topology {
    let count = Int.random(in: 0...9, using: &generator)
    var dependencies: [[Int]] = []
    // Dependencies go back in a shuffled order, so that declaration order is not their order.
    let names = Array(0..<count).shuffled(using: &generator)
    var byName = [[Int]](repeating: [], count: count)
    for position in 0..<count {
      for earlier in 0..<position where Int.random(in: 0..<3, using: &generator) == 0 {
        byName[names[position]].append(names[earlier])
      }
    }
    dependencies = byName
    let gated = Set((0..<count).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
    let optional = Set((0..<count).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
    return Topology(
      dependencies: dependencies,
      requiresAuthentication: gated,
      optional: optional
    )
  }

  mutating func run(events: Int) -> MachineDriver {
    var driver = MachineDriver(topology(), accounts: [true, true, true, false])
    for _ in 0..<events where driver.violations.isEmpty { driver.apply(next(driver)) }
    driver.settle()
    return driver
  }

  private mutating func next(_ driver: MachineDriver) -> MachineDriver.Event {
    let endings = driver.endings
    if !endings.isEmpty && Int.random(in: 0..<10, using: &generator) < 7 {
      return endings[Int.random(in: endings.indices, using: &generator)]
    }
    let account = Int.random(in: 0...3, using: &generator)
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<18: return .request(account)
    case 18..<22: return .requestStaged(account)
    case 22..<26: return .cancelNewest
    case 26..<28: return .remove(account)
    case 28..<32: return .add(account)
    case 32..<35: return .route(account)
    case 35..<37: return .route(nil)
    case 37..<39: return .retry
    default: return Int.random(in: 0..<20, using: &generator) == 0 ? .close : .retry
    }
  }

  /// Requests and endings only; failures of starts among them.
  mutating func runRequestsOnly(count: Int) -> (driver: MachineDriver, last: Int?) {
    var driver = MachineDriver(topology(), accounts: [true, true, true, false])
    for _ in 0..<count {
      let endings = driver.endings
      if endings.isEmpty || Int.random(in: 0..<3, using: &generator) == 0 {
        driver.apply(.request(Int.random(in: 0...3, using: &generator)))
      } else {
        driver.apply(endings[Int.random(in: endings.indices, using: &generator)])
      }
    }
    let last = Int.random(in: 0...3, using: &generator)
    driver.apply(.request(last))
    driver.settle()
    return (driver, last)
  }
}
