import Observation

/// The timeline on the screen.
@available(Observing, *)
@MainActor
@Observable
final class Feed {
  var posts: [MastodonStatus] = []

  func clear() {
    posts = []
  }
}
