import Observation

/// The preferences of the account, as far as screens need them.
@available(Observing, *)
@MainActor
@Observable
final class ReadingSettings {
  var preferences: MastodonPreferences?

  func clear() {
    preferences = nil
  }
}
