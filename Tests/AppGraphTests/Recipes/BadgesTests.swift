import AppGraph
import AppGraphTesting
import Testing

/// The recipe of the documentation for badges: every number is derived from one map per account.
@MainActor
final class Unread {
  var counts: [String: Int] = [:]

  /// The badge of the tab: what the active account has not read.
  func tab(active: String?) -> Int { active.flatMap { counts[$0] } ?? 0 }
  /// The badge of the icon: what all accounts have not read.
  var icon: Int { counts.values.reduce(0, +) }
}

@Suite @MainActor
struct BadgesTests {
  @Test func `RG-11 Badges follow pushes, switches and removals without a counter of their own`()
    async throws
  {
    let probe = ProbeGraph()
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(Unread.self) { Unread() }.keptAcrossAccounts()
    }
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob],
      options: probe.options()
    )
    let unread = app.states[Unread.self]
    unread.counts = ["alice": 3, "bob": 2]
    func badges() -> [Int] { [unread.tab(active: app.active), unread.icon] }
    var seen: [[Int]] = []
    app.request(.alice)
    await probe.advance(1)
    seen.append(badges())
    app.request(.bob)
    await probe.advance(1)
    seen.append(badges())
    unread.counts["alice", default: 0] += 1
    seen.append(badges())
    for account in ["alice", "bob"] {
      app.accounts.remove(account)
      unread.counts[account] = nil
      await probe.advance(1)
      seen.append(badges())
    }
    #expect(seen == [[3, 5], [2, 5], [2, 6], [2, 2], [0, 0]])
  }
}
