import Observation

/// The texts that were written and not sent; kept for each account.
@available(Observing, *)
@MainActor
@Observable
final class Drafts {
  var texts: [String] = []

  func clear() {
    texts = []
  }
}
