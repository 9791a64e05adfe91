/// What keeps direct messages up to date while an account is active.
@MainActor
final class ConversationSync {
  private let conversations: ConversationService
  private let watcher: StreamWatcher
  /// Whether messages arrive by themselves, rather than when the user asks.
  private(set) var isLive = false

  nonisolated init(conversations: ConversationService, watcher: StreamWatcher) {
    self.conversations = conversations
    self.watcher = watcher
  }

  func begin() async throws {
    try await conversations.client.open(.conversationSync)
    isLive = watcher.isConnected
  }

  func end() async throws {
    isLive = false
    try await conversations.client.close(.conversationSync)
  }
}
