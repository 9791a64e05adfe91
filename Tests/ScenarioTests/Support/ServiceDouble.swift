import AppGraph
import AppGraphTesting

/// A service of a case, made for one account.
final class ServiceDouble: Sendable {
  let account: String

  init(account: String) {
    self.account = account
  }
}

struct ScenarioAccount: GraphAccount {
  let id: String
  let isAuthenticated: Bool
}

enum ScenarioAccountKey: AppEnvironmentKey {
  static let defaultValue = ScenarioAccount(id: "", isAuthenticated: false)
}

enum ServiceDoubleKey: AppEnvironmentKey {
  static let defaultValue = ServiceDouble(account: "")
}

extension AppEnvironmentValues {
  var account: ScenarioAccount {
    get { self[ScenarioAccountKey.self] }
    set { self[ScenarioAccountKey.self] = newValue }
  }

  subscript(double key: String) -> ServiceDouble {
    get { self[ServiceDoubleKey.self, at: key] }
    set { self[ServiceDoubleKey.self, at: key] = newValue }
  }
}

/// A state of a case: one text.
@MainActor
final class TextState {
  var text: String

  init(_ text: String) {
    self.text = text
  }
}

struct DoubleFailure: Error {}
