import Observation

/// The short messages at the edge of the screen.
@available(Observing, *)
@MainActor
@Observable
final class Toasts {
  var texts: [String] = []

  func clear() {
    texts = []
  }
}
