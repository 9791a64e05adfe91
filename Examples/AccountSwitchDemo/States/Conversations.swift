import Observation

/// The direct messages on the screen.
@available(Observing, *)
@MainActor
@Observable
final class Conversations {
  var partners: [String] = []

  func clear() {
    partners = []
  }
}
