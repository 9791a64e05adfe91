import AppGraph
import AppGraphTesting
import Testing

/// The cases about removals that have a part at the server.
@Suite @MainActor
struct AccountManagerRemovalTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  /// A deletion at the server that takes 200 ms.
  private func deletion(
    of id: String,
    in app: AppDependencyGraph<ProbeAccount>,
    fails: Bool
  ) -> Task<Bool, any Error> {
    let clock = probe.clock
    return Task {
      try await app.accounts.remove(id) { _ in
        try await clock.sleep(for: .milliseconds(200))
        if fails { throw ProbeFailure(name: "server") }
      }
    }
  }

  @Test func `RM-01 A deletion that the server refuses destroys nothing`() async throws {
    let app = try await standard.app()
    app.states[Note.self].text = "draft"
    try app.credentials.store("tA", for: "alice")
    await standard.time(100)
    let deletion = deletion(of: "alice", in: app, fails: true)
    await standard.time(300)
    await #expect(throws: ProbeFailure(name: "server")) { try await deletion.value }
    #expect(app.active == "alice")
    #expect(app.status.generation == 1)
    #expect(probe.journal.isEmpty)
    #expect(app.states[Note.self].text == "draft")
    #expect(try app.credentials.credential(for: "alice") == "tA")
  }

  @Test func `RM-01 A deletion that the server confirms goes on as a removal`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let deletion = deletion(of: "alice", in: app, fails: false)
    await standard.time(299)
    #expect(probe.journal.isEmpty)
    await standard.time(1_000)
    #expect(try await deletion.value)
    #expect(
      probe.journal == [
        "300 stop stream alice", "305 stop info alice", "305 stop api alice",
        "305 start api bob", "305 start info bob", "335 start stream bob",
      ]
    )
    #expect(app.accounts.list.map(\.id) == ["bob"])
    #expect(app.accounts.outbox.isEmpty)
  }

  @Test func `A deletion ends when the account is removed meanwhile`() async throws {
    let app = try await standard.app()
    let deletion = deletion(of: "bob", in: app, fails: false)
    await probe.advance(10)
    app.accounts.remove("bob")
    await probe.advance(10)
    #expect(try await !deletion.value)
    #expect(probe.clock.sleeperCount == 0)
    await #expect(throws: AccountRecordError.unknownAccount("bob")) {
      try await app.accounts.remove("bob") { _ in }
    }
  }

  @Test
  func `RM-02 A sign-out that is left for later is done as its own account, never as another`()
    async throws
  {
    let app = try await standard.app()
    try app.credentials.store("tA1", for: "alice")
    try app.credentials.store("tB1", for: "bob")
    await standard.time(100)
    app.accounts.remove("alice", keepsRemotePart: true)
    await standard.time(200)
    try app.accounts.add(.alice, credential: "tA2")
    app.request(.bob)
    await standard.time(300)
    var signedOut: [String] = []
    let left = await app.accounts.emptyOutbox { entry in
      signedOut.append("\(entry.account) with \(entry.credential ?? "-")")
    }
    #expect(left == 0)
    #expect(signedOut == ["alice with tA1"])
    #expect(app.accounts.outbox.isEmpty)
    #expect(app.accounts.list.map(\.id) == ["bob", "alice"])
    #expect(try app.credentials.credential(for: "alice") == "tA2")
    #expect(app.active == "bob")
  }

  @Test func `A sign-out that fails stays, and the others are done`() async throws {
    let app = try await standard.app(of: [.alice, .bob, .carol])
    for id in ["alice", "bob", "carol"] {
      try app.credentials.store("token of \(id)", for: id)
    }
    for id in ["bob", "carol"] { app.accounts.remove(id, keepsRemotePart: true) }
    #expect(app.accounts.outbox.map(\.account) == ["bob", "carol"])
    let left = await app.accounts.emptyOutbox { entry in
      if entry.account == "bob" { throw ProbeFailure(name: "network") }
    }
    #expect(left == 1)
    #expect(app.accounts.outbox.map(\.account) == ["bob"])
    #expect(app.accounts.outbox.map(\.credential) == ["token of bob"])
    let entry = try #require(app.accounts.outbox.first)
    app.accounts.discard(entry)
    app.accounts.discard(entry)
    #expect(app.accounts.outbox.isEmpty)
  }

  @Test func `A sign-out is done once, and one that is discarded meanwhile is not done`()
    async throws
  {
    let app = try await standard.app(of: [.alice, .bob, .carol, ProbeAccount(id: "dora")])
    for id in ["bob", "carol"] {
      try app.credentials.store("token of \(id)", for: id)
      app.accounts.remove(id, keepsRemotePart: true)
    }
    let log = Log()
    let clock = probe.clock
    let calls = (0..<2).map { _ in
      Task {
        await app.accounts.emptyOutbox { entry in
          log.write(entry.account)
          try await clock.sleep(for: .milliseconds(10))
        }
      }
    }
    await probe.advance(5)
    #expect(log.lines == ["bob", "carol"])
    app.accounts.discard(app.accounts.outbox[0])
    app.accounts.discard(app.accounts.outbox[0])
    // Its number is its own, and so is its credential: none.
    app.accounts.remove("dora", keepsRemotePart: true)
    await probe.advance(100)
    for call in calls { _ = await call.value }
    #expect(log.lines == ["bob", "carol"])
    #expect(app.accounts.outbox.map(\.account) == ["dora"])
    #expect(app.accounts.outbox.map(\.number) == [3])
    #expect(app.accounts.outbox.map(\.credential) == [nil])
  }

  @Test func `Cancelling whoever deletes an account cancels what asks the server`() async throws {
    let app = try await standard.app()
    let deletion = deletion(of: "bob", in: app, fails: false)
    await probe.advance(10)
    deletion.cancel()
    await probe.advance(10)
    await #expect(throws: CancellationError.self) { try await deletion.value }
    #expect(app.accounts["bob"] != nil)
    #expect(probe.clock.sleeperCount == 0)
  }

  @Test
  func `An account added again while its services still stop keeps nothing of its earlier time`()
    async throws
  {
    let app = try await standard.app()
    try app.credentials.store("tA1", for: "alice")
    try app.records.store("old", as: "feed", for: "alice")
    app.states[Note.self].text = "old draft"
    app.accounts.remove("alice")
    await probe.advance(1)
    #expect(app.accounts.add(.alice))
    #expect(try app.credentials.credential(for: "alice") == nil)
    #expect(try app.records.value("feed", as: String.self, for: "alice") == nil)
    try app.credentials.store("tA2", for: "alice")
    await probe.advance(1_000)
    #expect(try app.credentials.credential(for: "alice") == "tA2")
    app.request(.alice)
    await probe.advance(1_000)
    #expect(app.active == "alice")
    #expect(app.states[Note.self].text == "")
  }
}
