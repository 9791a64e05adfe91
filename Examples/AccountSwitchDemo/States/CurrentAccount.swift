import Observation

/// The profile that screens show as the user's own.
@available(Observing, *)
@MainActor
@Observable
final class CurrentAccount {
  var profile: MastodonAccount?

  func clear() {
    profile = nil
  }
}
