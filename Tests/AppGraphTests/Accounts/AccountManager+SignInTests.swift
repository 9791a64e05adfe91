import AppGraph
import AppGraphTesting
import Testing

/// The cases about accounts that are being added.
@Suite @MainActor
struct AccountManagerSignInTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  /// A flow that ends at a time with an account, or fails.
  private func flow(
    until milliseconds: Int,
    _ result: @escaping @MainActor () throws -> ProbeAccount
  ) -> @MainActor () async throws -> (account: ProbeAccount, credential: String) {
    let clock = probe.clock
    return {
      try await clock.sleep(until: VirtualClock.Instant(offset: .milliseconds(milliseconds)))
      let account = try result()
      return (account, "token of \(account.id)")
    }
  }

  @Test func `AD-01 An add flow that is cancelled touches nothing`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let adding = Task { try await app.accounts.signIn(flow(until: 1_000) { .carol }) }
    await standard.time(200)
    adding.cancel()
    await standard.time(201)
    await #expect(throws: CancellationError.self) { try await adding.value }
    #expect(probe.journal.isEmpty)
    #expect(app.status.generation == 1)
    #expect(app.active == "alice")
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
    #expect(probe.clock.sleeperCount == 0)
  }

  @Test func `AD-03 A profile request that fails adds nobody`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let adding = Task {
      try await app.accounts.signIn(flow(until: 150) { throw ProbeFailure(name: "profile") })
    }
    await standard.time(200)
    await #expect(throws: ProbeFailure(name: "profile")) { try await adding.value }
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
    #expect(probe.journal.isEmpty)
  }

  @Test func `ID-04 An account is listed when its identity is confirmed, not before`()
    async throws
  {
    let app = try await standard.app(of: [], active: nil)
    let start = 40
    let first = Task { try await app.accounts.signIn(flow(until: 10_000) { .alice }) }
    await standard.time(start + 10)
    let second = Task { try await app.accounts.signIn(flow(until: start + 50) { .bob }) }
    await standard.time(start + 49)
    #expect(app.accounts.list.isEmpty)
    // Nothing of an unconfirmed account can be activated or stored.
    await #expect(throws: ActivationError.self) { try await app.activate(.bob) }
    #expect(throws: AccountRecordError.self) { try app.records.store("x", as: "x", for: "bob") }
    await standard.time(start + 60)
    #expect(try await second.value.id == "bob")
    first.cancel()
    await standard.time(start + 61)
    #expect(app.accounts.list.map(\.id) == ["bob"])
    #expect(try app.credentials.credential(for: "bob") == "token of bob")
    #expect(app.accounts.remove("bob"))
    await standard.time(20_000)
    #expect(app.accounts.list.isEmpty)
    #expect(app.phase == .idle)
    #expect(app.active == nil)
  }

  @Test func `ID-07 Somebody else who signs in is refused`() async throws {
    let app = try await standard.app()
    try app.credentials.store("tA", for: "alice")
    app.credentials.noteRefusal(of: "alice")
    await standard.time(100)
    let again = Task {
      try await app.accounts.signIn(as: "alice", flow(until: 100) { ProbeAccount(id: "zoe") })
    }
    await standard.time(200)
    await #expect(throws: SignInError.identityMismatch(expected: "alice", found: "zoe")) {
      try await again.value
    }
    #expect(app.credentials.needingReauthentication == ["alice"])
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
    #expect(try app.credentials.credential(for: "alice") == "tA")
    #expect(try app.credentials.credential(for: "zoe") == nil)
    #expect(probe.journal.isEmpty)
  }

  @Test func `Signing in again takes an account out of those that need to`() async throws {
    let app = try await standard.app()
    app.credentials.noteRefusal(of: "alice")
    let again = Task {
      try await app.accounts.signIn(as: "alice", flow(until: 100) { .alice })
    }
    await standard.time(100)
    #expect(try await again.value == .alice)
    #expect(app.credentials.needingReauthentication.isEmpty)
    #expect(try app.credentials.credential(for: "alice") == "token of alice")
    #expect(probe.journal.isEmpty)
  }

  @Test func `An account that is removed while it signs in again stays removed`() async throws {
    let app = try await standard.app()
    let again = Task { try await app.accounts.signIn(as: "bob", flow(until: 100) { .bob }) }
    await standard.time(50)
    app.accounts.remove("bob")
    await standard.time(100)
    await #expect(throws: SignInError.accountRemoved("bob")) { try await again.value }
    #expect(app.accounts.list.map(\.id) == ["alice"])
  }

  @Test func `A sign-in that ends after the graph has closed says so`() async throws {
    let app = try await standard.app()
    let adding = Task { try await app.accounts.signIn(flow(until: 150) { .carol }) }
    await standard.time(50)
    await standard.close(app)
    await #expect(throws: SignInError.closed) { try await adding.value }
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
  }

  @Test(arguments: [
    (
      SignInError.identityMismatch(expected: "a", found: "z"),
      "'z' has signed in where 'a' was to; nothing was changed. Sign in as 'a', or add 'z' as "
        + "another account."
    ),
    (
      .accountRemoved("a"),
      "'a' was removed while it was signing in again; nothing was changed. Add it anew."
    ),
    (.closed, "The graph closed during the sign-in; nothing was changed."),
  ])
  func `Every failure of a sign-in says what to do`(error: SignInError, text: String) {
    #expect("\(error)" == text)
  }
}
