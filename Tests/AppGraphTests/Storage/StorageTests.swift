import AppGraph
import AppGraphTesting
import Testing

/// What survives the process, with a store that outlives the graph.
@Suite @MainActor
struct StorageTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  private func launch(
    _ store: any AccountStore,
    medium: MemoryCredentialStore = MemoryCredentialStore(),
    durable: Bool = false
  ) async throws -> AppDependencyGraph<ProbeAccount> {
    var options = probe.options()
    options.isDurable = durable
    return try await AppDependencyGraph(
      standard.graph,
      storedIn: store,
      firstAccounts: [.alice, .bob],
      credentials: AccountCredentials(in: medium),
      options: options
    )
  }

  @Test func `A restart finds the list, the selection, the stash, records and sign-outs`()
    async throws
  {
    let (store, medium) = (MemoryAccountStore(), MemoryCredentialStore())
    let first = try await launch(store, medium: medium)
    #expect(first.accounts.selected == nil)
    first.request(.alice)
    await probe.advance(100)
    first.states[Note.self].text = "draft of alice"
    try first.accounts.add(.carol, credential: "tC")
    first.request(.bob)
    await probe.advance(100)
    first.states[Note.self].text = "draft of bob"
    try first.records.store([1, 2], as: "read", for: "alice")
    first.accounts.remove("carol", keepsRemotePart: true)
    await standard.close(first)

    let second = try await launch(store, medium: medium)
    #expect(second.accounts.list == [.alice, .bob])
    #expect(second.accounts.selected == .bob)
    #expect(second.active == nil)
    #expect(second.accounts.outbox.map(\.account) == ["carol"])
    #expect(second.accounts.outbox.map(\.credential) == ["tC"])
    #expect(try second.records.value("read", for: "alice") == [1, 2])
    #expect(second.states[Note.self].text == "")
    second.request(.alice)
    await probe.advance(100)
    #expect(second.states[Note.self].text == "draft of alice")
    second.request(.bob)
    await probe.advance(100)
    #expect(second.states[Note.self].text == "draft of bob")
    await standard.close(second)
  }

  @Test func `A removed account is gone after a restart too, with its stash and selection`()
    async throws
  {
    let store = MemoryAccountStore()
    let first = try await launch(store)
    first.request(.alice)
    await probe.advance(100)
    first.states[Note.self].text = "draft of alice"
    first.saveStates()
    #expect(first.states[Note.self].text == "draft of alice")
    first.accounts.remove("alice")
    await probe.advance(100)
    await standard.close(first)
    let second = try await launch(store)
    #expect(second.accounts.list == [.bob])
    #expect(second.accounts.selected == .bob)
    second.accounts.add(.alice)
    second.request(.alice)
    await probe.advance(100)
    #expect(second.states[Note.self].text == "")
    await standard.close(second)
  }

  @Test func `What is saved without a switch survives a process that just ends`() async throws {
    let store = MemoryAccountStore()
    let first = try await launch(store)
    first.request(.alice)
    await probe.advance(100)
    first.states[Note.self].text = "draft of alice"
    first.saveStates()
    let second = try await launch(store)
    second.request(.alice)
    await probe.advance(100)
    #expect(second.states[Note.self].text == "draft of alice")
  }

  @Test func `All changes of one turn reach the store as one`() async throws {
    let store = SpyStore()
    let app = try await launch(store)
    app.request(.alice)
    await probe.advance(100)
    // The first list is stored when it is first needed.
    #expect(store.batches == [["accounts"], ["selection"]])
    app.states[Note.self].text = "draft"
    // The fence saves the states; the selection follows when bob is active.
    app.request(.bob)
    await probe.advance(100)
    #expect(store.batches.dropFirst(2) == [["alice/stash Note"], ["selection"]])
    // Whoever is removed leaves list and selection in one step; what is kept of them goes when their
    // services have stopped, and then the note that it has yet to go.
    app.accounts.remove("bob")
    await probe.advance(100)
    #expect(store.batches.dropFirst(4) == [["accounts", "selection"], ["bob/*"], ["accounts"]])
  }

  @Test func `A write that fails is reported and fails no switch`() async throws {
    let store = SpyStore()
    store.failure = ProbeFailure(name: "disk full")
    let app = try await launch(store, durable: true)
    let outcome = app.request(.alice)
    await probe.advance(100)
    #expect(try await outcome.value == .activated)
    let incident = try #require(probe.incidents.first)
    #expect(incident.kind == .notStored)
    #expect(incident.place == nil)
    #expect(
      "\(incident)".hasPrefix(
        "What is kept of the accounts was not stored, and is lost when the process ends: "
      )
    )
  }

  @Test(arguments: [false, true])
  func `A durable activation is answered once the store has written it`(
    isDurable: Bool
  ) async throws {
    let store = SpyStore()
    store.isHeld = true
    let app = try await launch(store, durable: isDurable)
    let answered = Log()
    let request = app.request(.alice)
    let waiting = Task {
      answered.write("\(try await request.value)")
    }
    await probe.advance(100)
    #expect(app.active == "alice")
    #expect(answered.lines == (isDurable ? [] : ["activated"]))
    store.isHeld = false
    try await waiting.value
    #expect(answered.lines == ["activated"])
    #expect(probe.incidents.isEmpty)
  }

  @Test func `Closing ends when the store has written everything`() async throws {
    let store = SpyStore()
    let app = try await launch(store)
    app.request(.alice)
    await probe.advance(100)
    store.isHeld = true
    let closed = Log()
    let closing = Task {
      await app.close()
      closed.write("closed")
    }
    // Its services stop, in 5 ms, and then it waits for the store, which is no clock.
    let time = Task { await probe.advance(100) }
    while store.waitingCount == 0 { await Task.yield() }
    #expect(closed.lines.isEmpty)
    store.isHeld = false
    await closing.value
    await time.value
    #expect(closed.lines == ["closed"])
  }

  @Test func `What is stored stands under names that do not change`() async throws {
    let (store, medium) = (SpyStore(), MemoryCredentialStore())
    let app = try await launch(store, medium: medium)
    app.states[Note.self].text = "draft"
    app.request(.alice)
    await probe.advance(100)
    try app.records.store(1, as: "read", for: "alice")
    try app.credentials.store("tA", for: "alice")
    try app.credentials.store("tB", for: "bob")
    app.saveStates()
    app.accounts.remove("bob", keepsRemotePart: true)
    await probe.advance(100)
    #expect(
      store.batches.reduce(into: Set()) { $0.formUnion($1) }.sorted() == [
        "accounts", "alice/record read", "alice/stash Note", "bob/*", "selection",
      ]
    )
    #expect(try medium.credential(String.self, named: "account alice") == "tA")
    #expect(try medium.credential(String.self, named: "sign-out 1") == "tB")
    #expect(try medium.credential(String.self, named: "account bob") == nil)
  }

  @Test func `A stash that cannot be read is reported, and the account is activated without it`()
    async throws
  {
    let store = MemoryAccountStore()
    store.apply([.store(7, under: AccountStoreKey(account: "alice", name: "stash Note"))])
    let app = try await launch(store)
    _ = app.states[Note.self]
    app.request(.alice)
    await probe.advance(100)
    #expect(app.active == "alice")
    let incident = try #require(probe.incidents.first)
    #expect(incident.kind == .notRestored)
    #expect(incident.key == "Note")
    #expect(
      try store.value(Int.self, for: AccountStoreKey(account: "alice", name: "stash Note")) == 7
    )
  }

  @Test func `A list that cannot be read is an error, and stays as it is`() async throws {
    let store = MemoryAccountStore()
    store.apply([.store("no list", under: AccountStoreKey(account: nil, name: "accounts"))])
    await #expect(throws: MemoryAccountStore.TypeMismatch.self) { try await launch(store) }
    let key = AccountStoreKey(account: nil, name: "accounts")
    #expect(try store.value(String.self, for: key) == "no list")
  }

  @Test func `A selection that is not in the list is no selection`() async throws {
    let store = MemoryAccountStore()
    store.apply([.store("zoe", under: AccountStoreKey(account: nil, name: "selection"))])
    let app = try await launch(store)
    #expect(app.accounts.selected == nil)
  }
}

