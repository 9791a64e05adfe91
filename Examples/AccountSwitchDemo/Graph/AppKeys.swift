import AppGraph

/// The key of the active account.
enum AccountKey: AppEnvironmentKey {
  static let defaultValue = DemoAccount.nobody
}

/// The key of the log.
enum JournalKey: AppEnvironmentKey {
  static let defaultValue = Journal()
}

/// The key of the clock.
enum ClockKey: AppEnvironmentKey {
  static let defaultValue = PacedClock()
}

/// The key of the network.
enum NetworkKey: AppEnvironmentKey {
  static let defaultValue = Network(clock: ClockKey.defaultValue)
}

/// The key of the tokens of all accounts.
enum TokensKey: AppEnvironmentKey {
  static let defaultValue = AccountCredentials<DemoAccount>()
}

/// The key of the cache.
enum CacheKey: AppEnvironmentKey {
  static let defaultValue = Cache(clock: ClockKey.defaultValue)
}

/// The key of the loader of avatars.
enum ImagesKey: AppEnvironmentKey {
  static let defaultValue = ImagePipeline(cache: CacheKey.defaultValue)
}

/// The family of keys of the shards.
enum ShardKey: AppEnvironmentKey {
  static let defaultValue = SearchShard(-1)
}

/// The key of the index of posts.
enum SearchKey: AppEnvironmentKey {
  static let defaultValue = SearchIndex(shards: [])
}

/// The key of the link to the push service.
enum PushKey: AppEnvironmentKey {
  static let defaultValue = PushNotifications(journal: JournalKey.defaultValue)
}

extension AppEnvironmentValues {
  var account: DemoAccount {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }

  var journal: Journal {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }

  var clock: PacedClock {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  var network: Network {
    get { self[NetworkKey.self] }
    set { self[NetworkKey.self] = newValue }
  }

  var tokens: AccountCredentials<DemoAccount> {
    get { self[TokensKey.self] }
    set { self[TokensKey.self] = newValue }
  }

  var cache: Cache {
    get { self[CacheKey.self] }
    set { self[CacheKey.self] = newValue }
  }

  var images: ImagePipeline {
    get { self[ImagesKey.self] }
    set { self[ImagesKey.self] = newValue }
  }

  subscript(shard number: Int) -> SearchShard {
    get { self[ShardKey.self, at: number] }
    set { self[ShardKey.self, at: number] = newValue }
  }

  var search: SearchIndex {
    get { self[SearchKey.self] }
    set { self[SearchKey.self] = newValue }
  }

  var push: PushNotifications {
    get { self[PushKey.self] }
    set { self[PushKey.self] = newValue }
  }
}
