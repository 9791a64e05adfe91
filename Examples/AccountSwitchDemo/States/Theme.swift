import Observation

/// The look of the app, which no account changes.
@available(Observing, *)
@MainActor
@Observable
final class Theme {
  var name = "dark"
}
