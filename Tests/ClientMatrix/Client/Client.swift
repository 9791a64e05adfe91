import AppGraph
import Observation

// One client, compiled as four kinds of module: see `client` in Package.swift. It says nothing about
// isolation beyond `@MainActor`, as an app would not.

// MARK: - Services

struct Account: GraphAccount {
  var id: String
  var isAuthenticated: Bool { id != "anonymous" }
}

struct Instance: Sendable {
  var streamingURL = ""
}

struct Client: Sendable {
  let account: Account

  func instance() async throws -> Instance { Instance(streamingURL: "stream/\(account.id)") }
}

final class Cache: Sendable {}

actor StreamWatcher {
  private let url: String

  init(_ client: Client, url: String) {
    self.url = url
  }

  func open(under lease: Lease) async throws {}
  func close() async {}
}

actor PushNotifications {
  private var client: Client?

  func setClient(_ client: Client) async { self.client = client }
  func clearClient() async { client = nil }
  func register(_ tokens: [String]) async {}
}

protocol OrdersAPI: Sendable {
  func orders() async throws -> [String]
}

struct NoOrders: OrdersAPI {
  func orders() async throws -> [String] { [] }
}

// MARK: - Keys

enum AccountKey: AppEnvironmentKey {
  static let defaultValue = Account(id: "anonymous")
}

enum ClientKey: AppEnvironmentKey {
  static let defaultValue = Client(account: Account(id: "anonymous"))
}

enum CacheKey: AppEnvironmentKey {
  static let defaultValue = Cache()
}

enum ShardKey: AppEnvironmentKey {
  static let defaultValue = Cache()
}

enum InstanceKey: AppEnvironmentKey {
  static let defaultValue = Instance()
}

enum WatcherKey: AppEnvironmentKey {
  static let defaultValue = StreamWatcher(Client(account: Account(id: "anonymous")), url: "")
}

enum PushKey: AppEnvironmentKey {
  static let defaultValue = PushNotifications()
}

enum OrdersKey: AppEnvironmentKey {
  static let defaultValue: any OrdersAPI = NoOrders()
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
  var cache: Cache {
    get { self[CacheKey.self] }
    set { self[CacheKey.self] = newValue }
  }
  var instance: Instance {
    get { self[InstanceKey.self] }
    set { self[InstanceKey.self] = newValue }
  }
  var watcher: StreamWatcher {
    get { self[WatcherKey.self] }
    set { self[WatcherKey.self] = newValue }
  }
  var push: PushNotifications {
    get { self[PushKey.self] }
    set { self[PushKey.self] = newValue }
  }
  var ordersAPI: any OrdersAPI {
    get { self[OrdersKey.self] }
    set { self[OrdersKey.self] = newValue }
  }
  subscript(shard index: Int) -> Cache {
    get { self[ShardKey.self, at: index] }
    set { self[ShardKey.self, at: index] = newValue }
  }
}

// MARK: - States

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor final class CurrentAccount {
  var name: String?

  func clear() { name = nil }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor final class Drafts {
  var all: [String] = []
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor final class Theme {
  var dark = false
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@Observable @MainActor final class PushTokens {
  var tokens: [String] = []
}

final class OrdersModel {
  @AppEnvironment(\.ordersAPI) var ordersAPI
}

// MARK: - Graph

@MainActor struct ChatFeature {
  let graph = DependencyGraph(rewiredBy: \.account) {}
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@MainActor func makeGraph() -> DependencyGraph<Account> {
  DependencyGraph(rewiredBy: \.account) {
    Service(\.cache) { Cache() }
    Service(\.client, from: \.account) { Client(account: $0) }
    Service(\.instance, from: \.client, loading: { try await $0.instance() })
      .optional()
    Service(\.watcher, from: \.client, \.instance) { StreamWatcher($0, url: $1.streamingURL) }
      .requiresAuthentication()
      .onStart { try await $0.open(under: $1) }
      .onStop { await $0.close() }
    Service(\.push) { PushNotifications() }
      .rewired(
        by: \.client,
        apply: { push, _, client in await push.setClient(client) },
        release: { push in await push.clearClient() }
      )
    SharedState(CurrentAccount.self) { CurrentAccount() }
      .onAccountChange { $0.clear() }
      .filled(from: \.client) { state, lease, client in
        let instance = try await client.instance()
        try lease.commit { state.name = instance.streamingURL }
      }
    SharedState(Drafts.self) { Drafts() }
      .stashed(save: { $0.all }, restore: { $0.all = $1 }, reset: { $0.all = [] })
    SharedState(Theme.self) { Theme() }.keptAcrossAccounts()
    SharedState(PushTokens.self) { PushTokens() }.keptAcrossAccounts()
    LifecycleTask(id: { $0[PushTokens.self].tokens }, from: \.push) { tokens, _, push in
      await push.register(tokens)
    }
    for index in 0..<3 { Service(\.[shard: index]) { Cache() } }
    ChatFeature().graph
  }
}

// MARK: - Run

/// Switches accounts and says what was seen.
///
/// - Returns: One line for each step, in order; the same in every kind of module.
/// - Throws: What the library throws.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@MainActor public func runClient() async throws -> [String] {
  var log: [String] = []
  try await withAppDependencyGraph(makeGraph(), activating: Account(id: "alice")) { app in
    log.append("client of \(app.environment.client.account.id)")
    let outcome = try await app.activate(Account(id: "bob"))
    log.append("bob: \(outcome)")
    _ = app.handle(\.client)
    for await client in app.values(of: \.client) {
      log.append("value of \(client.account.id)")
      break
    }
    let orders = try await OrdersModel().ordersAPI.orders()
    log.append("orders: \(orders.count)")
  }
  return log
}
