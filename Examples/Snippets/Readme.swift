// snippet.hide
// The complete example of the README, which shows what stands between the markers.
// snippet.show
import AppGraph

struct Account: GraphAccount {
  var id: String
  var isAuthenticated: Bool { true }
}

enum AccountKey: AppEnvironmentKey {
  static let defaultValue = Account(id: "anonymous")
}

extension AppEnvironmentValues {
  var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
}

@main
struct Example {
  @MainActor static func main() async throws {
    let graph = DependencyGraph(rewiredBy: \.account) {}
    try await withAppDependencyGraph(graph, activating: Account(id: "alice")) { app in
      print(try await app.activate(Account(id: "bob")))
    }
  }
}
