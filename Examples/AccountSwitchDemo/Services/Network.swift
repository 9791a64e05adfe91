/// The network with all servers behind it, simulated: each answer takes its time and may be an error.
@MainActor
final class Network {
  /// The error of a server that a session told to fail.
  struct Outage: Error, CustomStringConvertible {
    let description: String
  }

  /// One failure that a session has asked for.
  private struct Fault: Hashable {
    let endpoint: Endpoint
    let account: String
  }

  private let clock: PacedClock
  private var contents: [String: AccountContent]
  private var faults: Set<Fault> = []
  private var postCount = 0
  private var streams: [DemoAccount.ID: AsyncThrowingStream<Never, any Error>.Continuation] = [:]
  private let issuer: TokenIssuer

  nonisolated init(
    clock: PacedClock,
    contents: [AccountContent] = [],
    issuer: TokenIssuer = TokenIssuer()
  ) {
    self.clock = clock
    self.issuer = issuer
    self.contents = Dictionary(contents.map { ($0.account.id, $0) }) { first, _ in first }
  }

  /// Waits for a server.
  func wait(_ duration: Duration) async throws {
    try await clock.pause(for: duration)
  }

  /// Waits for a server, however much the waiting task is cancelled, as code with callbacks does.
  func waitRegardless(_ duration: Duration) async {
    await clock.pauseRegardless(for: duration)
  }

  /// Answers a service that starts.
  ///
  /// - Throws: ``Outage`` if a failure was asked for, once; `CancellationError` if the task is cancelled.
  func open(_ endpoint: Endpoint, for account: DemoAccount) async throws {
    try await wait(endpoint.latency)
    if faults.remove(Fault(endpoint: endpoint, account: account.id)) != nil {
      let host = account.host
      throw Outage(description: "\(host) answered 503 Service Unavailable to \(endpoint.rawValue)")
    }
  }

  /// Lets the next start of a service for an account fail.
  func planOutage(of endpoint: Endpoint, for account: DemoAccount) {
    faults.insert(Fault(endpoint: endpoint, account: account.id))
  }

  func content(of account: DemoAccount) -> AccountContent? { contents[account.id] }

  /// Stores a post on the server of an account.
  func store(
    _ text: String,
    _ visibility: MastodonVisibility,
    by account: DemoAccount
  ) -> MastodonStatus? {
    guard let profile = contents[account.id]?.member?.profile else { return nil }
    postCount += 1
    let status = MastodonStatus(
      id: "post-\(postCount)",
      content: MastodonStatus.content(of: text),
      visibility: visibility,
      account: profile
    )
    contents[account.id]?.statuses.insert(status, at: 0)
    contents[account.id]?.member?.profile.statusesCount.value += 1
    return status
  }

  /// What the newest notification of an account says.
  func newestNotification(of account: DemoAccount) -> String {
    guard let newest = contents[account.id]?.member?.notifications.first else {
      return "news from \(account.host)"
    }
    return "\(newest.type) by \(newest.account.acct)"
  }

  // MARK: Tokens

  /// Answers an account that signs in: who it is, and a new token.
  func authorise(_ account: DemoAccount) async throws -> (account: DemoAccount, token: AccessToken)
  {
    try await wait(.milliseconds(20))
    return (account, issueToken(for: account))
  }

  /// Issues a token that replaces the one before.
  func issueToken(for account: DemoAccount) -> AccessToken { issuer.issue(for: account.id) }

  /// Makes a token worthless.
  func revoke() async throws {
    try await wait(.milliseconds(10))
  }

  // MARK: Streams

  /// Opens a stream; these servers have nothing to tell over it.
  func openStream(
    for account: DemoAccount
  ) async throws -> AsyncThrowingStream<Never, any Error> {
    try await wait(.milliseconds(10))
    let (events, continuation) = AsyncThrowingStream<Never, any Error>.makeStream()
    streams[account.id] = continuation
    return events
  }

  /// Closes a stream, which takes its time even if nobody waits any more.
  func closeStream(of account: DemoAccount) async {
    streams.removeValue(forKey: account.id)?.finish()
    await waitRegardless(Endpoint.watcher.latency / 2)
  }

  /// Breaks a stream off.
  func loseStream(of account: DemoAccount) {
    let error = Outage(description: "the connection to \(account.host) was reset")
    streams.removeValue(forKey: account.id)?.finish(throwing: error)
  }
}
