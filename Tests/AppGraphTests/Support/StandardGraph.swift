import AppGraph
import AppGraphTesting

/// The standard services of the cases, and the app that runs them.
///
/// `api` takes no time, `info` starts in 30 ms, `stream` starts in 10 and stops in 5 ms, for authenticated
/// accounts only; each is made from the one before. Activating takes 40 ms, tearing down 5 ms.
@MainActor
struct StandardGraph {
  let probe = ProbeGraph()
  let credentials = AccountCredentials<ProbeAccount>()

  var graph: DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      probe.service("info", from: ["api"], start: .milliseconds(30))
      probe.service("stream", from: ["info"], start: .milliseconds(10), stop: .milliseconds(5))
        .requiresAuthentication()
      SharedState(Note.self) { Note() }
        .stashed(save: { $0.text }, restore: { $0.text = $1 }, reset: { $0.text = "" })
    }
  }

  /// An app in which an account is active since t = 40; its journal is empty.
  func app(
    of accounts: [ProbeAccount] = [.alice, .bob],
    active account: ProbeAccount? = .alice
  ) async throws -> AppDependencyGraph<ProbeAccount> {
    let app = try await AppDependencyGraph(
      graph,
      accounts: accounts,
      credentials: credentials,
      options: probe.options()
    )
    if let account { app.request(account) }
    await probe.advance(40)
    probe.forgetJournal()
    return app
  }

  /// Closes an app, whose services take their time.
  func close(_ app: AppDependencyGraph<ProbeAccount>) async {
    let closing = Task { await app.close() }
    await probe.advance(100)
    await closing.value
  }

  /// Lets the time come in milliseconds since the start.
  func time(_ milliseconds: Int) async {
    await probe.clock.advance(to: VirtualClock.Instant(offset: .milliseconds(milliseconds)))
  }
}
