import AppGraph

/// The access token of an account.
struct Credentials: Sendable {
  let account: DemoAccount
  let network: Network
  /// The tokens of all accounts.
  let tokens: AccountCredentials<DemoAccount>

  /// Asks the server whether the stored token still holds.
  @MainActor
  func renew() async throws {
    try await network.open(.credentials, for: account)
  }

  /// The token as it is now; another one after a rotation, without any restart.
  ///
  /// - Throws: `CredentialRefusal` if there is none that a server would take.
  @MainActor
  func token() throws -> AccessToken {
    guard let token = try? tokens.credential(for: account.id) else {
      throw CredentialRefusal("\(account.name) has no token")
    }
    return token
  }
}
