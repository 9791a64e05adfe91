import AppGraph
import AppGraphTesting
import Testing

/// A process that is killed at any moment leaves a whole account selected, and nothing of a removed one.
///
/// A session is played once, and every write to the two media is written down in order; then, for every
/// place in that order, an app starts with what the media held there.
@Suite @MainActor
struct CrashTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  private func launch(_ tape: Tape) async throws -> AppDependencyGraph<ProbeAccount> {
    try await AppDependencyGraph(
      standard.graph,
      storedIn: tape.accounts,
      firstAccounts: [.alice, .bob, .carol],
      credentials: AccountCredentials(in: tape.secrets),
      options: probe.options()
    )
  }

  private func play(_ app: AppDependencyGraph<ProbeAccount>) async throws {
    for account in [ProbeAccount.alice, .bob, .carol] {
      try app.credentials.store("token of \(account.id)", for: account.id)
    }
    app.request(.alice)
    await probe.advance(100)
    app.states[Note.self].text = "draft of alice"
    try app.records.store("read by alice", as: "read", for: "alice")
    app.request(.bob)
    await probe.advance(100)
    app.states[Note.self].text = "draft of bob"
    app.accounts.remove("bob", keepsRemotePart: true)
    await probe.advance(100)
    app.accounts.remove("carol", keepsRemotePart: true)
    await probe.advance(100)
    try app.accounts.add(.bob, credential: "second token of bob")
    app.request(.bob)
    await probe.advance(100)
    app.states[Note.self].text = "second draft of bob"
    _ = await app.accounts.emptyOutbox { _ in }
    app.request(.alice)
    await probe.advance(100)
    await standard.close(app)
  }

  @Test func `Whenever the process is killed, the next one finds whole accounts`() async throws {
    let tape = Tape()
    try await play(try await launch(tape))
    #expect(tape.count > 20)
    for length in 0...tape.count {
      let cut = tape.cut(to: length)
      let app = try await launch(cut)
      let place = Comment(rawValue: "after \(length) writes: \(tape.name(of: length - 1))")
      if let selected = app.accounts.selected { #expect(app.accounts[selected.id] != nil, place) }
      // The session begins with the list and a credential for each.
      for account in app.accounts.list where length >= 4 {
        #expect(try app.credentials.credential(for: account.id) != nil, place)
      }
      for entry in app.accounts.outbox {
        #expect(entry.credential == "token of \(entry.account)", place)
      }
      for id in ["alice", "bob", "carol"] where app.accounts[id] == nil {
        try await expectNothing(of: id, in: app, place)
      }
      await standard.close(app)
    }
  }

  /// Of an account that is removed nothing comes back when it is added again.
  private func expectNothing(
    of id: String,
    in app: AppDependencyGraph<ProbeAccount>,
    _ place: Comment
  ) async throws {
    app.accounts.add(ProbeAccount(id: id))
    // Whoever signs in has a credential before being in the list.
    let credential = try app.credentials.credential(for: id)
    #expect(credential == nil || credential == "second token of bob", place)
    #expect(try app.records.value("read", as: String.self, for: id) == nil, place)
    app.request(ProbeAccount(id: id))
    await probe.advance(100)
    #expect(app.states[Note.self].text == "", place)
  }
}

/// Two media in memory, and the order of all writes to them.
private final class Tape: Sendable {
  private enum Write: Sendable {
    case batch([AccountStoreChange])
    case secret(any Codable & Sendable, String)
    case removal(String)
  }

  private let writes = Lock<[Write]>([])
  private let memory = MemoryAccountStore()
  private let secretMemory = MemoryCredentialStore()

  var accounts: any AccountStore { Accounts(tape: self) }
  var secrets: any CredentialStore { Secrets(tape: self) }
  var count: Int { writes.withLock { $0.count } }

  /// What the media held after a number of writes.
  func cut(to length: Int) -> Tape {
    let copy = Tape()
    for write in writes.withLock({ $0.prefix(length) }) {
      switch write {
      case .batch(let changes): copy.memory.apply(changes)
      case .secret(let secret, let name):
        guard let secret = secret as? String else { continue }
        try? copy.secretMemory.store(secret, named: name)
      case .removal(let name): try? copy.secretMemory.removeCredential(named: name)
      }
    }
    return copy
  }

  func name(of index: Int) -> String {
    let writes = writes.withLock { $0 }
    return writes.indices.contains(index) ? "\(writes[index])" : "nothing"
  }

  private struct Accounts: AccountStore {
    let tape: Tape

    func value<Value: Codable & Sendable>(
      _ type: Value.Type,
      for key: AccountStoreKey
    ) throws -> Value? {
      try tape.memory.value(type, for: key)
    }

    func apply(_ changes: [AccountStoreChange]) {
      tape.writes.withLock { $0.append(.batch(changes)) }
      tape.memory.apply(changes)
    }

    func sync() async throws {}
  }

  private struct Secrets: CredentialStore {
    let tape: Tape

    func credential<Credential: Codable & Sendable>(
      _ type: Credential.Type,
      named name: String
    ) throws -> Credential? {
      try tape.secretMemory.credential(type, named: name)
    }

    func store<Credential: Codable & Sendable>(
      _ credential: Credential,
      named name: String
    ) throws {
      tape.writes.withLock { $0.append(.secret(credential, name)) }
      try tape.secretMemory.store(credential, named: name)
    }

    func removeCredential(named name: String) throws {
      tape.writes.withLock { $0.append(.removal(name)) }
      try tape.secretMemory.removeCredential(named: name)
    }
  }
}
