import AppGraph
import AppGraphTesting
import Testing

/// The cases about work for an account that need not be the active one.
@Suite @MainActor
struct JobTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  /// A job that uses `info` for a time, and writes down for whom.
  private func job(
    _ name: String,
    for id: String,
    of app: AppDependencyGraph<ProbeAccount>,
    takes milliseconds: Int = 100
  ) -> Task<JobOutcome, Never> {
    app.job(name, for: id, from: \.[probe: "info"]) { [probe] account, info in
      probe.note("\(name) begins as \(account.id) with \(info.account)")
      try await probe.clock.sleep(for: .milliseconds(milliseconds))
      probe.note("\(name) ends")
    }
  }

  @Test func `SP-02 A job gets services of its own account, started for it and stopped after it`()
    async throws
  {
    let app = try await standard.app()
    await standard.time(100)
    let job = job("sync", for: "bob", of: app)
    await standard.time(1_000)
    #expect(await isDone(job))
    // The stream is not needed, so it is not opened.
    #expect(
      probe.journal == [
        "100 start api bob", "100 start info bob", "130 sync begins as bob with bob",
        "230 sync ends", "230 stop info bob", "230 stop api bob",
      ]
    )
    #expect(app.active == "alice")
    #expect(app.status.generation == 1)
    #expect(app.leaks.isEmpty)
  }

  @Test func `Concurrent jobs of one account share one scope`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let first = job("first", for: "bob", of: app)
    await standard.time(150)
    let second = job("second", for: "bob", of: app)
    // It needs less than the others have.
    let third = app.job("third", for: "bob", from: \.[probe: "api"]) { [probe] _, api in
      probe.note("third runs with \(api.account)")
    }
    await standard.time(1_000)
    for job in [first, second, third] { #expect(await isDone(job)) }
    #expect(
      probe.journal == [
        "100 start api bob", "100 start info bob", "130 first begins as bob with bob",
        "150 second begins as bob with bob", "150 third runs with bob", "230 first ends",
        "250 second ends", "250 stop info bob", "250 stop api bob",
      ]
    )
  }

  @Test func `A job that needs more than another gets the rest on top, and each service once`()
    async throws
  {
    let app = try await standard.app()
    await standard.time(100)
    let first = app.job("first", for: "bob", from: \.[probe: "api"]) { [probe] _, api in
      probe.note("first begins with \(api.account)")
      try await probe.clock.sleep(for: .milliseconds(10))
      probe.note("first ends")
    }
    let second = job("second", for: "bob", of: app)
    await standard.time(1_000)
    for job in [first, second] { #expect(await isDone(job)) }
    #expect(
      probe.journal == [
        "100 start api bob", "100 first begins with bob", "100 start info bob", "110 first ends",
        "130 second begins as bob with bob", "230 second ends", "230 stop info bob",
        "230 stop api bob",
      ]
    )
    #expect(app.leaks.isEmpty)
  }

  @Test func `A job that is cancelled in the turn it began in has begun nothing`() async throws {
    let app = try await standard.app()
    let job = job("a", for: "bob", of: app)
    app.accounts.remove("bob")
    await probe.advance(1_000)
    guard case .cancelled = await job.value else {
      Issue.record("the job was not cancelled")
      return
    }
    #expect(probe.journal.isEmpty)
  }

  @Test func `A start that ends when the graph is gone does no harm`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let ended = Log()
    do {
      let graph = DependencyGraph(rewiredBy: \.probeAccount) {
        Service(\.[probe: "api"], from: \.probeAccount) { Probe("api", account: $0.id) }
          .onStart { _, _ in
            // A task of its own is not cancelled with this one.
            await Task { for await _ in stream {} }.value
            ended.write("ended")
          }
          .startLimit(.milliseconds(1))
      }
      let options = GraphOptions(reporter: { _ in })
      let app = try await AppDependencyGraph(graph, accounts: [.alice], options: options)
      let job = app.job("a", for: "alice", from: \.[probe: "api"]) { _, _ in }
      guard case .failed(let error as JobStartError) = await job.value else {
        Issue.record("the start has a limit")
        return
      }
      #expect(error.causes.map(\.key) == ["ProbeKey[api]"])
      await app.close()
    }
    continuation.finish()
    while ended.lines.isEmpty { await Task.yield() }
  }

  @Test func `An optional service fails in a job as in an activation`() async throws {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api").optional()
      probe.service("feed", from: ["api"])
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      options: probe.options()
    )
    probe.failures["api"] = 1
    let job = app.job("a", for: "bob", from: \.[probe: "api"], \.[probe: "feed"]) {
      [probe] _, api, feed in probe.note("\(api.account) \(feed.account)")
    }
    await probe.advance(10)
    #expect(await isDone(job))
    #expect(probe.journal.contains("0 nobody nobody"))
  }

  @Test func `A job that throws its own cancellation has ended, and says how`() async throws {
    let app = try await standard.app()
    let job = app.job("a", for: "bob") { _ in throw CancellationError() }
    await probe.advance(10)
    guard case .failed(let error) = await job.value, error is CancellationError else {
      Issue.record("nobody has cancelled it")
      return
    }
    #expect(probe.recorder.events.contains { "\($0)".contains("'a' of 'bob' ended") })
  }

  @Test func `A job keeps its account through switches to it and away from it`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let job = job("sync", for: "bob", of: app, takes: 500)
    await standard.time(200)
    app.request(.bob)
    await standard.time(300)
    #expect(app.active == "bob")
    app.request(.alice)
    await standard.time(1_000)
    #expect(await isDone(job))
    #expect(probe.journal.filter { $0.contains("api bob") }.count == 4)
    #expect(probe.journal.contains("630 sync ends"))
    #expect(app.leaks.isEmpty)
  }

  @Test func `A removal cancels the job and stops its services`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let starting = job("a", for: "bob", of: app)
    await standard.time(110)
    app.accounts.remove("bob")
    await standard.time(1_000)
    guard case .cancelled = await starting.value else {
      Issue.record("the job was not cancelled")
      return
    }
    #expect(
      probe.journal == ["100 start api bob", "100 start info bob", "110 stop api bob"]
    )
    guard case .unknownAccount = await job("b", for: "bob", of: app).value else {
      Issue.record("bob is gone")
      return
    }
  }

  @Test func `Services that do not start fail the job, and the next one tries again`()
    async throws
  {
    let app = try await standard.app()
    probe.failures["info"] = 1
    let first = job("a", for: "bob", of: app)
    await probe.advance(100)
    guard case .failed(let error as JobStartError) = await first.value else {
      Issue.record("the job did not fail")
      return
    }
    #expect(error.account == "bob")
    #expect(
      "\(error)".hasPrefix("A job of 'bob' did not begin, because a service that it needs did ")
    )
    #expect(error.causes.map(\.key) == ["ProbeKey[info]"])
    #expect(probe.journal.suffix(1) == ["70 stop api bob"])
    let second = job("b", for: "bob", of: app)
    await probe.advance(1_000)
    #expect(await isDone(second))
    #expect(app.active == "alice")
  }

  @Test func `Closing cancels jobs and stops their services before those of the app`()
    async throws
  {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.appService("disk")
      Service(\.[probe: "client"], from: \.probeAccount, \.[probe: "disk"]) {
        Probe("client", account: $0.id, inputs: [$1])
      }
      .onStop { [probe] client in
        try await probe.clock.sleep(for: .milliseconds(5))
        probe.note("stop client \(client.account)")
      }
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      options: probe.options()
    )
    let job = app.job("sync", for: "bob", from: \.[probe: "client"]) { [probe] _, _ in
      try await probe.clock.sleep(for: .seconds(100))
    }
    await probe.advance(10)
    await standard.close(app)
    guard case .cancelled = await job.value else {
      Issue.record("the job was not cancelled")
      return
    }
    #expect(probe.journal == ["0 start disk app", "15 stop client bob", "15 stop disk app"])
    #expect(app.leaks.isEmpty)
  }

  @Test func `The services of a job cannot write live state`() async throws {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "client"], from: \.probeAccount) { Probe("client", account: $0.id) }
        .onStart { [probe] client, lease in
          do {
            try lease.commit { probe.note("written by \(client.account)") }
          } catch {
            probe.note("\(client.account): \(error as? LeaseError == .ofJob)")
          }
          lease.task { _ in probe.note("works for \(client.account)") }
        }
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(10)
    app.job("sync", for: "bob", from: \.[probe: "client"]) { [probe] _, _ in
      try await probe.clock.sleep(for: .milliseconds(1))
    }
    await probe.advance(10)
    #expect(
      probe.journal == [
        "0 written by alice", "0 works for alice", "10 bob: true", "10 works for bob",
      ]
    )
    #expect(app.refusedWrites == 0)
  }

  @Test func `Ambient reads in a job see its own account`() async throws {
    let app = try await standard.app()
    let seen = Log()
    app.job("sync", for: "bob", from: \.[probe: "api"]) { _, _ in
      seen.write(AmbientReader().api.account)
    }
    await probe.advance(100)
    #expect(seen.lines == ["bob"])
  }

  @Test func `RT-06 A window that is pinned to an account keeps its services through switches`()
    async throws
  {
    let app = try await standard.app(of: [.alice, .bob, .carol])
    let window = app.job("window 2", for: "bob", from: \.[probe: "info"]) { [probe] _, info in
      // Open until the window closes.
      try await probe.clock.sleep(for: .seconds(1))
      probe.note("window 2 still shows \(info.account)")
    }
    await standard.time(100)
    probe.forgetJournal()
    app.request(.carol)
    await standard.time(500)
    #expect(app.active == "carol")
    #expect(!probe.journal.contains { $0.contains("bob") })
    await standard.time(2_000)
    #expect(await isDone(window))
    #expect(
      probe.journal.suffix(3) == [
        "1070 window 2 still shows bob", "1070 stop info bob", "1070 stop api bob",
      ]
    )
  }

  @Test func `RG-05 Services that a job uses are gone when it has ended`() async throws {
    let app = try await standard.app()
    await standard.time(60)
    weak var used: Probe?
    app.job("sync", for: "alice", from: \.[probe: "info"]) { [probe] _, info in
      used = info
      try await probe.clock.sleep(for: .milliseconds(100))
    }
    await standard.time(95)
    weak let stream = app.environment[probe: "stream"]
    weak let info = app.environment[probe: "info"]
    #expect(used != nil)
    #expect(used !== info)
    await standard.time(100)
    app.request(.bob)
    await standard.time(146)
    #expect(stream == nil)
    #expect(info == nil)
    #expect(used != nil)
    await standard.time(191)
    #expect(used == nil)
    #expect(app.leaks.isEmpty)
  }

  private func isDone(_ job: Task<JobOutcome, Never>) async -> Bool {
    if case .done = await job.value { true } else { false }
  }
}

/// An object that the graph did not make.
@MainActor
private final class AmbientReader {
  @AppEnvironment(\.[probe: "api"]) var api
}
