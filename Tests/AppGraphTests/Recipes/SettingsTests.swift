import AppGraph
import AppGraphTesting
import Testing

/// The recipe of the documentation for settings of two levels: the account's, above the app's.
@MainActor
final class ComposerSettings {
  /// The app's own default; kept across accounts.
  let appDefault = "public"
  /// What the account's server says; unknown until it has answered.
  var accountDefault: String?
  /// What the user has chosen in the open form; nothing if it is untouched.
  var chosen: String?

  var visibility: String { chosen ?? accountDefault ?? appDefault }
}

@Suite @MainActor
struct SettingsTests {
  private func graph(_ probe: ProbeGraph) -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      SharedState(ComposerSettings.self) { ComposerSettings() }
        .onAccountChange {
          $0.accountDefault = nil
          $0.chosen = nil
        }
        .filled(from: \.[probe: "api"]) { settings, lease, api in
          try await probe.clock.sleep(for: .milliseconds(500))
          try lease.commit {
            settings.accountDefault = api.account == "alice" ? "direct" : "unlisted"
          }
        }
    }
  }

  @Test(arguments: [true, false])
  func `A form offers the app's default until the account's is there, and keeps the user's choice`(
    isTouched: Bool
  ) async throws {
    let probe = ProbeGraph()
    let app = try await AppDependencyGraph(graph(probe), options: probe.options())
    app.request(.alice)
    await probe.advance(500)
    let settings = app.states[ComposerSettings.self]
    #expect(settings.visibility == "direct")
    app.request(.bob)
    await probe.advance(100)
    #expect(settings.visibility == "public")
    if isTouched { settings.chosen = "private" }
    await probe.advance(400)
    #expect(settings.visibility == (isTouched ? "private" : "unlisted"))
  }
}
