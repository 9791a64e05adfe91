/// The error of a server that refuses a credential for good, or of a transport that says so.
///
/// A refresh that throws it marks the account as in need of re-authentication, and a
/// stream supervisor whose transport throws it stops its retries until a new credential comes. Any
/// other error counts as a failure of the network, which passes.
public struct CredentialRefusal: Error, Hashable, Sendable {
  /// What the server said; may be empty.
  public let message: String

  /// Notes a refusal.
  ///
  /// - Parameter message: What the server said.
  public init(_ message: String = "") {
    self.message = message
  }
}

// MARK: - CustomStringConvertible

extension CredentialRefusal: CustomStringConvertible {
  /// The refusal as one sentence.
  public var description: String {
    "The credential was refused\(message.isEmpty ? "" : ": \(message)"). The account has to sign in "
      + "again."
  }
}
