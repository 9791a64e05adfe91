import AppGraph
import AppGraphTesting

/// An account of the tests.
struct ProbeAccount: GraphAccount, Codable, Equatable {
  let id: String
  var isAuthenticated = true
  /// What it calls itself; changes.
  var handle = ""

  static let alice = ProbeAccount(id: "alice")
  static let bob = ProbeAccount(id: "bob")
  static let carol = ProbeAccount(id: "carol")
  static let guest = ProbeAccount(id: "guest", isAuthenticated: false)
}

/// A service of the tests: which account it was made for, and from what.
final class Probe: Sendable {
  let name: String
  let account: String
  let inputs: [Probe]

  init(_ name: String, account: String, inputs: [Probe] = []) {
    self.name = name
    self.account = account
    self.inputs = inputs
  }
}

enum ProbeAccountKey: AppEnvironmentKey {
  static let defaultValue = ProbeAccount(id: "nobody", isAuthenticated: false)
}

enum ProbeKey: AppEnvironmentKey {
  static let defaultValue = Probe("default", account: "nobody")
}

extension AppEnvironmentValues {
  var probeAccount: ProbeAccount {
    get { self[ProbeAccountKey.self] }
    set { self[ProbeAccountKey.self] = newValue }
  }

  subscript(probe name: String) -> Probe {
    get { self[ProbeKey.self, at: name] }
    set { self[ProbeKey.self, at: name] = newValue }
  }
}

struct ProbeFailure: Error, Equatable {
  var name = ""
}
