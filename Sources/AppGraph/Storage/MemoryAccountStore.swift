/// An account store that keeps values for the life of the process.
public final class MemoryAccountStore: AccountStore {
  /// The error of a value that is stored with another type than it is asked for.
  public struct TypeMismatch: Error, CustomStringConvertible {
    /// The key of the value.
    public let key: AccountStoreKey
    /// The type it is stored with, as text.
    public let stored: String
    /// The type it was asked for, as text.
    public let expected: String

    /// The error as one sentence.
    public var description: String {
      "The value under '\(key)' was stored as \(stored) and cannot be read as \(expected)."
    }
  }

  private let values = Lock<[AccountStoreKey: any Codable & Sendable]>([:])

  /// Makes a store with nothing in it.
  public init() {}

  public func value<Value: Codable & Sendable>(
    _ type: Value.Type,
    for key: AccountStoreKey
  ) throws -> Value? {
    guard let value = values.withLock({ $0[key] }) else { return nil }
    guard let value = value as? Value else {
      throw TypeMismatch(key: key, stored: "\(Swift.type(of: value))", expected: "\(type)")
    }
    return value
  }

  public func apply(_ changes: [AccountStoreChange]) {
    values.withLock { values in
      for change in changes {
        switch change {
        case .store(let value, let key): values[key] = value
        case .delete(let key): values[key] = nil
        case .deleteAll(let account): values = values.filter { $0.key.account != account }
        }
      }
    }
  }

  public func sync() async throws {
    // Memory is all there is.
  }
}
