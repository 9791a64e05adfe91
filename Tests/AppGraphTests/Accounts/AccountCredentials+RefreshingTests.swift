import AppGraph
import AppGraphTesting
import Testing

/// The cases about credentials.
@Suite @MainActor
struct AccountCredentialsRefreshingTests {
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
    let app = try await standard.app()
    defer { withExtendedLifetime(app) {} }
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
    let app = try await standard.app()
    defer { withExtendedLifetime(app) {} }
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

  @Test(arguments: [false, true], ["tB9", nil])
  func `A refresh of a removed account ends, and brings nothing to one that is added anew`(
    ignoresCancellation: Bool,
    newCredential: String?
  ) async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    server.ignoresCancellation = ignoresCancellation
    try credentials.store("tB1", for: "bob")
    let refresh = refresh("tB1", of: "bob", at: server)
    await probe.advance(10)
    app.accounts.remove("bob")
    await probe.advance(1)
    await #expect(throws: CredentialError.unknownAccount("bob")) { try await refresh.value }
    app.accounts.add(.bob)
    if let newCredential { try credentials.store(newCredential, for: "bob") }
    await probe.advance(1_000)
    #expect(try credentials.credential(for: "bob") == newCredential)
    #expect(server.exchanges == ["tB1"])
  }

  @Test(arguments: [false, true])
  func `Whoever signs in anew while a refresh is under way counts more than it`(
    isRefused: Bool
  ) async throws {
    let app = try await standard.app()
    let server = Server(probe.clock)
    if isRefused { server.refusal = CredentialRefusal() }
    try credentials.store("tA1", for: "alice")
    let first = refresh("tA1", at: server)
    await probe.advance(10)
    try app.accounts.add(.alice, credential: "tA9")
    // A refusal of the newer one is another exchange.
    let second = refresh("tA9", at: server)
    await probe.advance(45)
    #expect(try await first.value == "tA9")
    #expect(credentials.needingReauthentication.isEmpty)
    await probe.advance(100)
    #expect(server.exchanges == ["tA1", "tA9"])
    if isRefused {
      await #expect(throws: CredentialRefusal.self) { try await second.value }
      #expect(credentials.needingReauthentication == ["alice"])
    } else {
      #expect(try await second.value == "tA9'")
      #expect(try credentials.credential(for: "alice") == "tA9'")
    }
  }

  @Test func `An exchange that asks for a refresh of its own account is told so`() async throws {
    let app = try await standard.app()
    defer { withExtendedLifetime(app) {} }
    try credentials.store("tA1", for: "alice")
    let refresh = Task { [credentials] in
      try await credentials.refresh("tA1", of: "alice") { old in
        try await credentials.refresh(old, of: "alice") { $0 + "'" }
      }
    }
    await probe.advance(10)
    await #expect(throws: CredentialError.reentrant("alice")) { try await refresh.value }
  }

  @Test func `A credential that the medium does not take is used and reported`() async throws {
    let medium = FailingMedium()
    let credentials = AccountCredentials<ProbeAccount>(in: medium)
    let app = try await AppDependencyGraph(
      standard.graph,
      accounts: [.alice],
      credentials: credentials,
      options: probe.options()
    )
    try credentials.store("tA1", for: "alice")
    medium.fails = true
    let fresh = try await credentials.refresh("tA1", of: "alice") { $0 + "'" }
    #expect(fresh == "tA1'")
    #expect(probe.incidents.map(\.kind) == [.notStored])
    let again = try await credentials.refresh("tA1", of: "alice") { $0 + "''" }
    #expect(again == "tA1'")
    // What a person types in is another matter: nothing has changed, and they are told.
    #expect(throws: ProbeFailure.self) { try credentials.store("typed", for: "alice") }
    #expect(throws: ProbeFailure.self) { try app.accounts.add(.bob, credential: "tB") }
    #expect(app.accounts.list == [.alice])
    #expect(try credentials.credential(for: "alice") == "tA1'")
  }

  @Test func `A credential that another process has rotated is found`() async throws {
    let medium = MemoryCredentialStore()
    let credentials = AccountCredentials<ProbeAccount>(in: medium)
    try credentials.store("tA1", for: "alice")
    try AccountCredentials<ProbeAccount>(in: medium).store("tA2", for: "alice")
    let fresh = try await credentials.refresh("tA1", of: "alice") { _ in
      Issue.record("it has been exchanged already")
      return ""
    }
    #expect(fresh == "tA2")
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

/// A medium that takes nothing when it is told so.
private final class FailingMedium: CredentialStore {
  private let memory = MemoryCredentialStore()
  private let failing = Lock(false)

  var fails: Bool {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws -> Credential? {
    try memory.credential(type, named: name)
  }

  func store<Credential: Codable & Sendable>(
    _ credential: Credential,
    named name: String
  ) throws {
    if fails { throw ProbeFailure(name: "medium") }
    try memory.store(credential, named: name)
  }

  func removeCredential(named name: String) throws {
    if fails { throw ProbeFailure(name: "medium") }
    try memory.removeCredential(named: name)
  }
}
