import AppGraph
import AppGraphTesting
import Testing

/// Accounts that come and go while the graph is in the middle of something.
@Suite @MainActor
struct AccountManagerTurnTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  @Test func `An account that is removed within a turn is unknown at once`() async throws {
    let box = AppBox()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(Note.self) { Note() }
        .onAccountChange { [probe] _ in
          guard let app = box.app, app.accounts["carol"] != nil else { return }
          probe.note("removed \(app.accounts.remove("carol"))")
          probe.note("again \(app.accounts.remove("carol"))")
          probe.note("known \(app.accounts["carol"] != nil)")
          probe.note("stored \((try? app.records.store("late", as: "x", for: "carol")) != nil)")
        }
        .madeAtAssembly()
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob, .carol],
      options: probe.options()
    )
    box.app = app
    app.request(.alice)
    await probe.advance(10)
    let told = probe.journal.filter { !$0.contains("start") && !$0.contains("stop") }
    #expect(told == ["0 removed true", "0 again false", "0 known false", "0 stored false"])
    #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
    #expect(app.active == "alice")
    box.app = nil
  }

  @Test func `What is stored for an account added anew within a turn stays`() async throws {
    let box = AppBox()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "api"], from: \.probeAccount) { Probe("api", account: $0.id) }
        .onStop { api in
          guard let app = box.app, api.account == "alice", app.accounts["alice"] == nil else {
            return
          }
          try app.accounts.add(.alice, credential: "new")
          try app.records.store("new", as: "feed", for: "alice")
        }
      SharedState(Note.self) { Note() }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
    }
    let store = MemoryAccountStore()
    let app = try await AppDependencyGraph(
      graph,
      storedIn: store,
      firstAccounts: [.alice, .bob],
      options: probe.options()
    )
    box.app = app
    app.request(.alice)
    await probe.advance(10)
    try app.accounts.add(.alice, credential: "old")
    try app.records.store("old", as: "feed", for: "alice")
    try app.records.store("old", as: "read", for: "alice")
    app.states[Note.self].text = "old draft"
    app.accounts.remove("alice")
    await probe.advance(10)
    #expect(app.accounts.list.map(\.id) == ["bob", "alice"])
    #expect(try app.credentials.credential(for: "alice") == "new")
    #expect(try app.records.value("feed", for: "alice") == "new")
    #expect(try app.records.value("read", as: String.self, for: "alice") == nil)
    app.request(.alice)
    await probe.advance(10)
    #expect(app.states[Note.self].text == "")
    box.app = nil
  }

  @Test func `The anonymous account is in the list, so that all can be done with it`() async throws
  {
    let app = try await AppDependencyGraph(
      standard.graph,
      accounts: [.alice],
      anonymous: .guest,
      options: probe.options()
    )
    #expect(app.accounts.list == [.alice, .guest])
    app.request(.alice)
    await probe.advance(100)
    app.accounts.remove("alice")
    await probe.advance(100)
    #expect(app.active == "guest")
    #expect(await app.route("tap") { _ in }.value == .delivered)
    app.states[Note.self].text = "draft of guest"
    app.accounts.add(.bob)
    app.request(.bob)
    await probe.advance(100)
    app.request(.guest)
    await probe.advance(100)
    #expect(app.states[Note.self].text == "draft of guest")
  }

  @Test func `A graph and all it is made of are gone after it has closed`() async throws {
    weak var graph: AppDependencyGraph<ProbeAccount>?
    weak var accounts: AccountManager<ProbeAccount>?
    weak var credentials: AccountCredentials<ProbeAccount>?
    weak var states: StateRegistry?
    do {
      let app = try await standard.app()
      (graph, accounts, states) = (app, app.accounts, app.states)
      credentials = app.credentials
      app.job("sync", for: "bob", from: \.[probe: "info"]) { [probe] _, _ in
        try await probe.clock.sleep(for: .seconds(5))
      }
      let refresh = Task { [credentials = standard.credentials, probe] in
        try await credentials.refresh("a", of: "alice") { _ in
          try await probe.clock.sleep(for: .seconds(100))
          return "b"
        }
      }
      let link = app.route(
        "link",
        choosing: { _ in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          return nil
        },
        deliver: { _ in }
      )
      await probe.advance(50)
      await standard.close(app)
      #expect(await link.value == .dropped(.closed))
      await #expect(throws: CredentialError.closed) { try await refresh.value }
    }
    // What it brings is stored all the same.
    await probe.advance(200_000)
    #expect(try standard.credentials.credential(for: "alice") == "b")
    #expect(throws: CredentialError.closed) {
      try standard.credentials.store("late", for: "alice")
    }
    #expect(graph == nil)
    #expect(accounts == nil)
    #expect(states == nil)
    withExtendedLifetime(credentials) {}
  }
}

/// A place for the running graph, so that its own closures can reach it.
@MainActor
private final class AppBox {
  var app: AppDependencyGraph<ProbeAccount>?
}