/// A store in memory that writes down what it is told.
private final class SpyStore: AccountStore {
  private struct State {
    var batches: [Set<String>] = []
    var failure: ProbeFailure?
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let memory = MemoryAccountStore()
  private let state = Lock(State())

  var batches: [Set<String>] { state.withLock { $0.batches } }
  var waitingCount: Int { state.withLock { $0.waiting.count } }
  var failure: ProbeFailure? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }
  /// Whether whoever waits for the medium has to go on waiting.
  var isHeld: Bool {
    get { state.withLock { $0.isHeld } }
    set {
      let resumed = state.withLock { state in
        state.isHeld = newValue
        defer { if !newValue { state.waiting = [] } }
        return newValue ? [] : state.waiting
      }
      for continuation in resumed { continuation.resume() }
    }
  }

  func value<Value: Codable & Sendable>(
    _ type: Value.Type,
    for key: AccountStoreKey
  ) throws -> Value? {
    try memory.value(type, for: key)
  }

  func apply(_ changes: [AccountStoreChange]) {
    memory.apply(changes)
    let names = changes.map { change in
      switch change {
      case .store(_, let key), .delete(let key): "\(key)"
      case .deleteAll(let account): "\(account)/*"
      }
    }
    state.withLock { $0.batches.append(Set(names)) }
  }

  func sync() async throws {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHeld { state.waiting.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
    if let failure { throw failure }
  }
}
