import AppGraph
import AppGraphTesting
import Observation
import Testing

/// The cases about who an account is.
@Suite @MainActor
struct AccountManagerTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  @Test func `ID-01 Two accounts of one host made in the same second are two accounts`()
    async throws
  {
    let (first, second) = (ProbeAccount(id: "host/1"), ProbeAccount(id: "host/2"))
    let app = try await standard.app(of: [first, second], active: first)
    try app.credentials.store("made at noon", for: first.id)
    try app.credentials.store("made at noon too", for: second.id)
    try app.records.store("of the first", as: "feed", for: first.id)
    try app.records.store("of the second", as: "feed", for: second.id)
    await standard.time(100)
    app.request(second)
    await standard.time(200)
    #expect(app.status.generation == 2)
    #expect(
      probe.journal == [
        "100 stop stream host/1", "105 stop info host/1", "105 stop api host/1",
        "105 start api host/2", "105 start info host/2", "135 start stream host/2",
      ]
    )
    #expect(try app.credentials.credential(for: first.id) == "made at noon")
    #expect(try app.records.value("feed", for: first.id) == "of the first")
    #expect(try app.records.value("feed", for: second.id) == "of the second")
  }

  @Test func `ID-03 A renamed account is the same account`() async throws {
    let app = try await standard.app()
    app.states[Note.self].text = "draft"
    await standard.time(100)
    #expect(!app.accounts.add(ProbeAccount(id: "alice", handle: "@alice.new")))
    await standard.time(200)
    #expect(app.status.generation == 1)
    #expect(probe.journal.isEmpty)
    #expect(app.accounts.list.map(\.handle) == ["@alice.new", ""])
    #expect(app.accounts.active?.handle == "@alice.new")
    #expect(app.states[Note.self].text == "draft")
    // A link names an account by id, or finds nobody.
    let byID = app.route("link", to: "alice") { _ in }
    let byName = app.route("old link", to: "@alice") { _ in }
    #expect(await byID.value == .delivered)
    #expect(await byName.value == .dropped(.unknownAccount))
  }

  @Test func `ID-06 Accounts of one host share no transport`() async throws {
    let (first, second) = (ProbeAccount(id: "host/1"), ProbeAccount(id: "host/2"))
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.cookies, from: \.probeAccount) { Cookies(owner: $0.id) }
    }
    let app = try await AppDependencyGraph(graph, accounts: [first, second])
    try await app.activate(first)
    let cookies = app.environment.cookies
    cookies.jar = ["session of host/1"]
    try await app.activate(second)
    #expect(app.environment.cookies !== cookies)
    #expect(app.environment.cookies.jar.isEmpty)
    #expect(app.environment.cookies.owner == "host/2")
    await app.close()
  }

  @Test func `The same account added again updates its credential and restarts nothing`()
    async throws
  {
    let app = try await standard.app()
    let isNew = try app.accounts.add(.alice, credential: "second")
    #expect(!isNew)
    await standard.time(200)
    #expect(try app.credentials.credential(for: "alice") == "second")
    #expect(probe.journal.isEmpty)
    #expect(app.status.generation == 1)
  }

  @Test func `An account by its identity is the newest one, and none once it is removed`()
    async throws
  {
    let app = try await standard.app()
    app.accounts.add(ProbeAccount(id: "bob", handle: "@bob"))
    #expect(app.accounts["bob"]?.handle == "@bob")
    #expect(app.accounts["carol"] == nil)
    app.accounts.remove("bob")
    #expect(app.accounts["bob"] == nil)
    #expect(app.accounts.selected == .alice)
    await standard.close(app)
    #expect(!app.accounts.add(.carol))
    #expect(!app.accounts.remove("alice"))
    #expect(app.accounts.list == [.alice])
  }

  @Test func `Whoever reads the list is told of additions, newer data and removals`() async throws {
    let app = try await standard.app()
    let changes = Counter()
    func follow() {
      guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) else {
        return
      }
      withObservationTracking {
        _ = app.accounts.list
      } onChange: {
        MainActor.assumeIsolated { changes.count += 1 }
      }
    }
    follow()
    app.accounts.add(.carol)
    #expect(changes.count == 1)
    follow()
    app.accounts.add(ProbeAccount(id: "carol", handle: "@c"))
    #expect(changes.count == 2)
    follow()
    app.accounts.remove("carol")
    #expect(changes.count == 3)
  }

  @Test func `The list is a state of the graph, whose lifecycle tasks see each change once`()
    async throws
  {
    let registered = Registered()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      LifecycleTask(id: { states in
        states[AccountManager<ProbeAccount>.self].list.map(\.handle)
      }) { handles, _ in
        registered.tokens.append(handles)
      }
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [ProbeAccount(id: "alice", handle: "tA")],
      options: probe.options()
    )
    #expect(app.states[AccountManager<ProbeAccount>.self] === app.accounts)
    await probe.advance(1)
    app.accounts.add(ProbeAccount(id: "bob", handle: "tB"))
    app.accounts.add(ProbeAccount(id: "carol", handle: "tC"))
    await probe.advance(1)
    // The same data again is no change of the id.
    app.accounts.add(ProbeAccount(id: "bob", handle: "tB"))
    await probe.advance(1)
    app.accounts.add(ProbeAccount(id: "bob", handle: "tB2"))
    await probe.advance(1)
    app.request(ProbeAccount(id: "bob", handle: "tB2"))
    await probe.advance(1)
    app.accounts.remove("alice")
    await probe.advance(1)
    #expect(
      registered.tokens == [
        ["tA"], ["tA", "tB", "tC"], ["tA", "tB2", "tC"], ["tB2", "tC"],
      ]
    )
  }

  @Test func `A lifecycle task over credentials sees each rotation once`() async throws {
    let registered = Registered()
    let credentials = AccountCredentials<ProbeAccount>()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      LifecycleTask(id: { states in
        states[AccountManager<ProbeAccount>.self].list.map {
          (try? credentials.credential(for: $0.id)) ?? "-"
        }
      }) { tokens, _ in
        registered.tokens.append(tokens)
      }
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      credentials: credentials,
      options: probe.options()
    )
    await probe.advance(1)
    try credentials.store("a1", for: "alice")
    await probe.advance(1)
    try credentials.store("a1", for: "alice")
    try credentials.store("b1", for: "bob")
    await probe.advance(1)
    #expect(registered.tokens == [["-", "-"], ["a1", "-"], ["a1", "b1"]])
    await standard.close(app)
  }
}

/// What a push service was told.
@MainActor
private final class Registered {
  var tokens: [[String]] = []
}

@MainActor
private final class Counter {
  var count = 0
}

/// The cookies of one account.
@MainActor
final class Cookies {
  let owner: String
  var jar: [String] = []

  nonisolated init(owner: String) {
    self.owner = owner
  }
}

enum CookiesKey: AppEnvironmentKey {
  static let defaultValue = Cookies(owner: "nobody")
}

extension AppEnvironmentValues {
  var cookies: Cookies {
    get { self[CookiesKey.self] }
    set { self[CookiesKey.self] = newValue }
  }
}
