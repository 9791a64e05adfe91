import AppGraph
import AppGraphTesting
import Combine
import Testing

struct Account: GraphAccount {
  let id: String
  var isAuthenticated: Bool { true }
}

enum AccountKey: AppEnvironmentKey {
  static let defaultValue = Account(id: "nobody")
}

extension AppEnvironmentValues {
  var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
}

@MainActor
final class Screen: ObservableObject {
  @Published var text = ""
}

/// States that are `ObservableObject`s, with observers that follow `objectWillChange`.
@Suite @MainActor
struct ObservableObjectTests {
  private var graph: DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for name in ["me", "feed", "lists"] {
        SharedState(Screen.self, named: name) { Screen() }.onAccountChange { $0.text = "" }
      }
    }
  }

  @Test func `Whoever reads after the turn in which objects announced changes sees no mixture`()
    async throws
  {
    let clock = VirtualClock()
    let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
    try await app.activate(Account(id: "alice"))
    let states = ["me", "feed", "lists"].map { app.states[Screen.self, named: $0] }
    for state in states { state.text = "alice" }
    let seen = Seen()
    let subscriptions = states.map { state in
      state.objectWillChange.sink { _ in
        seen.announcements += 1
        Task { @MainActor in seen.texts.append(states.map(\.text)) }
      }
    }
    app.request(Account(id: "bob"))
    await clock.runUntilIdle()
    #expect(seen.announcements == 3)
    #expect(seen.texts == [["", "", ""], ["", "", ""], ["", "", ""]])
    #expect(
      states.map(ObjectIdentifier.init)
        == ["me", "feed", "lists"].map { ObjectIdentifier(app.states[Screen.self, named: $0]) }
    )
    _ = subscriptions
    await app.close()
  }

  @Test func `A refused write announces nothing`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(Account(id: "alice"))
    let lease = app.lease
    let state = app.states[Screen.self, named: "me"]
    try await app.activate(Account(id: "bob"))
    let seen = Seen()
    let subscription = state.objectWillChange.sink { _ in seen.announcements += 1 }
    #expect(throws: LeaseError.self) { try lease.commit { state.text = "alice" } }
    #expect(seen.announcements == 0)
    #expect(app.refusedWrites == 1)
    _ = subscription
    await app.close()
  }

  @Test func `An observer may ask for an account inside its notification`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(Account(id: "alice"))
    let state = app.states[Screen.self, named: "me"]
    state.text = "alice"
    let seen = Seen()
    let subscription = state.objectWillChange.sink { [weak app] _ in
      guard seen.announcements == 0 else { return }
      seen.announcements += 1
      app?.request(Account(id: "carol"))
    }
    let outcome = try await app.activate(Account(id: "bob"))
    await app.settled()
    #expect(outcome == .activated || outcome == .superseded(by: "carol"))
    #expect(app.active == "carol")
    _ = subscription
    await app.close()
  }

  @Test func `An observable object drives a lifecycle task, once a turn`() async throws {
    let clock = VirtualClock()
    let seen = Seen()
    let graph = DependencyGraph(rewiredBy: \.account) {
      SharedState(Screen.self) { Screen() }
        .keptAcrossAccounts()
        .observed { screen, changed in screen.objectWillChange.sink { _ in changed() } }
      LifecycleTask(id: { $0[Screen.self].text }) { text, _ in seen.texts.append([text]) }
    }
    let app = try await AppDependencyGraph(graph, options: GraphOptions(clock: clock))
    await clock.runUntilIdle()
    app.states[Screen.self].text = "a"
    app.states[Screen.self].text = "b"
    await clock.runUntilIdle()
    #expect(seen.texts == [[""], ["b"]])
    await app.close()
  }
}

/// What an observer has seen.
@MainActor
final class Seen {
  var announcements = 0
  var texts: [[String]] = []
}
