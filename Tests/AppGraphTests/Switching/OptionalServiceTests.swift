import AppGraph
import AppGraphTesting
import Testing

/// Degraded activation and its repair: the case OP-02 and what belongs to it.
@Suite @MainActor
struct OptionalServiceTests {
  @Test func `A failed optional service leaves its key at the default and the graph degraded`()
    async throws
  {
    let probe = ProbeGraph()
    probe.failures["feed"] = 1
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client")
      probe.service("feed", from: ["client"], start: .milliseconds(10)).optional()
      probe.service("reader", from: ["feed"])
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(10)
    #expect(app.status.isDegraded)
    #expect(app.phase == .active)
    #expect(app.environment[probe: "feed"].account == "nobody")
    #expect(app.environment[probe: "reader"].inputs.map(\.account) == ["nobody"])
    #expect(probe.incidents.map(\.kind) == [.optionalServiceFailed])
  }

  @Test func `A retry restarts only what depends on the new value`() async throws {
    let probe = ProbeGraph()
    probe.failures["feed"] = 1
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client")
      probe.service("feed", from: ["client"], start: .milliseconds(10)).optional()
      probe.service("reader", from: ["feed"])
      probe.service("badge", from: ["reader"])
      probe.service("other", from: ["client"])
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(10)
    let generation = app.status.generation
    let client = app.environment[probe: "client"]
    probe.forgetJournal()
    #expect(app.retryDegraded())
    await probe.advance(10)
    #expect(
      probe.journal == [
        "10 start feed alice", "20 stop badge nobody", "20 stop reader nobody",
        "20 start reader alice", "20 start badge alice",
      ]
    )
    #expect(app.status.generation == generation)
    #expect(!app.status.isDegraded)
    #expect(app.environment[probe: "client"] === client)
    #expect(app.environment[probe: "badge"].inputs[0].inputs[0].account == "alice")
    #expect(!app.retryDegraded())
    await app.close()
  }

  @Test func `A retry that fails again stays degraded and touches nothing else`() async throws {
    let probe = ProbeGraph()
    probe.failures["feed"] = 2
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("feed", start: .milliseconds(10)).optional()
      probe.service("reader", from: ["feed"])
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(10)
    probe.forgetJournal()
    app.retryDegraded()
    await probe.advance(10)
    #expect(probe.journal == ["10 start feed alice"])
    #expect(app.status.isDegraded)
    #expect(app.phase == .active)
  }

  @Test func `A retry whose value equals the default restarts nothing`() async throws {
    let probe = ProbeGraph()
    var fails = true
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(
        \.limit,
        from: \.probeAccount,
        loading: { _ in
          if fails { throw ProbeFailure() }
          return LimitKey.defaultValue
        }
      )
      .optional()
      Service(\.[probe: "composer"], from: \.limit) { Probe("composer \($0)", account: "") }
        .onStart { _, _ in probe.note("start composer") }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(0)
    fails = false
    app.retryDegraded()
    await probe.advance(0)
    #expect(!app.status.isDegraded)
    #expect(probe.journal == ["0 start composer"])
  }

  @Test func `An optional factory that throws degrades instead of refusing the request`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "a"], from: \.probeAccount) { _ -> Probe in throw ProbeFailure() }
        .optional()
      probe.service("b", from: ["a"])
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    #expect(try await app.activate(.alice) == .activated)
    #expect(app.status.isDegraded)
    #expect(app.environment[probe: "b"].account == "nobody")
  }

  @Test func `Drafts survive a switch whose network services all fail`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("network", start: .milliseconds(1)).optional()
      SharedState(Note.self) { Note() }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.bob)
    await probe.advance(1)
    app.states[Note.self].text = "draft of bob"
    app.request(.alice)
    await probe.advance(1)
    probe.failures["network"] = 1
    app.request(.bob)
    await probe.advance(1)
    #expect(app.status.isDegraded)
    #expect(app.active == "bob")
    #expect(app.states[Note.self].text == "draft of bob")
  }
}

private enum LimitKey: AppEnvironmentKey {
  static let defaultValue = 500
}

extension AppEnvironmentValues {
  fileprivate var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
}

@MainActor
final class Note {
  var text = ""
}
