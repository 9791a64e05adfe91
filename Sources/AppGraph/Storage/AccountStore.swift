/// A place for what survives the process: the account list, the selection, and values per account.
///
/// Secrets are not in it; they go to a ``CredentialStore``. What is stored is readable at once, from
/// memory; writing it to a durable medium follows behind, in order, and never fails the caller.
/// ``MemoryAccountStore`` keeps values for the life of the process; `AppGraphStorage` has a store that
/// writes a file.
public protocol AccountStore: Sendable {
  /// The value under a key, from memory.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - key: The key.
  /// - Returns: The value; none if nothing is stored under the key.
  /// - Throws: An error if what is stored cannot be read as `type`; it stays stored.
  func value<Value: Codable & Sendable>(
    _ type: Value.Type,
    for key: AccountStoreKey
  ) throws -> Value?

  /// Makes some changes as one: after a crash either all of them are stored or none.
  ///
  /// - Parameter changes: The changes in order; a later one of the same key wins.
  func apply(_ changes: [AccountStoreChange])

  /// Waits until everything that was applied before is durable.
  ///
  /// - Throws: What has kept it from becoming durable; the values stay readable, and the next change or
  ///   call tries again.
  func sync() async throws
}

/// One change of an account store.
public enum AccountStoreChange: Sendable {
  /// Stores a value under a key.
  case store(any Codable & Sendable, under: AccountStoreKey)
  /// Deletes what is stored under a key.
  case delete(AccountStoreKey)
  /// Deletes everything that belongs to an account.
  case deleteAll(account: String)

  func deletesAll(of account: String) -> Bool {
    if case .deleteAll(account) = self { true } else { false }
  }
}
