import AppGraph

/// The graph of the app, as its team would declare it.
///
/// It is declared in parts, one graph for each layer, so that each part fits on a page.
@available(Observing, *)
@MainActor
struct DemoGraph {
  let clock: PacedClock
  let accounts: [AccountContent]
  let tokens: AccountCredentials<DemoAccount>
  let issuer: TokenIssuer
  let journal: Journal

  /// How many shards the index of posts has.
  static let shardCount = 4

  var graph: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      device
      account
      content
      ConversationFeature.graph
      screens
      duties
    }
  }

  /// What lives as long as the app.
  private var device: DependencyGraph<NoAccount> {
    DependencyGraph {
      Service(\.clock) { clock }
      Service(\.journal) { journal }
      Service(\.network, from: \.clock) { Network(clock: $0, contents: accounts, issuer: issuer) }
      Service(\.tokens) { tokens }
      Service(\.cache, from: \.clock) { Cache(clock: $0) }
        .onStart { cache, _ in try await cache.open() }
        .onStop { try await $0.flush() }
      Service(\.images, from: \.cache) { ImagePipeline(cache: $0) }
      for number in 0..<Self.shardCount {
        Service(\.[shard: number]) { SearchShard(number) }
      }
      Service(\.search, from: (0..<Self.shardCount).map { \AppEnvironmentValues.[shard: $0] }) {
        SearchIndex(shards: $0)
      }
    }
  }

  /// Who is signed in, and where.
  private var account: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      Service(\.credentials, from: \.account, \.network, \.tokens) {
        Credentials(account: $0, network: $1, tokens: $2)
      }
      .onStart { credentials, _ in try await credentials.renew() }
      Service(\.client, from: \.credentials) { Client(credentials: $0) }
        .onStart { client, _ in try await client.open(.client) }
        .onStop { try await $0.close(.client) }
      Service(
        \.instance,
        from: \.client,
        loading: { client in
          try await client.open(.instance)
          return client.instance()
        }
      )
      .optional()
      Service(
        \.preferences,
        from: \.client,
        loading: { client in
          try await client.open(.preferences)
          return client.preferences()
        }
      )
      Service(\.push, from: \.journal) { PushNotifications(journal: $0) }
        .rewired(
          by: \.client,
          apply: { push, _, client in try await push.setClient(client) },
          release: { push in await push.clearClient() }
        )
        .requiresAuthentication()
    }
  }

  /// What an account reads and writes.
  private var content: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      Service(\.feed, from: \.client, \.cache) { FeedService(client: $0, cache: $1) }
        .onStart { feed, _ in try await feed.client.open(.feed) }
        .onStop { try await $0.client.close(.feed) }
      Service(\.notifications, from: \.client) { NotificationService(client: $0) }
        .requiresAuthentication()
        .onStart { notifications, _ in try await notifications.client.open(.notifications) }
      Service(\.watcher, from: \.client, \.instance, \.tokens, \.journal) {
        StreamWatcher(client: $0, instance: $1, tokens: $2, journal: $3)
      }
      .requiresAuthentication()
      .onStart { try await $0.open(under: $1) }
      .onStop { await $0.close() }
      Service(\.badges, from: \.notifications, \.watcher) {
        BadgeCounter(notifications: $0, watcher: $1)
      }
      .onStart { badges, _ in try await badges.notifications.client.open(.badges) }
      Service(\.outbox, from: \.client, \.instance, \.preferences) {
        Outbox(client: $0, instance: $1, preferences: $2)
      }
      .onStart { outbox, _ in try await outbox.open() }
      .onStop { try await $0.close() }
    }
  }

  /// What the screens show.
  private var screens: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      SharedState(CurrentAccount.self) { CurrentAccount() }
        .onAccountChange { $0.clear() }
        .filled(from: \.client) { state, lease, client in
          let profile = try await client.profile()
          try lease.commit { state.profile = profile }
        }
      SharedState(Feed.self) { Feed() }
        .onAccountChange { $0.clear() }
        .filled(from: \.feed, \.images, \.search) { state, lease, feed, images, search in
          try await FeedLoading(feed: feed, images: images, search: search).fill(state, lease)
        }
      SharedState(ReadingSettings.self) { ReadingSettings() }
        .onAccountChange { $0.clear() }
        .filled(from: \.preferences) { state, lease, preferences in
          try lease.commit { state.preferences = preferences }
        }
      SharedState(Inbox.self) { Inbox() }
        .onAccountChange { $0.clear() }
        .filled(from: \.badges, \.journal) { state, lease, badges, journal in
          try await InboxLoading(badges: badges, journal: journal).fill(state, lease)
        }
      SharedState(Drafts.self) { Drafts() }
        .stashed(
          save: { $0.texts },
          restore: { $0.texts = $1 },
          reset: { $0.clear() }
        )
      SharedState(Toasts.self) { Toasts() }
        .onAccountChange { $0.clear() }
      SharedState(Theme.self) { Theme() }
        .keptAcrossAccounts()
      SharedState(PushTokens.self) { PushTokens() }
        .keptAcrossAccounts()
    }
  }

  /// What the app owes to servers.
  private var duties: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      // For all accounts at once: it runs again when one comes, goes or gets another token, and not
      // when another one becomes active.
      LifecycleTask(id: PushRegistration.init, from: \.push) { registration, _, push in
        push.register(registration)
      }
      TeardownHook(from: \.client, \.cache, \.journal) { reason, client, cache, journal in
        guard reason == .removal else { return }
        let account = client.account
        cache.forget(account)
        // What the outbox holds is done later, with the same token.
        let outbox = AppState(AccountManager<DemoAccount>.self).wrappedValue.outbox
        let token = try client.token()
        guard !outbox.contains(where: { $0.account == account.id && $0.credential == token })
        else { return }
        try await client.revokeToken()
        journal.note("client", "\(token) of \(account.name) is revoked")
      }
    }
  }
}
