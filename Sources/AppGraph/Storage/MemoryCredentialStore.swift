/// A credential store that keeps secrets for the life of the process.
public final class MemoryCredentialStore: CredentialStore {
  private let credentials = Lock<[String: any Sendable]>([:])

  /// Makes a store with nothing in it.
  public init() {}

  public func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws -> Credential? {
    credentials.withLock { $0[name] } as? Credential
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
