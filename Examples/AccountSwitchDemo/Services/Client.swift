import AppGraph

/// The client of one account's server.
@MainActor
final class Client {
  let account: DemoAccount
  private let credentials: Credentials
  private let network: Network

  /// How long the old interface takes, which is the slowest.
  static let slowestAnswer = Duration.milliseconds(40)

  nonisolated init(credentials: Credentials) {
    account = credentials.account
    self.credentials = credentials
    network = credentials.network
  }

  /// Opens a service of the account on its server.
  func open(_ endpoint: Endpoint) async throws {
    try await network.open(endpoint, for: account)
  }

  /// Says good-bye to a service of the account.
  func close(_ endpoint: Endpoint) async throws {
    try await network.wait(endpoint.latency / 2)
  }

  func instance() -> MastodonInstance {
    network.content(of: account)?.instance ?? .unknown
  }

  func preferences() -> MastodonPreferences {
    network.content(of: account)?.member?.preferences ?? .standard
  }

  func profile() async throws -> MastodonAccount? {
    try await network.wait(.milliseconds(10))
    return network.content(of: account)?.member?.profile
  }

  func timeline() async throws -> [MastodonStatus] {
    try await network.wait(.milliseconds(10))
    return network.content(of: account)?.statuses ?? []
  }

  /// Asks for notifications through the old interface, which cannot be cancelled.
  func notifications() async -> [MastodonNotification] {
    await network.waitRegardless(Self.slowestAnswer)
    return network.content(of: account)?.member?.notifications ?? []
  }

  func post(_ text: String, _ visibility: MastodonVisibility) async throws -> MastodonStatus? {
    try await network.wait(.milliseconds(15))
    return network.store(text, visibility, by: account)
  }

  func revokeToken() async throws {
    try await network.revoke()
  }

  /// The token that requests carry now.
  func token() throws -> AccessToken { try credentials.token() }

  /// Reads all posts, which takes long.
  func backup() async throws -> [MastodonStatus] {
    try await network.wait(.milliseconds(120))
    return network.content(of: account)?.statuses ?? []
  }

  /// Opens the connection over which the server tells what is new.
  ///
  /// - Throws: `CredentialRefusal` if there is no token; `CancellationError`.
  func stream() async throws -> StreamConnection<String, Never> {
    _ = try token()
    let events = try await network.openStream(for: account)
    return StreamConnection(
      events,
      close: { [network, account] in
        await network.closeStream(of: account)
      }
    )
  }

  /// Lets the connection be lost, as a change of the network does.
  func loseStream() {
    network.loseStream(of: account)
  }
}
