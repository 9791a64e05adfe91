import AppGraph
import AppGraphTesting
import Testing

/// The cases about credentials.
@Suite @MainActor
struct AccountCredentialsTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }
  private var credentials: AccountCredentials<ProbeAccount> { standard.credentials }

  /// A server that takes 50 ms to exchange a credential.
  @MainActor
  private final class Server {
    let clock: VirtualClock
    private(set) var exchanges: [String] = []
    var refusal: (any Error)?
    /// Whether an exchange goes on when it is cancelled.
    var ignoresCancellation = false

    init(_ clock: VirtualClock) {
      self.clock = clock
    }

    func exchange(_ old: String) async throws -> String {
      exchanges.append(old)
      let clock = clock
      if ignoresCancellation {
        _ = await Task { try? await clock.sleep(for: .milliseconds(50)) }.value
      } else {
        try await clock.sleep(for: .milliseconds(50))
      }
      if let refusal { throw refusal }
      return old + "'"
    }
  }

  private func refresh(
    _ old: String,
    of id: String = "alice",
    at server: Server
  ) -> Task<String, any Error> {
    Task { [credentials, probe] in
      let fresh = try await credentials.refresh(old, of: id, by: server.exchange)
      probe.note("retry with \(fresh)")
      return fresh
    }
  }

  @Test func `TK-01 Concurrent refusals are one refresh`() async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tA1", for: "alice")
    await standard.time(100)
    let first = refresh("tA1", at: server)
    await standard.time(105)
    let second = refresh("tA1", at: server)
    await standard.time(1_000)
    #expect(server.exchanges == ["tA1"])
    #expect(probe.journal == ["150 retry with tA1'", "150 retry with tA1'"])
    #expect(try await first.value == "tA1'")
    #expect(try await second.value == "tA1'")
    #expect(try credentials.credential(for: "alice") == "tA1'")
    #expect(app.active == "alice")
    #expect(credentials.needingReauthentication.isEmpty)
  }

  @Test func `TK-02 A late refusal of a replaced credential does not refresh again`()
    async throws
  {
    let app = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tA1", for: "alice")
    _ = refresh("tA1", at: server)
    await standard.time(200)
    let late = refresh("tA1", at: server)
    await standard.time(200)
    #expect(try await late.value == "tA1'")
    #expect(server.exchanges == ["tA1"])
    #expect(app.active == "alice")
  }

  @Test func `TK-03 A refresh goes on through a switch and belongs to its account`() async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tA1", for: "alice")
    try credentials.store("tB1", for: "bob")
    await standard.time(100)
    let ofAlice = refresh("tA1", at: server)
    await standard.time(110)
    app.request(.bob)
    let ofBob = refresh("tB1", of: "bob", at: server)
    await standard.time(1_000)
    #expect(try await ofAlice.value == "tA1'")
    #expect(try await ofBob.value == "tB1'")
    #expect(server.exchanges == ["tA1", "tB1"])
    #expect(try credentials.credential(for: "alice") == "tA1'")
    #expect(try credentials.credential(for: "bob") == "tB1'")
  }

  @Test func `TK-04 An inactive account that is refused for good touches nobody`() async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tB1", for: "bob")
    try app.records.store("kept", as: "feed", for: "bob")
    server.refusal = CredentialRefusal("expired")
    await standard.time(50)
    let refused = refresh("tB1", of: "bob", at: server)
    await standard.time(100)
    await #expect(throws: CredentialRefusal("expired")) { try await refused.value }
    #expect(credentials.needingReauthentication == ["bob"])
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
    #expect(try app.records.value("feed", for: "bob") == "kept")
    #expect(probe.journal.isEmpty)
    #expect(app.status.generation == 1)
    // Nobody asks the server again before a new credential is there.
    let again = refresh("tB1", of: "bob", at: server)
    await standard.time(200)
    await #expect(throws: CredentialRefusal.self) { try await again.value }
    #expect(server.exchanges == ["tB1"])
    try credentials.store("tB2", for: "bob")
    #expect(credentials.needingReauthentication.isEmpty)
  }

  @Test func `A failure of the network reaches all who wait, and the next refusal tries again`()
    async throws
  {
    _ = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tA1", for: "alice")
    server.refusal = ProbeFailure(name: "network")
    let waiting = [refresh("tA1", at: server), refresh("tA1", at: server)]
    await probe.advance(50)
    for refresh in waiting {
      await #expect(throws: ProbeFailure(name: "network")) { try await refresh.value }
    }
    #expect(credentials.needingReauthentication.isEmpty)
    server.refusal = nil
    let next = refresh("tA1", at: server)
    await probe.advance(50)
    #expect(try await next.value == "tA1'")
    #expect(server.exchanges == ["tA1", "tA1"])
  }

  @Test func `A caller that is cancelled leaves the refresh to the others`() async throws {
    _ = try await standard.app()
    let server = Server(probe.clock)
    try credentials.store("tA1", for: "alice")
    let (first, second) = (refresh("tA1", at: server), refresh("tA1", at: server))
    await probe.advance(10)
    first.cancel()
    await probe.advance(1)
    await #expect(throws: CancellationError.self) { try await first.value }
    await probe.advance(40)
    #expect(try await second.value == "tA1'")
    #expect(server.exchanges.count == 1)
  }

  @Test(arguments: [false, true])
  func `A refresh of a removed account ends, and brings nothing to one that is added anew`(
    ignoresCancellation: Bool
  ) async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    server.ignoresCancellation = ignoresCancellation
    try credentials.store("tB1", for: "bob")
    let refresh = refresh("tB1", of: "bob", at: server)
    await probe.advance(10)
    app.accounts.remove("bob")
    await probe.advance(1)
    await #expect(throws: AccountRecordError.unknownAccount("bob")) { try await refresh.value }
    try app.accounts.add(.bob, credential: "tB9")
    await probe.advance(1_000)
    #expect(try credentials.credential(for: "bob") == "tB9")
    #expect(server.exchanges == ["tB1"])
  }

  @Test func `Removing an account deletes its secret`() async throws {
    let app = try await standard.app()
    try credentials.store("tA1", for: "alice")
    credentials.noteRefusal(of: "alice")
    app.accounts.remove("alice")
    #expect(throws: AccountRecordError.unknownAccount("alice")) {
      try credentials.store("late", for: "alice")
    }
    await probe.advance(1_000)
    #expect(try credentials.credential(for: "alice") == nil)
    #expect(credentials.needingReauthentication.isEmpty)
    credentials.noteRefusal(of: "alice")
    #expect(credentials.needingReauthentication.isEmpty)
  }

  @Test func `An observation sees the credentials of its account until it is released`()
    async throws
  {
    _ = try await standard.app()
    let log = Log()
    var observation: CredentialObservation? = credentials.observe("alice") { log.write($0) }
    try credentials.store("a1", for: "alice")
    try credentials.store("b1", for: "bob")
    try credentials.store("a2", for: "alice")
    #expect(log.lines == ["a1", "a2"])
    withExtendedLifetime(observation) {}
    observation = nil
    try credentials.store("a3", for: "alice")
    #expect(log.lines == ["a1", "a2"])
  }

  @Test func `OP-03 A revoked credential at launch is noticed once and selects nobody`()
    async throws
  {
    let store = MemoryAccountStore()
    let server = Server(probe.clock)
    server.refusal = CredentialRefusal("revoked")
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      Service(\.[probe: "feed"], from: \.[probe: "api"]) { Probe("feed", account: $0.account) }
        .onStart { [credentials] feed, _ in
          guard feed.account == "alice" else { return }
          _ = try await credentials.refresh("tA1", of: "alice", by: server.exchange)
        }
        .optional()
    }
    for launch in 0..<2 {
      let credentials = launch == 0 ? AccountCredentials<ProbeAccount>() : credentials
      let app = try await AppDependencyGraph(
        launch == 0 ? standard.graph : graph,
        storedIn: store,
        firstAccounts: [.alice, .bob],
        credentials: credentials,
        options: probe.options()
      )
      let last = app.accounts.selected ?? .alice
      app.request(last)
      await probe.advance(1_000)
      if launch == 1 {
        #expect(last == .alice)
        #expect(credentials.needingReauthentication == ["alice"])
        #expect(server.exchanges == ["tA1"])
        #expect(app.active == "alice")
        app.request(.bob)
        await probe.advance(1_000)
        #expect(app.active == "bob")
        #expect(server.exchanges == ["tA1"])
      }
      await standard.close(app)
    }
  }

  @Test func `Credentials can be registered for clients to be made from`() throws {
    let credentials = credentials
    // As an observable type it would be a state, which the builder and the plan refuse under a key.
    let graph = DependencyGraph<ProbeAccount>(rewiredBy: \.probeAccount) {
      Service(\.probeCredentials) { credentials }
    }
    #expect(try graph.plan(strict: true).explanations.map(\.lifetime) == [.app])
  }
}

/// The key of the credentials.
private enum ProbeCredentialsKey: AppEnvironmentKey {
  static let defaultValue = AccountCredentials<ProbeAccount>()
}

extension AppEnvironmentValues {
  fileprivate var probeCredentials: AccountCredentials<ProbeAccount> {
    get { self[ProbeCredentialsKey.self] }
    set { self[ProbeCredentialsKey.self] = newValue }
  }
}
