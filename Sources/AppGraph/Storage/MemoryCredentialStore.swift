/// A credential store that keeps secrets for the life of the process.
public final class MemoryCredentialStore: CredentialStore {
  /// The error of a secret that is stored with another type than it is asked for.
  public struct TypeMismatch: Error, CustomStringConvertible {
    /// The type it is stored with, as text.
    public let stored: String
    /// The type it was asked for, as text.
    public let expected: String

    /// The error as one sentence.
    public var description: String {
      "The secret was stored as \(stored) and cannot be read as \(expected)."
    }
  }

  private let credentials = Lock<[String: any Sendable]>([:])

  /// Makes a store with nothing in it.
  public init() {}

  public func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws -> Credential? {
    guard let stored = credentials.withLock({ $0[name] }) else { return nil }
    guard let credential = stored as? Credential else {
      throw TypeMismatch(stored: "\(Swift.type(of: stored))", expected: "\(type)")
    }
    return credential
  }

  public func store<Credential: Codable & Sendable>(
    _ credential: Credential,
    named name: String
  ) throws {
    credentials.withLock { $0[name] = credential }
  }

  public func removeCredential(named name: String) throws {
    credentials.withLock { $0[name] = nil }
  }
}
