/// What keeps direct messages up to date while an account is active.
@MainActor
final class ConversationSync {
  private let conversations: ConversationService
  private let watcher: StreamWatcher
  private var isRunning = false

  nonisolated init(conversations: ConversationService, watcher: StreamWatcher) {
    self.conversations = conversations
    self.watcher = watcher
  }

  /// Whether messages arrive by themselves, rather than when the user asks.
  var isLive: Bool { isRunning && watcher.isConnected }

  func begin() async throws {
    try await conversations.client.open(.conversationSync)
    isRunning = true
  }

  func end() async throws {
    isRunning = false
    try await conversations.client.close(.conversationSync)
  }
}
