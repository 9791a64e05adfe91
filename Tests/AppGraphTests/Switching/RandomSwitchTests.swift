import AppGraph
import AppGraphTesting
import Testing

/// Random graphs and random users on the whole library, against what must always hold.
@Suite @MainActor
struct RandomSwitchTests {
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `No random course of events mixes accounts, leaks, or comes to rest half way`(
    _ seed: UInt64
  ) async throws {
    var world = RandomWorld(seed: seed)
    try await world.run()
    if let violation = world.log.violations.first { Issue.record("seed \(seed): \(violation)") }
    #expect(world.log.observations > 0)
  }
}

/// What a random course of events has shown.
@MainActor
final class RandomWorldLog {
  var violations: [String] = []
  var observations = 0
  var weakProbes: [WeakProbe] = []

  struct WeakProbe {
    weak var probe: Probe?
    let account: String
  }
}

/// A random graph with a random user.
@MainActor
struct RandomWorld {
  let log = RandomWorldLog()
  private var generator: SeededGenerator
  private let probe = ProbeGraph()
  private var names: [String] = []
  private let accounts = [ProbeAccount.alice, .bob, .carol, .guest]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func run() async throws {
    let graph = graph()
    let app = try await AppDependencyGraph(
      graph,
      accounts: accounts,
      anonymous: .guest,
      options: probe.options(GraphLimits(start: .milliseconds(40), stop: .milliseconds(30)))
    )
    let kept = app.environment[probe: "kept"]
    var leases: [Lease] = []
    var generation: UInt64 = 0
    for _ in 0..<40 {
      act(on: app)
      observe(app)
      await probe.advance(Int.random(in: 0...15, using: &generator))
      observe(app)
      check(app, kept, &leases, &generation)
    }
    await rest(app, leases)
  }

  // MARK: The graph

  private mutating func graph() -> DependencyGraph<ProbeAccount> {
    let count = Int.random(in: 1...8, using: &generator)
    var services: [Service<Probe>] = [probe.appService("kept")]
    for index in 0..<count {
      let earlier = names.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      let name = "s\(index)"
      names.append(name)
      services.append(service(name, from: earlier))
    }
    let shuffled = services.shuffled(using: &generator)
    return DependencyGraph(rewiredBy: \.probeAccount) {
      for service in shuffled { service }
      SharedState(Note.self) { Note() }.onAccountChange { $0.text = "" }
    }
  }

  private mutating func service(_ name: String, from names: [String]) -> Service<Probe> {
    let start = Duration.milliseconds(Int.random(in: 0...12, using: &generator))
    // One in eight stops exceeds its limit.
    let hangs = Int.random(in: 0..<8, using: &generator) == 0
    let stop = Duration.milliseconds(hangs ? 100 : Int.random(in: 0...8, using: &generator))
    var service: Service<Probe>
    switch Int.random(in: 0..<4, using: &generator) {
    case 0 where !names.isEmpty:
      let clock = probe.clock
      let loaded = Service(
        \.[probe: name],
        from: \.[probe: names[0]],
        loading: { input in
          try await clock.sleep(for: start)
          return Probe(name, account: input.account, inputs: [input])
        }
      )
      service = probe.observed(loaded, name, start: .zero, stop: stop)
    default: service = probe.service(name, from: names, start: start, stop: stop)
    }
    if Int.random(in: 0..<5, using: &generator) == 0 { service = service.optional() }
    if Int.random(in: 0..<5, using: &generator) == 0 { service = service.requiresAuthentication() }
    return service
  }

  // MARK: The user

  private mutating func act(on app: AppDependencyGraph<ProbeAccount>) {
    let account = accounts[Int.random(in: accounts.indices, using: &generator)]
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<5: app.request(account)
    case 5: app.request(account, policy: .staged)
    case 6: app.request(account).cancel()
    case 7:
      let name = names[Int.random(in: names.indices, using: &generator)]
      probe.failures[Bool.random(using: &generator) ? name : "stop \(name)"] = 1
    case 8: app.accounts.remove(account.id)
    case 9: app.accounts.add(account)
    case 10: app.retryDegraded()
    default:
      let note = app.states[Note.self]
      app.lease.task { [clock = probe.clock] lease in
        try? await clock.sleep(for: .milliseconds(7))
        _ = try? lease.commit { note.text = "\(lease.generation)" }
      }
    }
  }

  // MARK: What must hold

  private func observe(_ app: AppDependencyGraph<ProbeAccount>) {
    let environment = app.environment
    let account = environment.probeAccount.id
    log.observations += 1
    for name in names {
      let value = environment[probe: name]
      if value.account != account && value.account != "nobody" {
        log.violations.append("'\(name)' of \(value.account) beside account \(account)")
      }
      if value.account != "nobody" {
        log.weakProbes.append(RandomWorldLog.WeakProbe(probe: value, account: account))
      }
    }
    let text = app.states[Note.self].text
    if !text.isEmpty && text != "\(app.status.generation)" {
      log.violations.append("a state of generation \(text) in \(app.status.generation)")
    }
  }

  private func check(
    _ app: AppDependencyGraph<ProbeAccount>,
    _ kept: Probe,
    _ leases: inout [Lease],
    _ generation: inout UInt64
  ) {
    if app.environment[probe: "kept"] !== kept { log.violations.append("an app service changed") }
    if app.status.generation < generation { log.violations.append("generations went back") }
    generation = app.status.generation
    for lease in leases where lease.generation != generation && lease.isLive {
      log.violations.append("a lease of generation \(lease.generation) lives in \(generation)")
    }
    leases.append(app.lease)
  }

  private func rest(_ app: AppDependencyGraph<ProbeAccount>, _ leases: [Lease]) async {
    probe.failures.removeAll()
    await probe.advance(10_000)
    if app.phase != .active && app.phase != .idle { log.violations.append("rests in \(app.phase)") }
    if !app.leaks.isEmpty { log.violations.append("leaks \(app.leaks)") }
    let closing = Task { await app.close() }
    await probe.advance(10_000)
    await closing.value
    if probe.clock.sleeperCount > 0 { log.violations.append("somebody still waits") }
    if leases.contains(where: \.isLive) { log.violations.append("a lease outlives the graph") }
    if !app.leaks.isEmpty { log.violations.append("leaks \(app.leaks) after closing") }
    let alive = log.weakProbes.filter { $0.probe != nil }
    if !alive.isEmpty { log.violations.append("\(alive.count) services outlive the graph") }
    let starts = probe.journal.filter { $0.contains(" start kept") }
    if starts.count != 1 { log.violations.append("an app service started \(starts.count) times") }
  }
}
