import AppGraph
import Observation

struct Account: GraphAccount {
  var id: String
  var isAuthenticated: Bool { id != "guest" }
}

struct Client: Sendable {
  var account: Account
  func greeting() async throws -> String { "Hello, \(account.id)" }
}

actor Stream {
  let client: Client
  init(_ client: Client) { self.client = client }
  func open() { print("stream of \(client.account.id) opens") }
  func close() { print("stream of \(client.account.id) closes") }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor final class Greeting {
  var text = "…"
}

enum AccountKey: AppEnvironmentKey {
  static let defaultValue = Account(id: "guest")
}

enum ClientKey: AppEnvironmentKey {
  static let defaultValue = Client(account: Account(id: "guest"))
}

enum StreamKey: AppEnvironmentKey {
  static let defaultValue = Stream(ClientKey.defaultValue)
}

extension AppEnvironmentValues {
  var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
  var client: Client {
    get { self[ClientKey.self] }
    set { self[ClientKey.self] = newValue }
  }
  var stream: Stream {
    get { self[StreamKey.self] }
    set { self[StreamKey.self] = newValue }
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@main @MainActor
struct Example {
  static var graph: DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      Service(\.client, from: \.account) { Client(account: $0) }
      Service(\.stream, from: \.client) { Stream($0) }
        .requiresAuthentication()
        .onStart { stream, lease in await stream.open() }
        .onStop { stream in await stream.close() }
      SharedState(Greeting.self) { Greeting() }
        .onAccountChange { $0.text = "…" }
        .filled(from: \.client) { state, lease, client in
          let text = try await client.greeting()
          try lease.commit { state.text = text }  // refused once the account has changed
        }
    }
  }

  static func main() async throws {
    let (alice, bob) = (Account(id: "alice"), Account(id: "bob"))
    try await withAppDependencyGraph(graph, activating: alice) { app in
      let outcome = try await app.activate(bob)
      print(outcome, app.environment.client.account.id, app.leaks)
    }
  }
}
