import AppGraph
import Observation

// One client, compiled as four kinds of module: see `client` in Package.swift. It says nothing about
// isolation beyond `@MainActor`, as an app would not.

// MARK: - Services

struct Account: GraphAccount, Codable {
  struct Credential: Codable, Equatable {
    var access: String
    var renewal: String
  }

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

/// A transport of the client's own.
struct Socket: Sendable {
  let posts: AsyncThrowingStream<String, any Error>

  func subscribe(to channels: Set<String>) async throws {}
  func close() async {}
}

extension Client {
  func openSocket(_ channels: Set<String>) async throws -> Socket {
    let posts = AsyncThrowingStream<String, any Error> { continuation in
      continuation.yield("\(account.id) reads \(channels.sorted())")
    }
    return Socket(posts: posts)
  }
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

enum CredentialsKey: AppEnvironmentKey {
  static let defaultValue = AccountCredentials<Account>()
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

enum PostsKey: AppEnvironmentKey {
  static let defaultValue = StreamSupervisor<String, String>()
}

enum EventsKey: AppEnvironmentKey {
  static let defaultValue = StreamSupervisor<Never, String>()
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
  var credentials: AccountCredentials<Account> {
    get { self[CredentialsKey.self] }
    set { self[CredentialsKey.self] = newValue }
  }
  var posts: StreamSupervisor<String, String> {
    get { self[PostsKey.self] }
    set { self[PostsKey.self] = newValue }
  }
  var events: StreamSupervisor<Never, String> {
    get { self[EventsKey.self] }
    set { self[EventsKey.self] = newValue }
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
  var posts: [String] = []
  var stream = StreamState.stopped

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
    Service(\.posts, from: \.client) { client in
      StreamSupervisor(channels: ["home"], backoff: Backoff().jittered()) { attempt in
        let socket = try await client.openSocket(attempt.channels)
        return StreamConnection(socket.posts) { channels in
          try await socket.subscribe(to: channels)
        } close: {
          await socket.close()
        }
      } receive: { post, lease in
        AppState(CurrentAccount.self).wrappedValue.posts.append(post)
      }
      .onRefusal { refusal, lease in
        AppState(CurrentAccount.self).wrappedValue.name = refusal.message
      }
      .onStateChange { state, lease in
        try? lease.commit { AppState(CurrentAccount.self).wrappedValue.stream = state }
      }
    }
    .requiresAuthentication()
    .onStart { $0.start(under: $1) }
    .onStop { await $0.stop() }
    Service(\.events, from: \.client) { client in
      StreamSupervisor { attempt in
        StreamConnection(try await client.openSocket([]).posts)
      } receive: { _, _ in
      }
    }
    .onStart { $0.start(under: $1) }
    .onStop { await $0.stop() }
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
    LifecycleTask(id: { $0[AccountManager<Account>.self].list.map(\.id) }, from: \.push) {
      accounts,
      _,
      push in await push.register(accounts)
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
    while app.states[CurrentAccount.self].posts.last?.hasPrefix("bob") != true {
      await Task.yield()
    }
    log.append("posts: \(app.states[CurrentAccount.self].posts)")
    log.append("stream: \(app.states[CurrentAccount.self].stream)")
    app.environment.posts.channels.insert("local")
    app.environment.posts.suspend()
    app.environment.posts.resume()
    app.environment.posts.credentialDidChange()
    let orders = try await OrdersModel().ordersAPI.orders()
    log.append("orders: \(orders.count)")
  }
  return log + (try await runStoredClient())
}

/// Signs in, works for another account than the active one, and starts anew from what was stored.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
@MainActor private func runStoredClient() async throws -> [String] {
  var log: [String] = []
  let store = MemoryAccountStore()
  let medium = MemoryCredentialStore()
  let credentials = AccountCredentials<Account>(in: medium)
  try await withAppDependencyGraph(makeGraph(), storedIn: store, credentials: credentials) { app in
    for id in ["alice", "bob"] {
      try await app.accounts.signIn {
        (Account(id: id), Account.Credential(access: "1", renewal: "r"))
      }
    }
    try await app.activate(Account(id: "alice"))
    let job = await app.job("sync", for: "bob", from: \.client, \.cache) { account, client, _ in
      try app.records.store([client.account.id], as: "synced", for: account.id)
    }
    .value
    log.append("job: \(job) \(try app.records.value("synced", for: "bob") ?? [""])")
    let plain = await app.job("plain", for: "bob") { account in _ = account.id }.value
    log.append("plain job: \(plain)")
    let old = Account.Credential(access: "1", renewal: "r")
    let fresh = try await credentials.refresh(old, of: "bob") { old in
      Account.Credential(access: old.access + "2", renewal: old.renewal)
    }
    log.append("credential: \(fresh.access)")
    let route = await app.route("tap", to: "bob") { _ in }.value
    log.append("route: \(route) into \(app.active ?? "-")")
    let link = await app.route(
      "link",
      choosing: { accounts in accounts.first?.id },
      deliver: { _ in }
    )
    .value
    log.append("link: \(link) into \(app.active ?? "-")")
    app.states[Drafts.self].all = ["kept"]
    app.accounts.remove("bob", keepsRemotePart: true)
    log.append("outbox: \(await app.accounts.emptyOutbox { _ = $0.credential?.access })")
  }
  try await withAppDependencyGraph(makeGraph(), storedIn: store) { app in
    log.append("stored: \(app.accounts.list.map(\.id)), \(app.accounts.selected?.id ?? "-")")
    if let account = app.accounts.selected { try await app.activate(account) }
    log.append("drafts: \(app.states[Drafts.self].all)")
  }
  return log
}
