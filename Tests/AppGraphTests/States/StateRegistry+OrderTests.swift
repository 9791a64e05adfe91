import AppGraph
import AppGraphTesting
import Testing

/// When a switch saves, resets and restores, measured against starts and stops.
@Suite @MainActor
struct StateRegistryOrderTests {
  @Test func `A state is blank from the fence on, and has its content back before the first start`()
    async throws
  {
    let probe = ProbeGraph()
    let note = Note()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.[probe: "client"], from: \.probeAccount) { Probe("client", account: $0.id) }
        .onStart { client, _ in probe.note("start \(client.account) '\(note.text)'") }
        .onStop { client in
          probe.note("stop \(client.account) '\(note.text)'")
          try await probe.clock.sleep(for: .milliseconds(5))
        }
      SharedState(Note.self) { note }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
        .madeAtAssembly()
    }
    let app = try await AppDependencyGraph(graph, options: probe.options())
    app.request(.alice)
    await probe.advance(0)
    note.text = "draft"
    app.request(.bob)
    #expect(note.text == "")
    await probe.advance(10)
    app.request(.alice)
    await probe.advance(10)
    #expect(note.text == "draft")
    #expect(
      probe.journal == [
        "0 start alice ''", "0 stop alice ''", "5 start bob ''", "10 stop bob ''",
        "15 start alice 'draft'",
      ]
    )
  }
}
