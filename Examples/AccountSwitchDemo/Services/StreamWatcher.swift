import AppGraph

/// The open connection over which a server tells what is new.
///
/// Its start asks the server for leave; from then on a supervisor keeps the connection open.
@MainActor
final class StreamWatcher {
  private let client: Client
  private let instance: MastodonInstance
  private let tokens: AccountCredentials<DemoAccount>
  private let journal: Journal
  private let supervisor: StreamSupervisor<String, Never>

  nonisolated init(
    client: Client,
    instance: MastodonInstance,
    tokens: AccountCredentials<DemoAccount>,
    journal: Journal
  ) {
    self.client = client
    self.instance = instance
    self.tokens = tokens
    self.journal = journal
    supervisor = StreamSupervisor(
      channels: ["user"],
      // Short, so that a session need not wait long.
      backoff: Backoff(initial: .milliseconds(100), cap: .seconds(1)),
      open: { _ in try await client.stream() },
      receive: { _, _ in }
    )
  }

  /// What the connection is doing.
  var state: StreamState { supervisor.state }

  var isConnected: Bool { state == .connected }

  /// Whether the connection was lost, and the next attempt has not begun.
  var isWaiting: Bool {
    if case .waiting = state { true } else { false }
  }

  /// Asks for leave and begins to connect; without an address for streaming the watcher polls.
  func open(under lease: Lease) async throws {
    try await client.open(.watcher)
    supervisor.following(tokens, of: client.account.id)
    supervisor.onStateChange { [weak self] state, _ in self?.tell(state) }
    supervisor.start(under: lease)
  }

  func close() async {
    await supervisor.stop()
  }

  /// Lets the connection be lost, and waits until that was noticed.
  ///
  /// - Returns: How long the watcher waits before it connects again; nothing if no connection was open.
  func loseConnection() async -> Duration? {
    guard isConnected else { return nil }
    client.loseStream()
    while isConnected { await Task.yield() }
    guard case .waiting(let delay) = state else { return nil }
    return delay
  }

  private func tell(_ state: StreamState) {
    let host = client.account.host
    switch state {
    case .connecting: journal.note("watcher", "connects to \(host) with \(tokenName)")
    case .connected:
      let way = instance.streamingURL.isEmpty ? "polls \(host)" : instance.streamingURL
      journal.note("watcher", "connected: \(way)")
    case .waiting(let delay):
      journal.note("watcher", "no connection; tries again in \(delay.milliseconds) ms")
    case .refused(let refusal): journal.note("watcher", "\(refusal)")
    // Its account is left, or the app is in the background, which this one never is.
    case .stopped, .suspended: break
    }
  }

  private var tokenName: String { (try? client.token()).map { "\($0)" } ?? "no token" }
}
