import AppGraph

/// The open connection over which a server tells what is new.
@MainActor
final class StreamWatcher {
  private let client: Client
  private let instance: MastodonInstance
  private let journal: Journal
  private(set) var isConnected = false

  nonisolated init(client: Client, instance: MastodonInstance, journal: Journal) {
    self.client = client
    self.instance = instance
    self.journal = journal
  }

  /// Connects; without an address for streaming the watcher polls.
  func open(under lease: Lease) async throws {
    try await client.open(.watcher)
    let way = instance.streamingURL.isEmpty ? "polls \(client.account.host)" : instance.streamingURL
    try lease.commit { isConnected = true }
    journal.note("watcher", "connected: \(way)")
  }

  func close() async throws {
    isConnected = false
    try await client.close(.watcher)
  }
}
