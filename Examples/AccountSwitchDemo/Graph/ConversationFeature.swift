import AppGraph

/// The feature of direct messages: a graph of its own, nested in the one of the app.
@available(Observing, *)
@MainActor
enum ConversationFeature {
  static var graph: DependencyGraph<DemoAccount> {
    DependencyGraph(rewiredBy: \.account) {
      Service(\.conversations, from: \.client) { ConversationService(client: $0) }
        .requiresAuthentication()
        .onStart { conversations, _ in try await conversations.client.open(.conversations) }

      Service(\.conversationSync, from: \.conversations, \.watcher) {
        ConversationSync(conversations: $0, watcher: $1)
      }
      .onStart { sync, _ in try await sync.begin() }
      .onStop { try await $0.end() }

      SharedState(Conversations.self) { Conversations() }
        .onAccountChange { $0.clear() }
        .filled(from: \.conversations) { state, lease, conversations in
          let partners = await conversations.partners()
          try lease.commit { state.partners = partners }
        }
    }
  }
}

/// The key of direct messages.
enum ConversationsKey: AppEnvironmentKey {
  static let defaultValue = ConversationService(client: ClientKey.defaultValue)
}

/// The key of what keeps direct messages up to date.
enum ConversationSyncKey: AppEnvironmentKey {
  static let defaultValue = ConversationSync(
    conversations: ConversationsKey.defaultValue,
    watcher: WatcherKey.defaultValue
  )
}

extension AppEnvironmentValues {
  var conversations: ConversationService {
    get { self[ConversationsKey.self] }
    set { self[ConversationsKey.self] = newValue }
  }

  var conversationSync: ConversationSync {
    get { self[ConversationSyncKey.self] }
    set { self[ConversationSyncKey.self] = newValue }
  }
}
