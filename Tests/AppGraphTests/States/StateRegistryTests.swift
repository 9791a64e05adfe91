import AppGraph
import AppGraphTesting
import Observation
import Testing

/// The cases RG of the rules, and what else the registry promises.
@Suite @MainActor
struct StateRegistryTests {
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  private func graph(_ probe: ProbeGraph) -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      probe.service("info", from: ["api"], start: .milliseconds(30))
      probe.service("stream", from: ["info"], start: .milliseconds(10), stop: .milliseconds(5))
        .requiresAuthentication()
      for name in ["me", "feed", "lists"] {
        SharedState(ObservedText.self, named: name) { ObservedText() }
          .onAccountChange { $0.text = "" }
      }
    }
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `RG-01 Every reference stays the registry's own through ten switches`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(graph(probe), options: probe.options())
    app.request(.alice)
    await probe.advance(50)
    let names = ["me", "feed", "lists"]
    let captured = names.map { app.states[ObservedText.self, named: $0] }
    for turn in 0..<10 {
      app.request(turn.isMultiple(of: 2) ? .bob : .alice)
      await probe.advance(50)
      #expect(
        names.map { ObjectIdentifier(app.states[ObservedText.self, named: $0]) }
          == captured.map(ObjectIdentifier.init)
      )
    }
    app.request(.bob)
    await probe.advance(50)
    try app.lease.commit { app.states[ObservedText.self, named: "me"].text = "bob" }
    #expect(captured[0].text == "bob")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `RG-02 A state without a policy does not assemble, and nothing is started`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.appService("cache")
      SharedState(ObservedText.self) { ObservedText() }
    }
    let error = await #expect(throws: PlanError.self) {
      _ = try await AppDependencyGraph(graph, options: probe.options())
    }
    #expect(error?.problems.map(\.id) == [.missingAccountPolicy])
    #expect(error?.problems.first?.keys == ["ObservedText"])
    #expect(probe.journal.isEmpty)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `RG-03 Whoever reads after the turn of a fence sees no mixture`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(graph(probe), options: probe.options())
    app.request(.alice)
    await probe.advance(50)
    let states = ["me", "feed", "lists"].map { app.states[ObservedText.self, named: $0] }
    for state in states { state.text = "alice" }
    probe.forgetJournal()
    withObservationTracking {
      for state in states { _ = state.text }
    } onChange: {
      Task { @MainActor in probe.note("seen \(states.map(\.text))") }
    }
    var changes = app.changes.makeAsyncIterator()
    _ = await changes.next()
    app.request(.bob)
    let change = await changes.next()
    #expect(change?.generation == 2)
    #expect(states.map(\.text) == ["", "", ""])
    await probe.advance(50)
    #expect(probe.journal.filter { $0.contains("seen") } == ["50 seen [\"\", \"\", \"\"]"])
  }

  /// Notes every change of a state, on and on.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  private static func follow(_ state: ObservedText, _ name: String, _ probe: ProbeGraph) {
    withObservationTracking {
      _ = state.text
    } onChange: {
      MainActor.assumeIsolated { probe.note(name) }
      Task { @MainActor in follow(state, name, probe) }
    }
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A switch that resets a hundred states notifies each observer once`() async throws {
    let probe = ProbeGraph()
    let names = (0..<100).map { "state \($0)" }
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      for name in names {
        SharedState(ObservedText.self, named: name) { ObservedText() }
          .onAccountChange { $0.text = "" }
      }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    try await app.activate(.alice)
    let states = names.map { app.states[ObservedText.self, named: $0] }
    for state in states { state.text = "alice" }
    probe.forgetJournal()
    for index in states.indices { Self.follow(states[index], "\(index)", probe) }
    app.request(.bob)
    await probe.advance(1)
    #expect(states.allSatisfy { $0.text == "" })
    #expect(probe.journal.sorted() == states.indices.map { "0 \($0)" }.sorted())
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `RG-05 Services are gone when the job that holds them has ended`() async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(
      graph(probe),
      accounts: [.alice, .bob],
      options: probe.options()
    )
    app.request(.alice)
    await probe.advance(90)
    weak let api = app.environment[probe: "api"]
    weak let stream = app.environment[probe: "stream"]
    let held = app.environment[probe: "api"]
    let job = app.job("upload", for: "alice") { [held] _ in
      try await probe.clock.sleep(for: .milliseconds(100))
      _ = held
    }
    _ = consume held
    await probe.advance(10)
    app.request(.bob)
    await probe.advance(46)
    #expect(app.active == "bob")
    #expect(stream == nil)
    #expect(api != nil)
    #expect(app.leaks.map(\.key) == ["ProbeKey[api]"])
    await probe.advance(45)
    guard case .done = await job.value else {
      Issue.record("the job did not end")
      return
    }
    #expect(api == nil)
    #expect(app.leaks.isEmpty)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `RG-07 and RG-10 Until the answer is there, defaults are shown, never the old values`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(ObservedCount.self) { ObservedCount() }
        .onAccountChange { $0.count = 500 }
        .filled(from: \.[probe: "api"]) { state, lease, api in
          try await probe.clock.sleep(for: .milliseconds(300))
          try lease.commit { state.count = api.account == "alice" ? 5_000 : 700 }
        }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(310)
    let limit = app.states[ObservedCount.self]
    #expect(limit.count == 5_000)
    app.request(.bob)
    await probe.advance(10)
    #expect(limit.count == 500)
    await probe.advance(290)
    #expect(limit.count == 700)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A fill is cancelled with its generation, and its late result refused and counted`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(ObservedText.self) { ObservedText() }
        .onAccountChange { $0.text = "" }
        .filled(from: \.[probe: "api"]) { state, lease, api in
          // A request that ignores cancellation.
          await Task { try? await probe.clock.sleep(for: .milliseconds(100)) }.value
          probe.note("answer for \(api.account), cancelled: \(Task.isCancelled)")
          try lease.commit { state.text = api.account }
        }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(50)
    app.request(.bob)
    await probe.advance(60)
    #expect(app.states[ObservedText.self].text == "")
    #expect(app.refusedWrites == 1)
    await probe.advance(40)
    #expect(app.states[ObservedText.self].text == "bob")
    #expect(probe.incidents.isEmpty)
    #expect(
      probe.journal.suffix(2) == [
        "100 answer for alice, cancelled: true", "150 answer for bob, cancelled: false",
      ]
    )
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A fill that throws is reported`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(ObservedText.self) { ObservedText() }
        .keptAcrossAccounts()
        .filled(from: \.probeAccount) { _, _, _ in throw ProbeFailure() }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(0)
    #expect(probe.incidents.map(\.kind) == [.fillFailed])
    #expect(probe.incidents.first?.key == "ObservedText")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A state is made when it is first read, or at assembly, once`() async throws {
    let probe = ProbeGraph()
    var made: [String] = []
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(ObservedText.self) {
        made.append("lazy")
        return ObservedText()
      }
      .keptAcrossAccounts()
      SharedState(ObservedCount.self) {
        made.append("eager")
        return ObservedCount()
      }
      .keptAcrossAccounts()
      .madeAtAssembly()
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    #expect(made == ["eager"])
    #expect(app.states[ObservedText.self] === app.states[ObservedText.self])
    #expect(made == ["eager", "lazy"])
    #expect(app.states.find(PlainTokens.self) == nil)
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A stash made before the state is first read in a later period is restored into it`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(ObservedText.self) { ObservedText() }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
    }
    let app = try await AppDependencyGraph(graph, accounts: [.alice], options: probe.options())
    app.preload("kept", of: ObservedText.self, named: nil, for: "alice")
    try await app.activate(.alice)
    #expect(app.states[ObservedText.self].text == "kept")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A state that conforms to a service's protocol is reported when it is made`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.speaker) { Speaker() }
      SharedState(SpeakingState.self) { SpeakingState() }.keptAcrossAccounts()
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    _ = app.states[SpeakingState.self]
    #expect(probe.incidents.map(\.kind) == [.stateIsService])
    #expect("\(probe.incidents[0])".contains("also what key 'SpeakerKey' holds as a service"))
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  @Test func `A state of a service's own class does not validate`() throws {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "a"]) { Probe("a", account: "") }
      SharedState(Probe.self) { Probe("b", account: "") }.keptAcrossAccounts()
    }
    let error = #expect(throws: PlanError.self) { try graph.plan() }
    #expect(error?.problems.map(\.id) == [.stateIsService])
  }
}

private protocol Speaking: Sendable {}

private struct Speaker: Speaking {}

@MainActor private final class SpeakingState: Speaking {}

private enum SpeakerKey: AppEnvironmentKey {
  static let defaultValue: any Speaking = Speaker()
}

extension AppEnvironmentValues {
  fileprivate var speaker: any Speaking {
    get { self[SpeakerKey.self] }
    set { self[SpeakerKey.self] = newValue }
  }
}
