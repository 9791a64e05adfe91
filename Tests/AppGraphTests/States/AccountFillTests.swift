import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct AccountFillTests {
  @Test func `A fill begins once in each generation, as soon as what it needs has started`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("client", start: .milliseconds(5))
      probe.service("slow", start: .milliseconds(20))
      probe.service("last", from: ["slow"])
      SharedState(Note.self) { Note() }
        .onAccountChange { $0.text = "" }
        .filled(from: \.[probe: "client"]) { _, lease, client in
          probe.note("fill \(client.account) g\(lease.generation)")
        }
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    for account in [ProbeAccount.alice, .bob, .alice] {
      app.request(account)
      await probe.advance(30)
      #expect(app.active == account.id)
    }
    #expect(
      probe.journal.filter { $0.contains("fill") }
        == ["5 fill alice g1", "35 fill bob g2", "65 fill alice g3"]
    )
  }
}
