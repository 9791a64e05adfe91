extension AccountManager {
  /// Adds an account once its identity is confirmed, or signs one in again.
  ///
  /// While the flow runs nothing is listed, nothing can be activated, and no service is called; if it
  /// throws or is cancelled, nothing has happened. What is added is not activated.
  ///
  ///     let account = try await app.accounts.signIn {
  ///       let token = try await browser.authorise()
  ///       return (try await Client(token).profile(), token)
  ///     }
  ///
  /// - Parameters:
  ///   - expected: The account that is to sign in again; left out, anybody may come.
  ///   - flow: Ends with the account that the server names, and its credential.
  /// - Returns: The account, which is in the list now.
  /// - Throws: What `flow` throws; ``SignInError`` if somebody else has signed in than expected, if the
  ///   expected account was removed meanwhile, or if the graph has closed; what the credential store throws
  ///   if it cannot store the credential. Then nothing has changed.
  @discardableResult
  public func signIn(
    as expected: ID? = nil,
    _ flow: @MainActor () async throws -> (account: Account, credential: Credential)
  ) async throws -> Account {
    let wasKnown = expected.map { isKnown($0) } ?? false
    let (account, credential) = try await flow()
    try Task.checkCancellation()
    if let expected, account.id != expected {
      throw SignInError.identityMismatch(expected: "\(expected)", found: "\(account.id)")
    }
    if wasKnown, let expected, !isKnown(expected) {
      throw SignInError.accountRemoved("\(expected)")
    }
    guard let runtime, !runtime.isClosing else { throw SignInError.closed }
    try add(account, credential: credential)
    return account
  }
}

/// Why a sign-in has changed nothing, although the server has accepted it.
public enum SignInError: Error, Hashable, Sendable {
  /// Another account signed in than the one that was to.
  case identityMismatch(expected: String, found: String)
  /// The account that was to sign in again was removed meanwhile.
  case accountRemoved(String)
  /// The graph has closed.
  case closed
}

// MARK: - CustomStringConvertible

extension SignInError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .identityMismatch(let expected, let found):
      "'\(found)' has signed in where '\(expected)' was to; nothing was changed. Sign in as "
        + "'\(expected)', or add '\(found)' as another account."
    case .accountRemoved(let account):
      "'\(account)' was removed while it was signing in again; nothing was changed. Add it anew."
    case .closed: "The graph closed during the sign-in; nothing was changed."
    }
  }
}
