import AppGraph

/// The key of the access token.
enum CredentialsKey: AppEnvironmentKey {
  static let defaultValue = Credentials(
    account: .nobody,
    network: NetworkKey.defaultValue,
    tokens: TokensKey.defaultValue
  )
}

/// The key of the client.
enum ClientKey: AppEnvironmentKey {
  static let defaultValue = Client(credentials: CredentialsKey.defaultValue)
}

/// The key of what the account's server says about itself.
enum InstanceKey: AppEnvironmentKey {
  static let defaultValue = MastodonInstance.unknown
}

/// The key of the account's preferences.
enum PreferencesKey: AppEnvironmentKey {
  static let defaultValue = MastodonPreferences.standard
}

/// The key of the timeline.
enum FeedKey: AppEnvironmentKey {
  static let defaultValue = FeedService(
    client: ClientKey.defaultValue,
    cache: CacheKey.defaultValue
  )
}

/// The key of the notifications.
enum NotificationsKey: AppEnvironmentKey {
  static let defaultValue = NotificationService(client: ClientKey.defaultValue)
}

/// The key of the open connection.
enum WatcherKey: AppEnvironmentKey {
  static let defaultValue = StreamWatcher(
    client: ClientKey.defaultValue,
    instance: .unknown,
    tokens: TokensKey.defaultValue,
    journal: JournalKey.defaultValue
  )
}

/// The key of the count on the app's icon.
enum BadgesKey: AppEnvironmentKey {
  static let defaultValue = BadgeCounter(
    notifications: NotificationsKey.defaultValue,
    watcher: WatcherKey.defaultValue
  )
}

/// The key of the way out for posts.
enum OutboxKey: AppEnvironmentKey {
  static let defaultValue = Outbox(
    client: ClientKey.defaultValue,
    instance: .unknown,
    preferences: .standard
  )
}

extension AppEnvironmentValues {
  var credentials: Credentials {
    get { self[CredentialsKey.self] }
    set { self[CredentialsKey.self] = newValue }
  }

  var client: Client {
    get { self[ClientKey.self] }
    set { self[ClientKey.self] = newValue }
  }

  var instance: MastodonInstance {
    get { self[InstanceKey.self] }
    set { self[InstanceKey.self] = newValue }
  }

  var preferences: MastodonPreferences {
    get { self[PreferencesKey.self] }
    set { self[PreferencesKey.self] = newValue }
  }

  var feed: FeedService {
    get { self[FeedKey.self] }
    set { self[FeedKey.self] = newValue }
  }

  var notifications: NotificationService {
    get { self[NotificationsKey.self] }
    set { self[NotificationsKey.self] = newValue }
  }

  var watcher: StreamWatcher {
    get { self[WatcherKey.self] }
    set { self[WatcherKey.self] = newValue }
  }

  var badges: BadgeCounter {
    get { self[BadgesKey.self] }
    set { self[BadgesKey.self] = newValue }
  }

  var outbox: Outbox {
    get { self[OutboxKey.self] }
    set { self[OutboxKey.self] = newValue }
  }
}
