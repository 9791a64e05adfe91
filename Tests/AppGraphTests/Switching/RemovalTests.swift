import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct RemovalTests {
  private func graph(_ probe: ProbeGraph) -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client", start: .milliseconds(10), stop: .milliseconds(5))
      probe.service("feed", from: ["client"])
      SharedState(Note.self) { Note() }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
    }
  }

  @Test func `After sign-out nothing of the account is reachable`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(
      graph(probe),
      accounts: [.alice, .bob],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(10)
    try app.credentials.store("secret", for: "alice")
    try app.records.store("rows", as: "cache", for: "alice")
    app.states[Note.self].text = "draft of alice"
    weak let client = app.environment[probe: "client"]
    let (lease, handle) = (app.lease, app.handle(\.[probe: "feed"]))
    #expect(app.accounts.remove("alice", keepsRemotePart: true))
    #expect(!app.accounts.remove("alice"))
    await probe.advance(100)
    await app.settled()
    #expect(app.active == "bob")
    #expect(app.accounts.list.map(\.id) == ["bob"])
    #expect(client == nil)
    #expect(app.leaks.isEmpty)
    #expect(app.states[Note.self].text == "")
    #expect(try app.credentials.credential(for: "alice") == nil)
    #expect(try (app.records.value("cache", for: "alice") as String?) == nil)
    #expect(app.accounts.outbox.map(\.account) == ["alice"])
    #expect(app.accounts.outbox.map(\.credential) == ["secret"])
    #expect(throws: LeaseError.self) { try lease.commit { app.states[Note.self].text = "late" } }
    #expect(throws: HandleError.self) { try handle() }
    #expect(throws: CredentialError.self) { try app.credentials.store("late", for: "alice") }
    let error = await #expect(throws: ActivationError.self) { try await app.activate(.alice) }
    #expect(error?.reason == .unknownAccount)
    #expect(app.accounts.add(.alice))
    app.request(.alice)
    await probe.advance(100)
    #expect(app.active == "alice")
    #expect(app.states[Note.self].text == "")
    #expect(try app.credentials.credential(for: "alice") == nil)
  }

  @Test func `Who waits for a removed account learns which account takes over`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(
      graph(probe),
      accounts: [.alice, .bob],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(10)
    let request = app.request(.bob)
    await probe.advance(8)
    app.accounts.remove("bob")
    await probe.advance(100)
    let error = await #expect(throws: ActivationError.self) { try await request.value }
    #expect(error?.reason == .accountRemoved)
    #expect(error?.description.hasSuffix("'alice' takes over.") == true)
    #expect(app.active == "alice")
  }

  @Test func `A late result of a removed account's service is refused`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(
      graph(probe),
      accounts: [.alice],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(10)
    let note = app.states[Note.self]
    app.lease.task { lease in
      await Task { try? await probe.clock.sleep(for: .milliseconds(50)) }.value
      _ = try? lease.commit { note.text = "late" }
    }
    app.accounts.remove("alice")
    await probe.advance(100)
    #expect(app.phase == .idle)
    #expect(note.text == "")
    #expect(app.refusedWrites == 1)
  }
}
