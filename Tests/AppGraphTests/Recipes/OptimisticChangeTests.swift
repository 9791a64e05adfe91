import AppGraph
import AppGraphTesting
import Testing

/// The recipe of the documentation for an optimistic change: shown at once, taken back if the server
/// refuses, and never taken back in another account.
@MainActor
final class Favourites {
  var ids: Set<Int> = []

  func add(_ id: Int, under lease: Lease, send: @escaping @MainActor () async throws -> Void) throws
  {
    try lease.commit { _ = ids.insert(id) }
    lease.task { lease in
      do {
        try await send()
      } catch {
        // Refused where the account has changed meanwhile: there is nothing to take back any more.
        _ = try? lease.commit { self.ids.remove(id) }
      }
    }
  }
}

@Suite @MainActor
struct OptimisticChangeTests {
  private func app(_ probe: ProbeGraph) async throws -> AppDependencyGraph<ProbeAccount> {
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(Favourites.self) { Favourites() }.onAccountChange { $0.ids = [] }
    }
    return try await AppDependencyGraph(graph, options: probe.options())
  }

  @Test func `A refused change is taken back`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    try await app.activate(.alice)
    let favourites = app.states[Favourites.self]
    try favourites.add(7, under: app.lease) {
      try await probe.clock.sleep(for: .milliseconds(100))
      throw ProbeFailure()
    }
    #expect(favourites.ids == [7])
    await probe.advance(100)
    #expect(favourites.ids == [])
  }

  @Test func `A late refusal changes nothing in the next account`() async throws {
    let probe = ProbeGraph()
    let app = try await app(probe)
    try await app.activate(.alice)
    let favourites = app.states[Favourites.self]
    try favourites.add(7, under: app.lease) {
      // A request that ignores cancellation.
      await Task { try? await probe.clock.sleep(for: .milliseconds(100)) }.value
      throw ProbeFailure()
    }
    app.request(.bob)
    await probe.advance(50)
    try app.lease.commit { _ = favourites.ids.insert(7) }
    await probe.advance(50)
    #expect(favourites.ids == [7])
    #expect(app.refusedWrites == 1)
  }
}
