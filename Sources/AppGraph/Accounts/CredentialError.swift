/// Why a credential was not stored or refreshed.
public enum CredentialError: Error, Hashable, Sendable {
  /// The account was removed, or never added.
  case unknownAccount(String)
  /// The exchange of a credential asks for a refresh of the same account, which would wait for itself.
  case reentrant(String)
  /// The graph of the credentials has closed.
  case closed
}

// MARK: - CustomStringConvertible

extension CredentialError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .unknownAccount(let account):
      "There is no credential of account '\(account)': it is not in the list. Late work of a removed "
        + "account ends like this; add the account, or drop the work."
    case .reentrant(let account):
      "The exchange of a credential of account '\(account)' asks for a refresh of the same account. Send "
        + "its requests without a refresh, and throw CredentialRefusal where the server refuses them."
    case .closed:
      "The graph of these credentials has closed. Store credentials while it runs, or give them to "
        + "another graph."
    }
  }
}
