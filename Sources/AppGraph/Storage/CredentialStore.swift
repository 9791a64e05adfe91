/// A place for secrets, one under each name.
///
/// Unlike an ``AccountStore`` it writes at once: when a call returns, the secret is durable, because the
/// one before may be worthless already. ``MemoryCredentialStore`` keeps secrets for the life of the
/// process; `AppGraphStorage` has stores in the Keychain and in files.
public protocol CredentialStore: Sendable {
  /// The secret under a name.
  ///
  /// - Parameters:
  ///   - type: The type of the secret.
  ///   - name: The name.
  /// - Returns: The secret; none if nothing is stored under the name.
  /// - Throws: An error if the medium cannot be read, or what is stored is no `type`.
  func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws -> Credential?

  /// Stores a secret; replaces the one before.
  ///
  /// - Parameters:
  ///   - credential: The secret.
  ///   - name: The name.
  /// - Throws: An error if it cannot be stored; then the one before still is.
  func store<Credential: Codable & Sendable>(_ credential: Credential, named name: String) throws

  /// Deletes a secret; without one it has no effect.
  ///
  /// - Parameter name: The name.
  /// - Throws: An error if it cannot be deleted.
  func removeCredential(named name: String) throws
}
