/// The access token of an account.
struct Credentials: Sendable {
  let account: DemoAccount
  let network: Network

  /// Exchanges the stored refresh token for an access token.
  @MainActor
  func renew() async throws {
    try await network.open(.credentials, for: account)
  }
}
