import Observation

/// The notifications on the screen, and the badge of the app's icon.
@available(Observing, *)
@MainActor
@Observable
final class Inbox {
  var notifications: [MastodonNotification] = []
  var badge = 0

  func clear() {
    notifications = []
    badge = 0
  }
}
