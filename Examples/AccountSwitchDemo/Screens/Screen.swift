import AppGraph
import Observation

/// A screen of the app, reduced to one line of text: it observes states and says what it shows.
@available(Observing, *)
@MainActor
final class Screen {
  typealias App = AppDependencyGraph<DemoAccount>

  let name: String
  /// Whether something that the screen has read has changed since it was drawn.
  private(set) var isStale = true
  /// What the screen shows.
  private(set) var text = ""
  private let content: @MainActor (App) -> String

  init(_ name: String, content: @escaping @MainActor (App) -> String) {
    self.name = name
    self.content = content
  }

  /// Draws the screen.
  ///
  /// - Parameters:
  ///   - app: The running app.
  ///   - changed: Called once, when something that the screen has read is about to change.
  /// - Returns: Whether it shows another text than before.
  func draw(_ app: App, changed: @escaping @MainActor @Sendable () -> Void) -> Bool {
    let before = text
    isStale = false
    text = withObservationTracking {
      // The client is read beside the states: no screen may show one account with another's client.
      _ = app.status
      let account = app.environment.client.account
      return "\(content(app)) (client: \(account.name))"
    } onChange: { [weak self] in
      // The states are written on the main actor only, and this is called from the write.
      MainActor.assumeIsolated {
        self?.isStale = true
        changed()
      }
    }
    return text != before
  }
}
