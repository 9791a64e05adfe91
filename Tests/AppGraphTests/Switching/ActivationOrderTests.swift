import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct ActivationOrderTests {
  @Test func `Independent services start at once, and activation takes the critical path`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("a", start: .milliseconds(10))
      probe.service("b", start: .milliseconds(30))
      probe.service("c", from: ["a"], start: .milliseconds(5))
      probe.service("d", from: ["b", "c"], start: .milliseconds(10))
      probe.service("e", from: ["c"], start: .milliseconds(20))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(39)
    #expect(app.phase == .starting)
    await probe.advance(1)
    #expect(app.phase == .active)
    #expect(
      probe.journal == [
        "0 start a alice", "0 start b alice", "10 start c alice", "15 start e alice",
        "30 start d alice",
      ]
    )
    await app.close()
  }

  @Test func `Many services in four levels take four steps of time`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      for level in 0..<4 {
        for index in 0..<25 {
          probe.service(
            "\(level).\(index)",
            from: level == 0 ? [] : ["\(level - 1).\(index)"],
            start: .milliseconds(10)
          )
        }
      }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(40)
    #expect(app.phase == .active)
    #expect(probe.journal.count == 100)
  }

  @Test func `Stops of independent services overlap, the latest started first`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("a", start: .milliseconds(20), stop: .milliseconds(3))
      probe.service("b", start: .milliseconds(10), stop: .milliseconds(4))
      probe.service("c", from: ["a"], stop: .milliseconds(2))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(20)
    probe.forgetJournal()
    app.request(.bob)
    await probe.advance(5)
    #expect(
      probe.journal == [
        "20 stop c alice", "20 stop b alice", "22 stop a alice", "25 start a bob",
        "25 start b bob",
      ]
    )
  }

  @Test func `What does not depend on the account is not touched by a switch`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.appService("cache")
      probe.service("client")
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    let cache = app.environment[probe: "cache"]
    for account in [ProbeAccount.alice, .bob, .alice] {
      try await app.activate(account)
      #expect(app.environment[probe: "cache"] === cache)
      #expect(app.environment[probe: "client"].account == account.id)
    }
    await app.close()
    #expect(
      probe.journal.filter { $0.contains("cache") } == ["0 start cache app", "0 stop cache app"]
    )
    #expect(probe.journal.last == "0 stop cache app")
  }

  @Test func `A pointing that was given up lets go before the next one begins`() async throws {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.appService("push")
        .rewired(
          by: \.probeAccount,
          apply: { push, _, account in
            probe.note("apply \(account.id)")
            if account.id == "bob" {
              // It ignores cancellation.
              await Task { try? await probe.clock.sleep(for: .milliseconds(50)) }.value
            }
            probe.note("applied \(account.id)")
          },
          release: { push in probe.note("release") }
        )
        .startLimit(.milliseconds(30))
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(1)
    probe.forgetJournal()
    app.request(.bob)
    await probe.advance(200)
    #expect(app.active == "alice")
    #expect(
      probe.journal == [
        "1 release", "1 apply bob", "51 applied bob", "51 release", "51 apply alice",
        "51 applied alice",
      ]
    )
  }

  @Test func `A rewired service is pointed at each account, in order, and keeps its identity`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client")
      probe.appService("push")
        .rewired(
          by: \.[probe: "client"],
          apply: { push, _, client in probe.note("apply \(push.name) \(client.account)") },
          release: { push in probe.note("release \(push.name)") }
        )
      probe.service("sender", from: ["client", "push"])
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    let push = app.environment[probe: "push"]
    try await app.activate(.alice)
    try await app.activate(.bob)
    #expect(app.environment[probe: "push"] === push)
    await app.close()
    #expect(
      probe.journal.map { $0.dropFirst(2) } == [
        "start push app",
        "start client alice", "apply push alice", "start sender alice",
        "stop sender alice", "release push", "stop client alice",
        "start client bob", "apply push bob", "start sender bob",
        "stop sender bob", "release push", "stop client bob",
        "stop push app",
      ]
    )
  }
}
